import { expect, test, vi } from 'vitest'
import { videoKey } from '#service/local/video-key.ts'

const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7) % 251)

test('the same bytes have the same key, whatever they are called', async () => {
  const [one, other] = [new File([bytes(5000)], 'a.mp4'), new Blob([bytes(2000), bytes(5000).slice(2000)])]
  expect(await videoKey(one)).toMatch(/^[\da-f]{64}$/)
  expect(await videoKey(other)).toBe(await videoKey(one))
})

test('a byte of a short video, and any tenth of a long one, makes another key', async () => {
  const short = bytes(4000)
  const key = await videoKey(new Blob([short]))
  short[1234] = 255
  expect(await videoKey(new Blob([short]))).not.toBe(key)

  const long = bytes(40_000_000)
  const longKey = await videoKey(new Blob([long]))
  for (let tenth = 0; tenth < 10; tenth++) {
    const changed = long.slice()
    changed.fill(255, tenth * 4_000_000, (tenth + 1) * 4_000_000 + 2_000_000)
    expect(await videoKey(new Blob([changed]))).not.toBe(longKey)
  }
})

test('a video that goes on is another video', async () => {
  expect(await videoKey(new Blob([new Uint8Array(9_000_000)]))).not.toBe(
    await videoKey(new Blob([new Uint8Array(9_000_001)])),
  )
})

test('of a long video only slices are read', async () => {
  let read = 0
  const video = {
    size: 400_000_000,
    slice: (start: number, end: number) => {
      read += end - start
      return new Blob([new Uint8Array(end - start)])
    },
  } as unknown as Blob
  await videoKey(video)
  expect(read).toBe(8 * 512 * 1024)
})

test('on a page over plain http, where nothing can be kept, it is said so', async () => {
  vi.stubGlobal('crypto', {})
  await expect(videoKey(new Blob(['x']))).rejects.toMatchObject({ message: expect.stringContaining('https') })
  vi.unstubAllGlobals()
})
