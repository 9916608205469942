import { expect, test, vi } from 'vitest'
import { readFileKind } from '#contract/sniff.ts'
import { isVideoFile } from '#library/videos/video-kind.ts'
import { checkImage } from '#service/check-input.ts'

const jpeg = () => new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)], 'photo.jpg')

test('intake, list and service read the kind of a picture once', async () => {
  const file = jpeg()
  const slice = vi.spyOn(file, 'slice')
  const kind = await readFileKind(file)
  expect(await isVideoFile(file, kind)).toBe(false)
  expect(await checkImage(file, true)).toBe('jpeg')
  expect(slice).toHaveBeenCalledTimes(1)
})

test('a kind that could not be read is read again', async () => {
  const file = jpeg()
  vi.spyOn(file, 'slice').mockImplementationOnce(() => {
    throw new DOMException('gone', 'NotReadableError')
  })
  await expect(checkImage(file)).rejects.toMatchObject({ reason: 'file_unreadable' })
  expect(await checkImage(file)).toBe('jpeg')
})
