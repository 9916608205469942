import { expect, test, vi } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import type { LinkOptions } from '#service/background-service.ts'
import { fetchedText } from '#studio/intake/intake-words.ts'
import { createLinks } from '#studio/intake/links.ts'

/** Links of a device whose answers a test gives. */
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
  const links = createLinks({ device: { readLink }, onFile, tell: (text) => told.push(text), now })
  return { links, calls, onFile, told }
}

test('a link tells how many bytes came until its file is there', async () => {
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

test('Cancel ends one link; another beside it goes on', async () => {
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

test('a link that gives nothing is told in words, aloud as well', async () => {
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

test('bytes are told with what is to come, where the site says it', () => {
  expect(fetchedText({ loaded: 0, total: null })).toBe('')
  expect(fetchedText({ loaded: 12_000_000, total: null })).toBe('12 MB')
  expect(fetchedText({ loaded: 41_000_000, total: 94_000_000 })).toBe('41 of 94 MB')
})
