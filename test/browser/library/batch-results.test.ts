import { expect, test } from 'vitest'
import { decodeImage } from '#codecs/image/decode-image.ts'
import { canEncode, encodeImage } from '#codecs/image/image-writers.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService, OnDevice } from '#library/background-service.ts'
import { hashFile } from '#library/store/file-hashes.ts'
import { backendCandidates, probeDevice } from '#matting/device.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import { deviceNeeds } from '#matting/network-catalog.ts'
import { shippedCatalog } from '#matting/open-networks.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { batchWhen, ended, openBatchRoom, plainPlan, plainRecipe, pngFile } from '#support/batch-room.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { echo } from '#support/recording-service.ts'
import { scriptedVideo } from '#support/scripted-video.ts'
import { openTinyNetworks } from '#support/tiny-devices.ts'

/** A service that stands for a paid one: it gives back what it is sent, and counts. */
const paidService = (answer: (sent: number) => Promise<void> = async () => {}) => {
  const sent: string[] = []
  const service: BackgroundService = {
    ...inMemoryService(),
    id: 'paid',
    traits: { metered: true, uploads: true },
    onDevice: null,
    removeImage: async (image, options) => {
      sent.push(`${(image as File).name} ${options.format}`)
      await answer(sent.length)
      return echo(image, options)
    },
  }
  return { service, sent }
}
const onService = { ...plainPlan, runLocation: 'service' } as const

test('a service is paid once a picture, up to the limit', async () => {
  const { put, open, from, to } = await openBatchRoom()
  for (const name of ['a', 'b', 'c', 'd', 'e']) await put(`${name}.png`, pngFile(name))
  const { service, sent } = paidService()
  const batches = open({ remote: () => service })
  await batches.begin(from, to, { ...onService, creditLimit: 3 })
  const paused = await batchWhen(batches, ({ files, phase }) => {
    const done = files.filter(({ state }) => state === 'done')
    return phase === 'paused' && done.length === 3
  })
  expect(paused).toMatchObject({ pause: 'creditLimit', creditsSpent: 3 })
  await batches.resume()
  expect(await batchWhen(batches, ended)).toMatchObject({ creditsSpent: 5 })
  expect(sent.toSorted()).toEqual(['a.png png', 'b.png png', 'c.png png', 'd.png png', 'e.png png'])
})

test.each([
  ['payment_required', 'noCredits'],
  ['authentication_error', 'serviceRefused'],
] as const)('a service that answers %s stops the batch, and nothing fails', async (code, pause) => {
  const { put, open, from, to } = await openBatchRoom()
  for (const name of ['a', 'b', 'c', 'd']) await put(`${name}.png`, pngFile(name))
  let isEmpty = true
  const { service } = paidService(async (sent) => {
    if (isEmpty && sent > 1) throw new ServiceError(code)
  })
  const batches = open({ remote: () => service })
  await batches.begin(from, to, onService)
  expect(await batchWhen(batches, ({ phase }) => phase === 'paused')).toMatchObject({ pause })
  isEmpty = false
  await batches.resume()
  const { files, creditsSpent } = await batchWhen(batches, ended)
  expect([files.every(({ state }) => state === 'done'), creditsSpent]).toEqual([true, 4])
})

test('a batch waits for a service that is not connected', async () => {
  const { put, open, from, to } = await openBatchRoom()
  await put('a.png', pngFile('a'))
  const { service, sent } = paidService()
  let remote: BackgroundService | null = null
  const batches = open({ remote: () => remote })
  await batches.begin(from, to, onService)
  expect(await batchWhen(batches, ({ phase }) => phase === 'paused')).toMatchObject({
    pause: 'serviceRefused',
  })
  remote = service
  await batches.resume()
  await batchWhen(batches, ended)
  expect(sent).toEqual(['a.png png'])
})

test('what was paid is written later, without paying again', async () => {
  const { put, root, folder, open, from, to } = await openBatchRoom()
  await put('a.png', pngFile('a'))
  const { service, sent } = paidService(() => root.removeEntry('target', { recursive: true }))
  const first = open({ remote: () => service })
  await first.begin(from, to, onService)
  expect(await batchWhen(first, ({ phase }) => phase === 'paused')).toMatchObject({ pause: 'targetGone' })
  await first.close()
  const target = await folder('target')
  const second = open({ remote: () => service })
  await second.begin(from, { kind: 'folder', handle: target }, onService)
  expect((await batchWhen(second, ended)).files).toMatchObject([{ state: 'done' }])
  expect(sent).toHaveLength(1)
})

test('one cut-out of a service is enough for several recipes', async () => {
  const { put, paths, open, from, to } = await openBatchRoom()
  await put('a.png', pngFile('a'))
  const { service, sent } = paidService()
  const given: unknown[] = []
  const device = inMemoryService()
  const onDevice = device.onDevice && {
    ...device.onDevice,
    editImage: async (image: Blob, options: ImageOptions, edited: { readonly alphaFrom?: Blob }) => {
      given.push(await edited.alphaFrom?.text())
      return echo(image, options)
    },
  }
  const batches = open({ device: { ...device, onDevice }, remote: () => service })
  const jpg = { ...plainRecipe, id: 'jpg', settings: { ...plainRecipe.settings, format: 'jpg' as const } }
  await batches.begin(from, to, { ...onService, recipes: [plainRecipe, jpg] })
  expect(await batchWhen(batches, ended)).toMatchObject({ creditsSpent: 1 })
  expect([sent, await paths()]).toEqual([['a.png png'], ['a.jpg', 'a.png']])
  expect(given).toEqual([await pngFile('a').text(), await pngFile('a').text()])
})

test('clips are made after the pictures, as jobs of no list', async () => {
  const { put, paths, open, from, to } = await openBatchRoom()
  await put('a clip.mp4', scriptedVideo({ durationSeconds: 1 }))
  await put('b.png', pngFile('b'))
  const device = inMemoryService()
  const batches = open({ device })
  await batches.begin(from, to, plainPlan)
  const { files } = await batchWhen(batches, ended)
  expect(files).toMatchObject([
    { path: 'a clip.mp4', kind: 'clip', state: 'done', outputs: ['a clip.webm'] },
    { path: 'b.png', kind: 'picture', state: 'done' },
  ])
  expect(await paths()).toEqual(['a clip.webm', 'b.png'])
  expect(await device.onDevice?.videos.list()).toEqual([])
})

test('a batch forgotten on a later page takes its jobs along', async () => {
  const { put, open, from, to } = await openBatchRoom()
  await put('clip.mp4', scriptedVideo({ durationSeconds: 1 }))
  const device = inMemoryService()
  const jobs = async () => device.onDevice?.videos.list()
  const killed = open({ device: { ...device, getJob: () => new Promise(() => {}) } })
  void killed.begin(from, to, plainPlan)
  await eventually(async () => expect(await jobs()).toHaveLength(1))
  const later = open({ device })
  const id = killed.get()?.id ?? ''
  await later.forget(id)
  expect(await jobs()).toEqual([])
})

test('edits of the list are found by the content of a file', async () => {
  const { put, open, from, to } = await openBatchRoom()
  await put('a.png', pngFile('a'))
  await put('b.png', pngFile('b'))
  const device = inMemoryService()
  const saved = new Map<string, object>()
  const edited: unknown[] = []
  const onDevice = device.onDevice && {
    ...device.onDevice,
    savedEdits: {
      find: async (hash: string) => saved.get(hash) ?? null,
      read: async () => null,
      write: async () => {},
    },
    editImage: async (
      image: Blob,
      options: ImageOptions,
      { edits }: { readonly edits?: { feather: number } },
    ) => {
      edited.push(edits?.feather)
      return echo(image, options)
    },
  }
  const batches = open({ device: { ...device, onDevice } })
  await batches.begin(from, to, plainPlan)
  await batchWhen(batches, ended)
  saved.set(await hashFile(pngFile('b')), {
    version: 1,
    steps: [{ type: 'value', name: 'feather', from: 0, to: 3 }],
    done: 1,
  })
  await batches.again()
  const { files } = await batchWhen(batches, (state) => ended(state) && edited.length === 3)
  expect(files.map(({ state }) => state)).toEqual(['done', 'done'])
  expect(edited).toEqual([undefined, undefined, 3])
})

test('a real network of two nodes cuts a folder out', async () => {
  const { put, target, open, from, to } = await openBatchRoom()
  const canvas = new OffscreenCanvas(64, 48)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 64, 48)
  context.fillStyle = '#000'
  context.fillRect(16, 12, 32, 24)
  await put('black.png', await canvas.convertToBlob())
  const networks = await openTinyNetworks({
    candidates: backendCandidates(await probeDevice(), deviceNeeds(shippedCatalog), 'cpu'),
  })
  const pipeline = openImagePipeline({
    decodeImage,
    encodeImage,
    canEncode,
    matter: openImageMatter(networks),
  })
  const { onDevice, ...device } = inMemoryService()
  if (!onDevice) throw new Error('no device')
  const editImage: OnDevice['editImage'] = (image, options, _, call = {}) => {
    const { signal = new AbortController().signal, onProgress = () => {} } = call
    return pipeline.removeImage({ id: 'req_1', image, options }, { signal, onProgress })
  }
  const batches = open({ device: { ...device, onDevice: { ...onDevice, editImage } } })
  const jpg = { ...plainRecipe, id: 'jpg', settings: { ...plainRecipe.settings, format: 'jpg' as const } }
  await batches.begin(from, to, { ...plainPlan, recipes: [plainRecipe, jpg], names: '{name}-{width}' })
  const { files } = await batchWhen(batches, ended)
  expect(files).toMatchObject([
    { state: 'done', outputs: ['black-64.png', 'black-64.jpg'], doubt: expect.any(Number) },
  ])
  const made = await createImageBitmap(await (await target.getFileHandle('black-64.png')).getFile())
  context.clearRect(0, 0, 64, 48)
  context.drawImage(made, 0, 0)
  const alphaAt = (x: number, y: number) => context.getImageData(x, y, 1, 1).data[3]
  expect([alphaAt(32, 24), alphaAt(2, 2)]).toEqual([255, 0])
})
