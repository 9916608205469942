import { expect, test, vi } from 'vitest'
import { noEdits } from '#contract/image-edits.ts'
import { defaultImageOptions } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import { openLocalAccount } from '#library/store/local-account.ts'
import { callWorkers, type WorkerChannels } from '#library/workers/worker-calls.ts'
import { openLocalService } from '#service/local/local-service.ts'
import { files, imageOf } from '#support/form-requests.ts'
import { memoryBrowser } from '#support/memory-browser.ts'
import { memoryCredits } from '#support/memory-storage.ts'
import { echo } from '#support/recording-service.ts'

const openWith = (work: () => Promise<unknown> = () => echo(files.png, defaultImageOptions)) => {
  const call = vi.fn((..._: unknown[]) => work())
  const ask = vi.fn(async (..._: unknown[]) => undefined)
  const onLevel = vi.fn()
  const calls = callWorkers({ image: { call, ask } } as unknown as WorkerChannels)
  const account = openLocalAccount(memoryCredits(), () => new Date(2026, 7, 1))
  const { videos } = memoryBrowser().openTab()
  return { service: openLocalService({ calls, account, videos, onLevel }), call, ask, onLevel }
}

test('a request gets an id, reports its level, and costs one credit', async () => {
  const { service, call, onLevel } = openWith()
  await service.removeImage(files.jpeg, { ...defaultImageOptions, level: 'fine' })
  expect(call).toHaveBeenCalledExactlyOnceWith(
    'removeImage',
    {
      id: expect.stringMatching(/^req_/),
      image: files.jpeg,
      options: expect.objectContaining({ level: 'fine' }),
      isOfApi: true,
    },
    {},
  )
  expect(onLevel).toHaveBeenCalledExactlyOnceWith('fine')
  expect((await service.getAccount()).usedCredits).toBe(1)
})

/** A service whose edit worker says whether the matte was there. */
const openEditing = async (wasThere: boolean) => {
  const answer = await echo(files.png, defaultImageOptions)
  const placement = { reused: wasThere, device: { backend: 'wasm', threads: 1 } }
  const edit = vi.fn(async (..._: unknown[]) => ({ ...answer, placement }))
  const image = vi.fn(async (..._: unknown[]) => ({
    ...answer,
    placement: { ...placement, device: { backend: 'webgpu', threads: 1 } },
  }))
  const calls = callWorkers({ image: { call: image }, edit: { call: edit } } as unknown as WorkerChannels)
  const account = openLocalAccount(memoryCredits(), () => new Date(2026, 7, 1))
  const { videos } = memoryBrowser().openTab()
  return { service: openLocalService({ calls, account, videos }), image, edit }
}

test('an edit does not wait for the image worker', async () => {
  const { service, image, edit } = await openEditing(true)
  await service.onDevice?.editImage(files.jpeg, defaultImageOptions, { edits: noEdits })
  expect(edit).toHaveBeenCalledExactlyOnceWith(
    'editImage',
    { id: expect.stringMatching(/^req_/), image: files.jpeg, options: defaultImageOptions, edits: noEdits },
    {},
  )
  expect(image).not.toHaveBeenCalled()
})

test('an edited image costs a credit only where the network ran', async () => {
  for (const wasThere of [false, true]) {
    const { service } = await openEditing(wasThere)
    await service.onDevice?.editImage(files.jpeg, defaultImageOptions, { edits: noEdits })
    expect((await service.getAccount()).usedCredits).toBe(wasThere ? 0 : 1)
  }
})

test('an edited image names the device that estimated its matte', async () => {
  const { service } = await openEditing(true)
  const edited = () => service.onDevice?.editImage(files.jpeg, defaultImageOptions, { edits: noEdits })
  expect((await edited())?.placement?.device.backend).toBe('wasm')
  await service.removeImage(files.jpeg, defaultImageOptions)
  expect((await edited())?.placement?.device.backend).toBe('webgpu')
})

test('a file that is no image is refused without charge (D-2, D-6)', async () => {
  const { service, call, onLevel } = openWith()
  const refuse = (image: Blob) =>
    service.removeImage(image, defaultImageOptions).catch((error: unknown) => error)
  expect(await refuse(files.empty)).toMatchObject({ code: 'missing_image' })
  expect(await refuse(imageOf(20_000_001))).toMatchObject({ code: 'image_too_large' })
  expect(await refuse(files.avif)).toMatchObject({ code: 'validation_error' })
  expect(call).not.toHaveBeenCalled()
  expect(onLevel).not.toHaveBeenCalled()
  expect((await service.getAccount()).usedCredits).toBe(0)
})

test('the page has pictures cut out that the API does not take', async () => {
  const { service, call } = openWith()
  await service.removeImage(files.avif, defaultImageOptions, { readsAll: true })
  await service.onDevice?.editImage(imageOf(20_000_001), defaultImageOptions, {})
  expect(call.mock.calls).toMatchObject([
    ['removeImage', { image: files.avif, isOfApi: false }, {}],
    ['removeImage', expect.not.objectContaining({ isOfApi: true }), {}],
  ])
  await expect(
    service.removeImage(new Blob(['%PDF-1.7']), defaultImageOptions, { readsAll: true }),
  ).rejects.toMatchObject({ reason: 'image_kind_refused', params: { kind: 'pdf' } })
})

test('a file that cannot be read is refused with its reason', async () => {
  const { service } = openWith()
  const gone = Object.assign(new Blob(['x']), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
  })
  await expect(service.removeImage(gone, defaultImageOptions)).rejects.toMatchObject({
    code: 'validation_error',
    message: expect.stringContaining('choose it again'),
  })
})

test('an error of the worker gets the request id and costs nothing', async () => {
  const cause = new Error('deep down')
  const thrown = new ServiceError('upstream_error', { message: 'No model.', details: 'part 3', cause })
  const { service } = openWith(() => Promise.reject(thrown))
  const error = await service.removeImage(files.png, defaultImageOptions).catch((error: unknown) => error)
  expect(error).toMatchObject({
    code: 'upstream_error',
    message: 'No model.',
    details: 'part 3',
    status: 502,
    cause,
    request_id: expect.stringMatching(/^req_/),
  })
  expect((await service.getAccount()).usedCredits).toBe(0)
})

test('warming and questions run beside an image', async () => {
  const { service, call, ask, onLevel } = openWith()
  await service.onDevice?.warm('fast', {})
  await service.onDevice?.workers.listFiles()
  expect(ask.mock.calls.map(([name]) => name)).toEqual(['warm', 'listFiles'])
  expect(call).not.toHaveBeenCalled()
  expect(onLevel).toHaveBeenCalledExactlyOnceWith('fast')
})
