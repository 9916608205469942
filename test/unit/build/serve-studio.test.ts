import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isolationHeaders, type ServedStudio, serveStudio, studioBase } from '#build/serve-studio.ts'
import { pagePolicy, policyHeader, workerPolicy } from '#contract/content-policy.ts'
import { rawAnswer } from '#support/raw-answer.ts'

const script = `export const text = '${'a'.repeat(5000)}'\n`

let folder = ''
let studio: ServedStudio
let port = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'served-'))
  await mkdir(join(folder, 'dist/assets'), { recursive: true })
  await mkdir(join(folder, 'dist-old'))
  const write = (name: string, text: string | Uint8Array) => writeFile(join(folder, name), text)
  await write('dist/index.html', '<!doctype html><title>Studio</title>')
  await write('dist/404.html', '<!doctype html><title>Nothing here</title>')
  await write('dist/config.json', '{"frame_ancestors":["https://shop.example"]}')
  await write('dist/assets/main-1234.js', script)
  await write('dist/empty.txt', '')
  await write('dist/.secret', 'secret')
  await write('dist-old/index.html', 'secret')
  await write('secret.txt', 'secret')
  studio = await serveStudio({ port: 0, base: '/studio/', outDir: join(folder, 'dist') })
  port = Number(new URL(studio.url).port)
})
afterAll(async () => {
  await studio.close()
  await rm(folder, { recursive: true })
})

const statusOf = async (line: string): Promise<string> =>
  (await rawAnswer(port, line, 'Host: localhost')).slice(9, 12)

test.each([
  ['GET http://[ HTTP/1.1', '400'],
  ['GET [ HTTP/1.1', '400'],
  ['GET /studio/%E0%A4%A HTTP/1.1', '400'],
  ['GET /studio/%00 HTTP/1.1', '400'],
  ['GET / /b HTTP/1.1', '400'],
  ['OPTIONS * HTTP/1.1', '400'],
  ['GET // HTTP/1.1', '404'],
  ['GET //studio/ HTTP/1.1', '404'],
  ['GET /studio// HTTP/1.1', '404'],
  ['GET / HTTP/1.1', '404'],
  ['GET /studio/assets/ HTTP/1.1', '404'],
  ['GET /studio/assets HTTP/1.1', '404'],
  [`GET /studio/${'a'.repeat(5000)} HTTP/1.1`, '404'],
  ['GET /studio HTTP/1.1', '301'],
  ['POST /studio/ HTTP/1.1', '405'],
  ['GET http://localhost/studio/?from=share HTTP/1.1', '200'],
  ['GET /studio/index.html HTTP/1.1', '200'],
  ['GET /studio/empty.txt HTTP/1.1', '200'],
])('%s is answered %s, and the server goes on', async (line, status) => {
  expect(await statusOf(line)).toBe(status)
  expect((await fetch(studio.url)).status).toBe(200)
})

test.each([
  '/studio/../secret.txt',
  '/studio/..%2fsecret.txt',
  '/studio/%2e%2e/secret.txt',
  '/studio/..%5csecret.txt',
  '/studio/../dist-old/index.html',
  '/studio/..%2fdist-old/index.html',
  '/studio/.secret',
])('%s leads to nothing outside of the build', async (path) => {
  expect(await rawAnswer(port, `GET ${path} HTTP/1.1`, 'Host: localhost')).not.toContain('secret\r\n')
  expect(await statusOf(`GET ${path} HTTP/1.1`)).toBe('404')
})

test('every name of the host is served', async () => {
  const answer = await rawAnswer(port, 'GET /studio/ HTTP/1.1', 'Host: studio.example.org')
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

test("every file has the studio's headers; hashed files are kept", async () => {
  for (const path of ['', 'assets/main-1234.js', 'missing.js'])
    expect(Object.fromEntries((await fetch(studio.url + path)).headers)).toMatchObject(
      Object.fromEntries(
        Object.entries(isolationHeaders).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    )
  const page = (await fetch(studio.url)).headers
  expect(page.get(policyHeader)).toBe(pagePolicy(['https://shop.example']))
  expect(page.get('cache-control')).toBe('no-cache')
  const asset = (await fetch(`${studio.url}assets/main-1234.js`)).headers
  expect(asset.get(policyHeader)).toBe(workerPolicy)
  expect(asset.get('cache-control')).toContain('immutable')
})

test('a missing file is answered with its own page, never kept', async () => {
  const missing = await fetch(`${studio.url}assets/gone-5678.js`)
  expect(missing.status).toBe(404)
  expect(missing.headers.get('cache-control')).toBe('no-cache')
  expect(await missing.text()).toContain('Nothing here')
})

test.each([
  ['bytes=0-3', 206, script.slice(0, 4), `bytes 0-3/${script.length}`],
  ['bytes=-4', 206, script.slice(-4), `bytes ${script.length - 4}-${script.length - 1}/${script.length}`],
  ['bytes=5000-', 206, script.slice(5000), `bytes 5000-${script.length - 1}/${script.length}`],
  ['bytes=5000-99999', 206, script.slice(5000), `bytes 5000-${script.length - 1}/${script.length}`],
  ['bytes=99999-', 416, '', `bytes */${script.length}`],
  ['bytes=-0', 416, '', `bytes */${script.length}`],
  ['bytes=3-1', 200, script, null],
  ['bytes=0-0', 200, script, null],
  ['bytes=0-1,4-5', 200, script, null],
  ['lines=1-2', 200, script, null],
])('the range %s is answered %i', async (range, status, text, described) => {
  const answer = await fetch(`${studio.url}assets/main-1234.js`, { headers: { range } })
  expect(answer.status).toBe(status)
  expect(await answer.text()).toBe(text)
  expect(answer.headers.get('content-range')).toBe(described)
})

test('refusals have the headers of isolation and policy too', async () => {
  for (const line of ['GET /studio/%00 HTTP/1.1', 'POST /studio/ HTTP/1.1', 'GET /studio/none HTTP/1.1']) {
    const answer = (await rawAnswer(port, line, 'Host: localhost')).toLowerCase()
    expect(answer).toContain('cross-origin-embedder-policy: require-corp')
    expect(answer).toContain(`${policyHeader.toLowerCase()}: `)
  }
})

test('only a GET has ranges', async () => {
  const answer = await rawAnswer(
    port,
    'HEAD /studio/assets/main-1234.js HTTP/1.1',
    'Host: localhost\r\nRange: bytes=0-9',
  )
  expect(answer).toMatch(/^HTTP\/1.1 200/)
  expect(answer).toContain(`Content-Length: ${script.length}`)
})

test('a range of a file that has changed is the whole file', async () => {
  const headers = { range: 'bytes=0-3', 'if-range': '"older"' }
  expect((await fetch(`${studio.url}assets/main-1234.js`, { headers })).status).toBe(200)
})

/** As it is sent; `fetch` would unpack it. */
const sentTo = (
  accepted: string,
  method = 'GET',
): Promise<{ coding: string | undefined; body: Buffer; length: string | undefined }> =>
  new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': accepted }
    request(`${studio.url}assets/main-1234.js`, { method, headers }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      const { 'content-encoding': coding, 'content-length': length } = answer.headers
      resolve({ coding, length, body: Buffer.concat(chunks) })
    })
      .once('error', reject)
      .end()
  })

test('text is compressed for whoever takes it', async () => {
  const { coding, body, length } = await sentTo('gzip;q=0.5, br;q=0')
  expect(coding).toBe('gzip')
  expect(body.length).toBeLessThan(200)
  expect(Number(length)).toBe(body.length)
  const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
  expect(hash(gunzipSync(body))).toBe(hash(script))
  const small = await sentTo('gzip, deflate, br, zstd')
  expect(small.coding).toBe('br')
  expect(hash(brotliDecompressSync(small.body))).toBe(hash(script))
  for (const none of ['identity', 'gzip;q=0', 'zstd'])
    expect(await sentTo(none)).toMatchObject({ coding: undefined, length: String(script.length) })
  expect(await sentTo('gzip', 'HEAD')).toMatchObject({ length, body: Buffer.alloc(0) })
})

test('a known file is not sent again, a changed one is', async () => {
  const etag = (await fetch(`${studio.url}empty.txt`)).headers.get('etag') ?? ''
  const again = () => fetch(`${studio.url}empty.txt`, { headers: { 'if-none-match': etag } })
  expect((await again()).status).toBe(304)
  await writeFile(join(folder, 'dist/empty.txt'), 'no more')
  expect(await (await again()).text()).toBe('no more')
})

test.each([
  [undefined, '/'],
  ['', '/'],
  ['studio', '/studio/'],
  ['/studio', '/studio/'],
  ['//tools//studio/', '/tools/studio/'],
])('BASE_PATH %j serves the studio below %s', (given, base) => {
  expect(studioBase(given)).toBe(base)
})

test('BASE_PATH that is no path is refused', () => {
  expect(() => studioBase('https://example.org/?x')).toThrow('BASE_PATH')
})
