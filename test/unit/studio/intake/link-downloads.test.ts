import { afterEach, expect, test, vi } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import type { LinkOptions } from '#library/background-service.ts'
import { loadLinkedFile } from '#service/local/load-input.ts'
import { createLinkDownloads, downloadLink, linkFrom } from '#studio/intake/link-downloads.ts'
import { linkFaultText } from '#studio/intake/link-fault.ts'
import { fetchedText } from '#studio/intake/link-form.tsx'
import { files } from '#support/form-requests.ts'

/** Links of a device; the test gives the answers. */
const openLinks = () => {
  const calls: { call: LinkOptions; answer: (file: Blob) => void; fail: (cause: unknown) => void }[] = []
  const onFile = vi.fn()
  const told: string[] = []
  const readLink = (_: string, call: LinkOptions = {}) =>
    new Promise<Blob>((answer, fail) => {
      call.signal?.addEventListener('abort', () => fail(call.signal?.reason))
      calls.push({ call, answer, fail })
    })
  let ms = 0
  const now = () => {
    ms += 1000
    return ms
  }
  const links = createLinkDownloads({ device: { readLink }, onFile, tell: (text) => told.push(text), now })
  return { links, calls, onFile, told }
}

test('a download reports its bytes until the file is complete', async () => {
  const { links, calls, onFile } = openLinks()
  const done = links.fetch('https://a.example/cat.mp4')
  expect(links.get().running).toMatchObject([{ host: 'a.example', loaded: 0, total: null }])
  calls[0]?.call.onBytes?.(41_000_000, 94_000_000)
  expect(links.get().running).toMatchObject([{ loaded: 41_000_000, total: 94_000_000 }])
  calls[0]?.answer(new Blob(['x']))
  await done
  expect(onFile).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ name: 'cat.mp4' }),
    'https://a.example/cat.mp4',
  )
  expect(links.get()).toEqual({ running: [], fault: null })
})

test('cancelling one download leaves the others running', async () => {
  const { links, calls, onFile } = openLinks()
  const first = links.fetch('https://a.example/a.mp4')
  const second = links.fetch('https://b.example/b.mp4')
  links.cancel(links.get().running[0]?.id ?? '')
  await first
  expect(calls[0]?.call.signal?.aborted).toBe(true)
  expect(links.get()).toMatchObject({ running: [{ host: 'b.example' }], fault: null })
  calls[1]?.answer(new Blob(['x']))
  await second
  expect(onFile).toHaveBeenCalledOnce()
})

test('a failed download shows its reason and announces it', async () => {
  const { links, calls, told } = openLinks()
  const done = links.fetch('https://a.example/a.mp4')
  calls[0]?.fail(new ServiceError('video_too_large'))
  await done
  expect(links.get().fault).toContain('500 MB')
  expect(told.at(-1)).toBe(links.get().fault)
  links.forgetFault()
  expect(links.get().fault).toBeNull()
  await links.fetch('no link')
  expect(links.get().fault).toContain('starts with https://')
})

test('progress names the total if the site sends it', () => {
  expect(fetchedText({ loaded: 0, total: null })).toBe('')
  expect(fetchedText({ loaded: 12_000_000, total: null })).toBe('12 MB')
  expect(fetchedText({ loaded: 41_000_000, total: 94_000_000 })).toBe('41 of 94 MB')
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const answering = (answer: () => Response | Promise<Response>) => vi.stubGlobal('fetch', async () => answer())
const picked = (link: string, signal?: AbortSignal) =>
  downloadLink(new URL(link), { readLink: loadLinkedFile }, signal ? { signal } : {})
const faultOf = (work: Promise<unknown>) => work.then(() => 'no fault', linkFaultText)

test('only https addresses are links', () => {
  expect(linkFrom(' https://a.example/cat.jpg ')?.host).toBe('a.example')
  for (const text of ['cat.jpg', 'http://a.example/cat.jpg', 'javascript:alert(1)', 'data:image/png,x', ''])
    expect(linkFrom(text)).toBeNull()
})

test('a linked picture has the name in its URL', async () => {
  answering(() => new Response(files.png, { headers: { 'Content-Type': 'image/png' } }))
  const file = await picked('https://a.example/pets/my%20cat.png?w=2')
  expect(file).toMatchObject({ name: 'my cat.png', type: 'image/png', size: files.png.size })
})

test('a host that forbids reading (CORS) is named in the error', async () => {
  answering(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await faultOf(picked('https://a.example/cat.jpg'))).toBe(
    'a.example could not be reached, or does not let other pages read its files. Save the file and drop it here.',
  )
})

test('an answer that is no picture is refused with a sentence', async () => {
  answering(() => new Response(null, { status: 404 }))
  expect(await faultOf(picked('https://a.example/cat.jpg'))).toContain('a.example answered 404')
  const cancel = vi.fn()
  const page = new ReadableStream({ cancel })
  answering(() => new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }))
  expect(await faultOf(picked('https://a.example/cat'))).toContain('opens a page')
  expect(cancel).toHaveBeenCalledOnce()
})

/** Sends `head`, and then zeros without an end. */
const endless = (head: Uint8Array, cancel: () => void) => {
  let isBegun = false
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(isBegun ? new Uint8Array(5_000_000) : head)
      isBegun = true
    },
    cancel,
  })
}

test('an endless download stops at the size limit of its kind', async () => {
  const cancel = vi.fn()
  const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())
  const png = await bytesOf(files.png)
  answering(() => new Response(endless(png, cancel)))
  let most = 0
  const picture = loadLinkedFile('https://a.example/cat.png', { onBytes: (loaded) => (most = loaded) })
  expect(await faultOf(picture)).toContain('A picture may have 20 MB')
  expect(most).toBeLessThan(26_000_000)
  const mp4 = await bytesOf(files.mp4)
  answering(() => new Response(endless(mp4, cancel)))
  expect(await faultOf(picked('https://a.example/cat.mp4'))).toContain('A video may have 500 MB')
  expect(cancel).toHaveBeenCalledTimes(2)
})

test('a file that is announced as too large is not read', async () => {
  const pull = vi.fn()
  const body = () => new ReadableStream({ pull }, { highWaterMark: 0 })
  answering(() => new Response(body(), { headers: { 'Content-Length': '500000001' } }))
  expect(await faultOf(picked('https://a.example/cat.mp4'))).toContain('500 MB')
  expect(pull).not.toHaveBeenCalled()
})

test('a download without data for thirty seconds is given up', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new Uint8Array(20))
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body)
  })
  const fault = faultOf(picked('https://a.example/cat.jpg'))
  await vi.advanceTimersByTimeAsync(30_100)
  expect(await fault).toContain('a.example sent nothing for 30 seconds')
})

test('a broken connection is not reported as a CORS problem', async () => {
  answering(
    () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('reset')) })),
  )
  expect(await faultOf(picked('https://a.example/cat.jpg'))).toBe(
    'The connection to a.example broke. Try again.',
  )
})
