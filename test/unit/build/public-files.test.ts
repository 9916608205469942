import { existsSync, readFileSync, statSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { filledHeaders } from '#build/content-policy.ts'
import { isolationHeaders } from '#build/serve-studio.ts'
import { pagePolicy, workerPolicy } from '#contract/content-policy.ts'

const headers = filledHeaders(readFileSync('public/_headers', 'utf8'), 'public')
const manifest: { icons: { src: string; sizes: string; type: string }[] } = JSON.parse(
  readFileSync('public/manifest.webmanifest', 'utf8'),
)

test.each(Object.entries(isolationHeaders))('a CDN sends %s as our own server does', (name, value) => {
  expect(headers).toMatch(new RegExp(`^/\\*\\n(  .*\\n)*  ${name}: ${value}$`, 'm'))
})

test('hashed files are cached for ever, page and service worker are not', () => {
  for (const path of ['/assets/*', '/models/*']) expect(headers).toMatch(rule(path, 'immutable'))
  for (const path of ['/', '/index.html', '/service-worker.js'])
    expect(headers).toMatch(rule(path, 'no-cache'))
})

test('every icon of the manifest exists at the size it claims', async () => {
  for (const { src, sizes, type } of manifest.icons) {
    expect(existsSync(`public/${src}`), src).toBe(true)
    if (type !== 'image/png') continue
    const { width, height } = await sharp(`public/${src}`).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})

test('the cut-out of the first view and the sample clip are small', () => {
  expect(statSync('public/samples/plush-fox-cutout.webp').size).toBeLessThanOrEqual(20_000)
  expect(statSync('public/samples/plush-fox.webm').size).toBeLessThanOrEqual(150_000)
})

test('a CDN sends every page and every worker its policy', () => {
  const policies = [...headers.matchAll(/^(\/\S*)\n(?: {2}.*\n)*? {2}Content-Security-Policy: (.*)$/gm)]
  expect(Object.fromEntries(policies.map(([, path, policy]) => [path, policy]))).toEqual({
    '/': pagePolicy([]),
    '/index.html': pagePolicy([]),
    '/errors.html': pagePolicy([]),
    '/errors': pagePolicy([]),
    '/assets/*': workerPolicy,
    '/service-worker.js': workerPolicy,
  })
  expect(headers).not.toMatch(/%/)
})

test('the page about hosting tells other hosts the same policies', () => {
  const hosting = readFileSync('docs/hosting.md', 'utf8')
  for (const policy of [pagePolicy([]), workerPolicy]) expect(hosting).toContain(`    ${policy}\n`)
  // In text, for Vercel and for nginx.
  const written = hosting.match(/default-src '[^"\n]*/g) ?? []
  expect(written.toSorted()).toEqual(
    [pagePolicy([]), workerPolicy].flatMap((policy) => [policy, policy, policy]).toSorted(),
  )
})

test('docs/hosting.md names the same folders to cache', () => {
  const hosting = readFileSync('docs/hosting.md', 'utf8')
  const kept = [...headers.matchAll(/^\/(\w+)\/\*\n {2}Cache-Control: .*immutable$/gm)].map(
    ([, folder]) => folder,
  )
  expect(kept).toEqual(['assets', 'models', 'codecs'])
  expect(hosting.match(/\(assets\|models\|codecs\)/g)).toHaveLength(2)
  for (const folder of kept) expect(hosting).toContain(`\`${folder}/\``)
})

test('the page has its policy first, and no inline script', () => {
  const page = readFileSync('index.html', 'utf8')
  const meta = '<meta http-equiv="Content-Security-Policy" content="%META_POLICY%" />'
  expect(page.indexOf(meta)).toBeGreaterThan(0)
  expect(page.indexOf(meta)).toBeLessThan(page.search(/<(link|script)/))
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/)
  expect(page).not.toMatch(/\son\w+=/)
})

const rule = (path: string, cache: string): RegExp =>
  new RegExp(`^${path.replace('*', '\\*')}\\n  Cache-Control: .*${cache}`, 'm')
