import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isPictureTooLarge, readImageSize } from '#contract/image-size.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#0f08' } })

test('a picture has the size of its own header in every format', async () => {
  const files = [
    picture(37, 21).png(),
    picture(37, 21).png({ palette: true }),
    picture(37, 21).jpeg(),
    picture(37, 21)
      .jpeg({ progressive: true })
      .withExif({ IFD0: { Copyright: 'nobody' } }),
    picture(37, 21).webp(),
    picture(37, 21).webp({ lossless: true }),
    picture(37, 21).removeAlpha().webp(),
  ]
  for (const file of files) expect(readImageSize(await file.toBuffer())).toEqual({ width: 37, height: 21 })
})

test('no size is read from other files or from cut headers', async () => {
  expect(readImageSize(await picture(8, 8).gif().toBuffer())).toBeNull()
  for (const file of [picture(8, 8).png(), picture(8, 8).jpeg(), picture(8, 8).webp()]) {
    const bytes = await file.toBuffer()
    for (const length of [0, 3, 12, 20]) expect(readImageSize(bytes.subarray(0, length))).toBeNull()
  }
})

test('a picture is too large by its area or a side', () => {
  expect(isPictureTooLarge({ width: 10_000, height: 10_000 })).toBe(false)
  expect(isPictureTooLarge({ width: 10_000, height: 10_001 })).toBe(true)
  expect(isPictureTooLarge({ width: 32_768, height: 1 })).toBe(true)
})
