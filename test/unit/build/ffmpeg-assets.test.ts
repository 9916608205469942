import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { build, createServer, type InlineConfig } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ffmpegAssets } from '#build/ffmpeg-assets.ts'

/**
 * A page with a worker that opens a worker of its own with ffmpeg in it, as ours does. Below the project, to find its
 * packages.
 */
let folder: string
beforeAll(() => {
  mkdirSync('node_modules/.cache', { recursive: true })
  folder = mkdtempSync('node_modules/.cache/ffmpeg-assets-')
  const opening = (name: string) => `new Worker(new URL('./${name}', import.meta.url), { type: 'module' })`
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="./page.js"></script>')
  writeFileSync(join(folder, 'page.js'), opening('outer.js'))
  writeFileSync(
    join(folder, 'outer.js'),
    `import { ffmpegWasm } from 'virtual:ffmpeg-wasm'\npostMessage(ffmpegWasm.path)\n${opening('inner.js')}`,
  )
  writeFileSync(
    join(folder, 'inner.js'),
    `import createCore from '@ffmpeg/core'\npostMessage(createCore.name)`,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

const wasm = 'node_modules/@ffmpeg/core/dist/esm/ffmpeg-core.wasm'
const configOf = (base: string): InlineConfig => ({
  root: folder,
  base,
  configFile: false,
  logLevel: 'error',
  worker: { format: 'es' },
  optimizeDeps: { noDiscovery: true },
  build: { outDir: 'dist', minify: false, assetsInlineLimit: 0 },
  plugins: [ffmpegAssets({ root: process.cwd() })],
})

test('a build holds ffmpeg once, gzipped, in at most 25 MiB', async () => {
  await build(configOf('/studio/'))
  const files = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
  const served = files.filter((file) => /^codecs\/ffmpeg-[0-9a-f]{16}\.bin$/.test(file))
  expect(served.length).toBe(1)
  const file = join(folder, 'dist', served[0] ?? '')
  expect(statSync(file).size).toBeLessThan(25 * 1024 * 1024)
  expect(gunzipSync(readFileSync(file)).equals(readFileSync(wasm))).toBe(true)
  expect(files.filter((name) => name.endsWith('.wasm'))).toEqual([])
  const scripts = files
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, 'dist', name), 'utf8'))
  expect(scripts.some((script) => script.includes(`"${served[0]}"`))).toBe(true)
})

test('the development server serves ffmpeg below its base path only', async () => {
  const server = await createServer({ ...configOf('/studio/'), server: { port: 0, host: '127.0.0.1' } })
  try {
    await server.listen()
    const address = server.httpServer?.address()
    if (!address || typeof address === 'string') throw new Error('no port')
    const root = `http://127.0.0.1:${address.port}/studio/`
    const module = await (await fetch(`${root}@id/__x00__virtual:ffmpeg-wasm`)).text()
    const path = /"(codecs\/ffmpeg-[0-9a-f]{16}\.bin)"/.exec(module)?.[1] ?? 'none'
    const answer = await fetch(root + path)
    expect(answer.headers.get('Content-Type')).toBe('application/octet-stream')
    // With this header the browser would inflate the file, and the studio would inflate it a second time.
    expect(answer.headers.get('Content-Encoding')).toBe(null)
    expect([...new Uint8Array(await answer.arrayBuffer()).subarray(0, 2)]).toEqual([0x1f, 0x8b])
    const other = await fetch(`${root}codecs/ffmpeg-0123456789abcdef.bin`)
    expect(other.headers.get('Content-Type')).not.toBe('application/octet-stream')
  } finally {
    await server.close()
  }
})
