import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { mendFiles } from '#base/mend-files.ts'

const base = 'https://studio.test/below/'
const text = 'export const studio = 1'
const described = (path: string) => ({
  path,
  bytes: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
})
const main = `${base}assets/main-1234.js`
const files = [described('assets/main-1234.js'), described('models/part-1'), described('icon.svg')]

const script = () => new Response(text, { headers: { 'Content-Type': 'text/javascript' } })
const page = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })

type Host = {
  readonly cached: () => Response | null
  readonly fresh?: () => Response
  readonly listed?: typeof files
}

const hostOf = ({ cached, fresh = script, listed = files }: Host) => {
  let kept = cached
  const asked: string[] = []
  const fetchFile: typeof fetch = async (request, { cache = 'default' } = {}) => {
    if (String(request).endsWith('asset-manifest.json')) return Response.json({ files: listed })
    asked.push(`${String(request).slice(base.length)} ${cache}`)
    if (cache === 'reload') kept = fresh
    const answer = kept()
    if (answer) return answer
    if (cache === 'only-if-cached') throw new TypeError('not cached')
    return fresh()
  }
  return { asked, mend: (failed: readonly string[] = []) => mendFiles(base, failed, fetchFile) }
}

test('a page that the cache holds for a script is replaced', async () => {
  const { asked, mend } = hostOf({ cached: page })
  expect(await mend()).toBe(true)
  expect(asked).toEqual(
    ['only-if-cached', 'default', 'reload'].map((cache) => `assets/main-1234.js ${cache}`),
  )
  // The second time all is well.
  expect(await mend([main])).toBe(false)
})

test('what is not cached is fetched only where it has failed', async () => {
  const { asked, mend } = hostOf({ cached: () => null })
  expect(await mend()).toBe(false)
  expect(asked).toEqual(['assets/main-1234.js only-if-cached'])
  expect(await mend([main])).toBe(true)
})

test('a file that is still a page on the host is told', async () => {
  const { mend } = hostOf({ cached: page, fresh: page })
  await expect(mend([main])).rejects.toThrow('assets/main-1234.js')
})

test.each([
  ['is there', script, true],
  ['is a page', page, false],
])('a failed file that the list does not have and that %s', async (_what, fresh, expected) => {
  const { asked, mend } = hostOf({ cached: page, fresh, listed: [] })
  expect(await mend([main])).toBe(expected)
  expect(asked).toEqual(['assets/main-1234.js reload'])
})
