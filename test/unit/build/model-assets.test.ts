import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { build, createServer, type HttpServer, type InlineConfig } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelAssets } from '#build/model-assets.ts'
import { readModel } from '#build/networks/read-model.ts'

/**
 * A page with two workers that import the catalogue and onnxruntime, as ours do. Below the project, to find its
 * packages.
 */
let folder: string
beforeAll(() => {
  mkdirSync('node_modules/.cache', { recursive: true })
  folder = mkdtempSync('node_modules/.cache/model-assets-')
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="./page.js"></script>')
  writeFileSync(
    join(folder, 'page.js'),
    `import { networkBytes } from 'virtual:network-bytes'
     console.log(networkBytes)
     new Worker(new URL('./images.js', import.meta.url), { type: 'module' })
     new Worker(new URL('./videos.js', import.meta.url), { type: 'module' })`,
  )
  for (const name of ['images', 'videos']) {
    writeFileSync(
      join(folder, `${name}.js`),
      `import { catalog } from 'virtual:model-catalog'
       const copies = [() => import('onnxruntime-web/wasm'), () => import('onnxruntime-web/webgpu'), () => import('onnxruntime-web/wasm?one-thread')]
       postMessage(['${name}', catalog, copies])`,
    )
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const { catalog } = readModel()
const part = catalog.networks[0]?.graph.parts[0]

const configOf = (base: string): InlineConfig => ({
  root: folder,
  base,
  configFile: false,
  logLevel: 'error',
  worker: { format: 'es' },
  optimizeDeps: { noDiscovery: true },
  build: { outDir: 'dist', minify: false, assetsInlineLimit: 0 },
  plugins: [modelAssets({ root: process.cwd() })],
})

test('a build holds every part, of at most 25 MiB each', async () => {
  await build(configOf('/studio/'))
  const files = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
  const models = files.filter((file) => /^models\/[0-9a-f]{32}\.(bin|wasm)$/.test(file))
  const expected = [
    ...catalog.networks.flatMap(({ weights, graph, graphFloat32 }) => [weights, graph, graphFloat32]),
    ...Object.values(catalog.runtimes),
    ...Object.values(catalog.kernels ?? {}),
  ]
    .flatMap((file) => file?.parts ?? [])
    .map(({ path }) => path)
  expect(models.sort()).toEqual([...new Set(expected)].sort())
  expect(files.filter((file) => file.endsWith('.wasm') && !models.includes(file))).toEqual([])
  for (const file of files)
    expect(statSync(join(folder, 'dist', file)).size).toBeLessThanOrEqual(25 * 1024 * 1024)
})

test('a page knows what a first photo fetches, without the catalogue', () => {
  const assets = join(folder, 'dist/assets')
  const page = readdirSync(assets).find((file) => file.startsWith('index-')) ?? ''
  const code = readFileSync(join(assets, page), 'utf8')
  const [, wasm, webgpu] = /"?wasm"?: ?(\d+),\s*"?webgpu"?: ?(\d+)/.exec(code) ?? []
  const bytesOf = (id: string) => catalog.networks.find((each) => each.id === id)?.weights.bytes ?? Infinity
  expect(Number(wasm)).toBeGreaterThan(bytesOf('isnet-tuned-int8'))
  expect(Number(webgpu)).toBeGreaterThan(bytesOf('isnet-tuned-fp16'))
  expect(code).not.toContain('sha256')
})

test('all built workers share one script of each runtime', () => {
  const assets = join(folder, 'dist/assets')
  const scripts = readdirSync(assets).map((file) => ({
    file,
    code: readFileSync(join(assets, file), 'utf8'),
  }))
  const runtimes = scripts.filter(({ code }) => code.includes('em-pthread')).map(({ file }) => file)
  expect(runtimes.map((file) => file.replace(/-[0-9a-f]{8}\.js$/, ''))).toEqual(['ort.wasm', 'ort.webgpu'])
  const workers = scripts.filter(({ code }) => code.includes(part?.sha256 ?? 'none'))
  expect(workers).toHaveLength(2)
  const [wasm, webgpu] = runtimes
  for (const { code } of workers)
    for (const url of [wasm, `${wasm}?one-thread`, webgpu])
      expect(code).toContain(`("/studio/assets/${url}")`)
})

test('the development server sends parts below the base path', async () => {
  const server = await createServer({
    ...configOf('/studio/'),
    server: { port: 4183, headers: { 'Cross-Origin-Resource-Policy': 'same-origin' } },
  })
  try {
    await server.listen()
    const { port } = (server.httpServer as HttpServer).address() as AddressInfo
    const response = await fetch(`http://localhost:${port}/studio/${part?.path}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/octet-stream')
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(gunzipSync(await response.arrayBuffer())).toHaveLength(part?.bytes ?? 0)

    const missing = await fetch(`http://localhost:${port}/studio/models/${'0'.repeat(32)}.bin`)
    expect(missing.headers.get('Content-Type')).not.toBe('application/octet-stream')
  } finally {
    await server.close()
  }
})
