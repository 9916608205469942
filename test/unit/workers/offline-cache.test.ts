import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fetchBuiltFile } from '#workers/offline-cache.ts'

const text = 'export const studio = 1'
const file = {
  path: 'assets/main-1234.js',
  bytes: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
}
const url = `https://studio.test/${file.path}`

const script = (body = text) =>
  new Response(body, { headers: { 'Content-Type': 'text/javascript', 'Content-Encoding': 'gzip' } })
const page = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })
const missing = () => new Response('', { status: 404 })

/** A host that gives `cached` for the first request and `fresh` past the cache. */
const hostOf = (cached: Response | null, fresh: Response) => {
  const asked: (RequestCache | undefined)[] = []
  const fetchFile: typeof fetch = async (_request, init) => {
    asked.push(init?.cache)
    const answer = init?.cache === 'reload' ? fresh : cached
    if (!answer) throw new TypeError('offline')
    return answer
  }
  return { asked, fetchFile }
}

test('the file of the build is taken from the cache', async () => {
  const { asked, fetchFile } = hostOf(script(), page())
  const response = await fetchBuiltFile(url, file, true, fetchFile)
  expect(await response.text()).toBe(text)
  expect(response.headers.get('Content-Encoding')).toBeNull()
  expect(asked).toEqual(['default'])
})

test.each([
  ['a page', page()],
  ['half of it', script(text.slice(0, 9))],
  ['other bytes of its length', script(text.replace('1', '2'))],
  ['a refusal', missing()],
  ['nothing', null],
])('where the cache has %s, the file is fetched past it', async (_what, cached) => {
  const { asked, fetchFile } = hostOf(cached, script())
  expect(await (await fetchBuiltFile(url, file, true, fetchFile)).text()).toBe(text)
  expect(asked).toEqual(['default', 'reload'])
})

test.each([
  ['a page', page],
  ['another file', () => script('1')],
  ['a refusal', missing],
])('a host that still has %s is refused', async (_what, answer) => {
  const { fetchFile } = hostOf(answer(), answer())
  await expect(fetchBuiltFile(url, file, true, fetchFile)).rejects.toThrow(file.path)
})

test('an unhashed file may be changed, not replaced by a page', async () => {
  const icon = { ...file, path: 'icon.svg' }
  const changed = hostOf(script('other'), script('other'))
  expect(await (await fetchBuiltFile(url, icon, false, changed.fetchFile)).text()).toBe('other')
  await expect(fetchBuiltFile(url, icon, false, hostOf(page(), page()).fetchFile)).rejects.toThrow('icon.svg')
})
