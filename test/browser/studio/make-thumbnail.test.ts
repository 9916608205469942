import { expect, test } from 'vitest'
import { makeThumbnail } from '#studio/media/make-thumbnail.ts'

test.each([{ size: { width: 1200, height: 600 } }, { size: null }])(
  'a thumbnail is small and as transparent as its picture: $size',
  async ({ size }) => {
    const canvas = new OffscreenCanvas(1200, 600)
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = 'rgb(200 40 40)'
    context?.fillRect(600, 0, 600, 600)
    const thumbnail = await makeThumbnail(await canvas.convertToBlob(), size)
    expect(thumbnail.size).toBeLessThan(2000)
    const bitmap = await createImageBitmap(thumbnail)
    expect([bitmap.width, bitmap.height]).toEqual([128, 64])
    const small = new OffscreenCanvas(128, 64).getContext('2d')
    small?.drawImage(bitmap, 0, 0)
    const pixelAt = (x: number) => small?.getImageData(x, 32, 1, 1).data ?? []
    expect(pixelAt(20)[3]).toBe(0)
    const [red = 0, green = 0, , alpha] = pixelAt(100)
    expect(alpha).toBe(255)
    expect(red - green).toBeGreaterThan(140)
  },
)

test('what cannot be decoded has no thumbnail', async () => {
  const none = new Blob(['no picture'])
  await expect(makeThumbnail(none, { width: 9, height: 9 })).rejects.toThrow()
  await expect(makeThumbnail(none)).rejects.toThrow()
})
