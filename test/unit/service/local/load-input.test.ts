import { afterEach, expect, test, vi } from 'vitest'
import { loadVideoInput } from '#service/local/load-input.ts'
import { fileFromText, files } from '#support/form-requests.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const link = { url: 'https://example.com/films/my%20clip.mp4?size=1' }

const stubFetch = (answer: () => Response | Promise<Response>) => {
  const fetched = vi.fn(async (_: string, __: RequestInit) => answer())
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const codeOf = (work: Promise<unknown>) =>
  work.then(String, ({ code, name }) => (name === 'AbortError' ? name : code))

test('a file keeps its name and is not read as a whole', async () => {
  const video = scriptedVideo({}, 'my clip.mp4')
  expect(await loadVideoInput(video)).toEqual({ video, name: 'my clip.mp4' })
  expect((await loadVideoInput(new Blob([files.gif]))).name).toBe('video')
})

test('D-6: presence, then size, then leading bytes', async () => {
  const huge = (start: Blob) => Object.defineProperty(new Blob([start]), 'size', { value: 100_000_001 })
  expect(await codeOf(loadVideoInput(files.empty))).toBe('missing_image')
  expect(await codeOf(loadVideoInput(huge(files.png)))).toBe('video_too_large')
  expect(await codeOf(loadVideoInput(files.png))).toBe('missing_image')
  expect(await codeOf(loadVideoInput(huge(files.mp4)))).toBe('video_too_large')
  expect(await codeOf(loadVideoInput(files.text))).toBe('invalid_video')
  expect(await codeOf(loadVideoInput(fileFromText('\x47\x40\0\x10\0\0\xb0\x0d\0\x01\xc1\0')))).toBe(
    'invalid_video',
  )
})

test('a file that cannot be read is refused with its reason', async () => {
  const gone = Object.assign(new Blob(['x']), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
  })
  await expect(loadVideoInput(gone)).rejects.toMatchObject({
    code: 'invalid_video',
    message: expect.stringContaining('choose it again'),
  })
})

test('a link is fetched without cookies and gives the video its name', async () => {
  const fetched = stubFetch(() => new Response(scriptedVideo({ fps: 60 })))
  const { video, name } = await loadVideoInput(link)
  expect(name).toBe('my clip.mp4')
  expect(video.size).toBe(scriptedVideo({ fps: 60 }).size)
  expect(fetched.mock.calls[0]).toEqual([
    link.url,
    expect.objectContaining({ credentials: 'omit', referrerPolicy: 'no-referrer' }),
  ])
})

test('a link to an image is refused as invalid_video (D-3)', async () => {
  stubFetch(() => new Response(files.png))
  expect(await codeOf(loadVideoInput(link))).toBe('invalid_video')
})

test('a forbidden link is not fetched (D-3)', async () => {
  const fetched = stubFetch(() => new Response(files.mp4))
  await expect(loadVideoInput({ url: 'http://example.com/a.mp4' })).rejects.toMatchObject({
    code: 'validation_error',
    details: { url: [expect.stringContaining('https')] },
  })
  expect(fetched).not.toHaveBeenCalled()
})

test('D-5: a link to more than 500 MB is refused', async () => {
  const cancel = vi.fn()
  const endless = (chunkBytes: number, chunks: number) => {
    let sent = 0
    return new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new Uint8Array(chunkBytes))
        if (++sent === chunks) controller.close()
      },
      cancel,
    })
  }
  stubFetch(() => new Response(endless(10_000_000, 60)))
  expect(await codeOf(loadVideoInput(link))).toBe('video_too_large')
  expect(cancel).toHaveBeenCalledOnce()
  stubFetch(() => new Response(endless(10, 1), { headers: { 'Content-Length': '500000001' } }))
  expect(await codeOf(loadVideoInput(link))).toBe('video_too_large')
  stubFetch(() => new Response(files.mp4, { headers: { 'Content-Length': '500000000' } }))
  expect((await loadVideoInput(link)).video.size).toBe(files.mp4.size)
})

test.each([
  ['a refusal', () => new Response('no', { status: 403 }), /answered 403/],
  [
    'a site that lets no page read',
    () => Promise.reject(new TypeError('Failed to fetch')),
    /download the video/,
  ],
  [
    'another, private address',
    () =>
      Object.defineProperties(new Response(files.mp4), {
        redirected: { value: true },
        url: { value: 'https://10.0.0.7/a.mp4' },
      }),
    /public host/,
  ],
])('a link that ends in %s is a validation_error of url', async (_, answer, words) => {
  stubFetch(answer)
  await expect(loadVideoInput(link)).rejects.toMatchObject({
    code: 'validation_error',
    details: { url: [expect.stringMatching(words)] },
  })
})

test('cancelling stops a download', async () => {
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  const caller = new AbortController()
  const taken = codeOf(loadVideoInput(link, caller.signal))
  caller.abort()
  expect(await taken).toBe('AbortError')
})

test('a site that stops sending is refused', async () => {
  vi.useFakeTimers()
  try {
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    const taken = codeOf(loadVideoInput(link))
    await vi.advanceTimersByTimeAsync(30_001)
    expect(await taken).toBe('validation_error')
  } finally {
    vi.useRealTimers()
  }
})
