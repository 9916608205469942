import { expect } from 'vitest'
import { isAbort } from '#contract/service-error.ts'
import { crc32 } from '#engine/crc32.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { files } from '#support/form-requests.ts'
import { inspectImage, paintPhoto, toBlob } from '#support/painted-photo.ts'
import { rejectionOf } from '#support/thrown-errors.ts'
import { caseWith, type NewService, remove, shown } from './with-service.ts'

export const inputCases = (newService: NewService): void => {
  const test = caseWith(newService)

  test('leading bytes decide between JPEG, PNG and WebP (D-1, D-2)', async (service) => {
    for (const photo of [paintPhoto().jpeg(), paintPhoto().png(), paintPhoto().webp()]) {
      const mislabelled = new Blob([await toBlob(photo)], { type: 'video/mp4' })
      expect((await shown(service, {}, mislabelled)).at(0.5, 0.5)[3]).toBe(255)
    }
  })

  test('a file that is no image is a validation_error of image_file (D-2)', async (service) => {
    const truncated = (await toBlob(paintPhoto().png())).slice(0, 60)
    for (const file of [files.gif, files.avif, files.mp4, files.text, files.jpeg, truncated]) {
      const error = await rejectionOf(remove(service, {}, file))
      expect(error).toMatchObject({
        name: 'ServiceError',
        code: 'validation_error',
        status: 400,
        retryable: false,
        details: { image_file: [expect.any(String)] },
      })
    }
  })

  test('the error for an undecodable picture names the request (Spec, Error object)', async (service) => {
    expect(await rejectionOf(remove(service, {}, files.jpeg))).toMatchObject({
      code: 'validation_error',
      request_id: expect.stringMatching(/^req_/),
    })
  })

  test('an empty file is missing_image (D-2)', async (service) => {
    expect(await rejectionOf(remove(service, {}, new Blob([])))).toMatchObject({ code: 'missing_image' })
  })

  test('an image has at most 20,000,000 bytes (D-5, Spec, Limits)', async (service) => {
    const photo = await toBlob(paintPhoto().jpeg())
    const padded = (bytes: number) => new Blob([photo, new Uint8Array(bytes - photo.size)])
    expect((await shown(service, {}, padded(20_000_000))).width).toBe(400)
    expect(await rejectionOf(remove(service, {}, padded(20_000_001)))).toMatchObject({
      code: 'image_too_large',
      status: 400,
    })
  })

  test('pictures over 100 megapixels are refused before decoding (D-7)', async (service) => {
    const bomb = new Uint8Array(await (await toBlob(paintPhoto().png())).arrayBuffer())
    const header = new DataView(bomb.buffer)
    header.setUint32(16, 20_000)
    header.setUint32(20, 20_000)
    header.setUint32(29, crc32(bomb.subarray(12, 29)))
    expect(await rejectionOf(remove(service, {}, new Blob([bomb])))).toMatchObject({
      code: 'image_too_large',
    })
  })

  test('a rotated photo is cut out as displayed (D-7)', async (service) => {
    const turned = await toBlob(
      paintPhoto({ width: 200, height: 100 }).withMetadata({ orientation: 6 }).jpeg(),
    )
    const { image, facts } = await remove(service, {}, turned)
    expect(facts).toMatchObject({ width: 100, height: 200 })
    expect(await inspectImage(image)).toMatchObject({ width: 100, height: 200 })
  })

  test('an abort at any time gives an AbortError and no result', async (service) => {
    const before = new AbortController()
    before.abort()
    expect(isAbort(await rejectionOf(remove(service, {}, undefined, { signal: before.signal })))).toBe(true)
    const during = new AbortController()
    const running = rejectionOf(remove(service, {}, undefined, { signal: during.signal }))
    void turnEventLoop(3).then(() => during.abort())
    expect(isAbort(await running)).toBe(true)
    expect((await shown(service)).width).toBe(400)
  })

  test('several images run at once, past one that fails', async (service) => {
    const photo = await toBlob(paintPhoto({ width: 900, height: 600 }).jpeg())
    const [first, failed, last] = await Promise.allSettled([
      shown(service),
      shown(service, {}, files.text),
      shown(service, { size: 'preview' }, photo),
    ])
    expect([first.status, failed.status, last.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
}
