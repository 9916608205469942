import { expect, test } from 'vitest'
import { readCatalog } from '#build/networks/network-source.ts'
import { parseImageOptions } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import { toTensor } from '#engine/tensor.ts'
import { memoryBlobStore } from '#matting/blob-store.ts'
import { featureSize, openFeatureCache } from '#pipeline/feature-cache.ts'
import { nodeCodecs } from '#support/node-codecs.ts'
import { paintPhoto, toBlob } from '#support/painted-photo.ts'

const photo = { width: 1, height: 1, data: new Uint8ClampedArray(4) }
const never = new AbortController().signal
const maps: FeatureMaps = [
  { width: 2, height: 1, channels: 3, data: Int8Array.of(1, -2, 3, -4, 5, -127) },
  { width: 1, height: 1, channels: 1, data: Int8Array.of(7) },
]

const source = { image: new Blob(), options: parseImageOptions({ level: 'fine' }) }

const cacheOver = (store = memoryBlobStore(), work: () => Promise<FeatureMaps> = async () => maps) => {
  let passes = 0
  const estimateFeatures = () => {
    passes++
    return work()
  }
  const cache = openFeatureCache(store, { estimateFeatures })
  return {
    find: (name = 'a') => cache.find(name, source, photo, { signal: never, onProgress: () => {} }),
    has: async (name: string) => (await cache.read(name)) !== null,
    passes: () => passes,
  }
}

test('features come back from the store as they were', async () => {
  const store = memoryBlobStore()
  await cacheOver(store).find()
  const { find, passes } = cacheOver(store)
  expect(await find()).toEqual(maps)
  expect(passes()).toBe(0)
})

test('only the features of the latest photos are kept', async () => {
  const { find, has, passes } = cacheOver()
  for (let i = 0; i < 8; i++) await find(String(i))
  expect([await has('0'), await has('7')]).toEqual([false, true])
  expect(passes()).toBe(8)
})

test('a network that cannot be fetched is requested again', async () => {
  const { find, has, passes } = cacheOver(memoryBlobStore(), () =>
    Promise.reject(new ServiceError('upstream_error')),
  )
  expect([await find(), await find(), await has('a')]).toEqual([null, null, false])
  expect(passes()).toBe(2)
})

test('unreadable features are estimated again', async () => {
  const store = memoryBlobStore()
  await store.put('a', new Blob(['no features']))
  expect(await cacheOver(store).find()).toEqual(maps)
})

test('all networks look for features at the size of the copy', () => {
  const { passes } = readCatalog('.', '')
  const looks = Object.values(passes).flatMap((table) => Object.values(table).map((at) => at.imageFeatures))
  expect(looks.length).toBeGreaterThan(5)
  for (const look of looks) expect(look).toMatchObject(featureSize)
})

test('the copy and the photo are the same to a network', async () => {
  const file = await toBlob(paintPhoto({ width: 1000, height: 700 }).png())
  const { raster: whole } = await nodeCodecs.decodeImage(file, { signal: never })
  expect(toTensor(resizeRaster(whole, featureSize), featureSize)).toEqual(toTensor(whole, featureSize))
})
