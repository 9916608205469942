import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { capSize } from '#base/geometry.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import { notLooked, packLook } from '#matting/look-again.ts'
import { mattingPixels } from '#matting/small-frame.ts'
import { openVideoMatter } from '#matting/video-matter.ts'
import { openNodeNetworks } from '#support/node-networks.ts'

const call = { signal: new AbortController().signal, onProgress: () => {} }

const networks = openNodeNetworks(1)
afterAll(() => networks.dispose())

const readSample = async (name: string) => {
  const { data, info } = await sharp(`public/samples/${name}.jpg`)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

/** Alpha at a place of the picture, given in shares of its width and height. */
const alphaAt = ({ width, height, data }: AlphaMaskF32, [x, y]: readonly [number, number]): number =>
  data[Math.floor(y * height) * width + Math.floor(x * width)] ?? Number.NaN

// At 320 and 384 px the network before pruning missed the chest of the fox, and was certain of it (docs/training.md).
test.each([
  // Beside the left ear of the fox.
  ['plush-fox', [0.5, 0.66], [0.295, 0.09]],
  ['dropper-bottle', [0.5, 0.55], [0.03, 0.03]],
  ['leafy-plant', [0.5, 0.8], [0.03, 0.03]],
] as const)('%s is whole at Fast and Balanced', { timeout: 120_000 }, async (name, middle, beside) => {
  const matter = openImageMatter(networks)
  const picture = await readSample(name)
  for (const level of ['fast', 'balanced'] as const) {
    const matte = await matter.estimate(picture, level, call)
    expect(alphaAt(matte, middle)).toBeGreaterThan(0.9)
    expect(alphaAt(matte, beside)).toBeLessThan(0.1)
  }
})

test('an easy clip is not looked at again', {
  timeout: 120_000,
}, async () => {
  const picture = await readSample('plush-fox')
  const frame = { raster: resizeRaster(picture, capSize(picture, mattingPixels)), timestampSeconds: 0 }
  async function* frames() {
    yield frame
  }
  for await (const { matte, sceneState } of openVideoMatter(networks).estimate(frames(), 'balanced', call)) {
    expect(sceneState).toBe(packLook(notLooked))
    expect(matte.data[Math.floor(0.66 * matte.height) * matte.width + Math.floor(matte.width / 2)]).toBe(255)
  }
})
