import { expect, test, vi } from 'vitest'
import { hashVideo } from '#pipeline/content-hash.ts'

const bytes = (length: number) => {
  const data = new Uint8Array(length)
  for (let index = 0; index < length; index++) data[index] = (index * 7) % 251
  return data
}

test('the same bytes have the same hash under any name', async () => {
  const [one, other] = [new File([bytes(5000)], 'a.mp4'), new Blob([bytes(2000), bytes(5000).slice(2000)])]
  expect(await hashVideo(one)).toMatch(/^[\da-f]{64}$/)
  expect(await hashVideo(other)).toBe(await hashVideo(one))
})

test.each([4000, 4 << 20, 9_000_000])('each of %i bytes changes the hash', async (length) => {
  const key = await hashVideo(new Blob([bytes(length)]))
  for (const at of [0, 1234, length >> 1, length - 1]) {
    const changed = bytes(length)
    changed[at] = 255
    expect(await hashVideo(new Blob([changed]))).not.toBe(key)
  }
})

test('swapping two pieces changes the hash', async () => {
  const [one, other] = [bytes(4 << 20), bytes(4 << 20).fill(1)]
  expect(await hashVideo(new Blob([one, other]))).not.toBe(await hashVideo(new Blob([other, one])))
})

test('appending bytes changes the hash', async () => {
  expect(await hashVideo(new Blob([new Uint8Array(9_000_000)]))).not.toBe(
    await hashVideo(new Blob([new Uint8Array(9_000_001)])),
  )
})

test('a long video is read in pieces until the call is aborted', async () => {
  let read = 0
  const video = {
    size: 400_000_000,
    slice: (start: number, end: number) => {
      read += end - start
      if (read > 40_000_000) stop.abort()
      return new Blob([new Uint8Array(end - start)])
    },
  } as unknown as Blob
  const stop = new AbortController()
  await expect(hashVideo(video, stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(read).toBeLessThan(50_000_000)
})

test('a video that cannot be read rejects with the browser’s error', async () => {
  const gone = {
    size: 9_000_000,
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone')) }),
  }
  await expect(hashVideo(gone as unknown as Blob)).rejects.toThrow('gone')
})

test('hashing a video on plain http rejects with its reason', async () => {
  vi.stubGlobal('crypto', {})
  await expect(hashVideo(new Blob(['x']))).rejects.toMatchObject({
    message: expect.stringContaining('https'),
  })
  vi.unstubAllGlobals()
})
