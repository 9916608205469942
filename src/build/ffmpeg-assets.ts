import { createHash, randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const moduleId = 'virtual:ffmpeg-wasm'
const resolvedId = `\0${moduleId}`
const coreWasm = 'node_modules/@ffmpeg/core/dist/esm/ffmpeg-core.wasm'
/** Not `.gz`: hosts declare that as an encoding, and the browser would inflate the file. */
const servedPath = /\/codecs\/(ffmpeg-[0-9a-f]{16}\.bin)(?:\?|$)/

/**
 * Serves ffmpeg's WASM from the studio's own origin, below its base path, as `codecs/ffmpeg-<hash>.bin`: gzipped (10 MB
 * of 32), because hosts accept files up to 25 MiB. The module `virtual:ffmpeg-wasm` exports its name as `ffmpegWasm`.
 */
export const ffmpegAssets = ({ root = process.cwd() }: { root?: string } = {}): Plugin => {
  let file: string | undefined
  const served = (): string => (file ??= gzippedCore(root))
  return {
    ...wasmModule(served),
    name: 'ffmpeg-assets',
    // Workers are bundled separately, with their own plugins; a worker imports the core.
    config: () => ({ worker: { plugins: () => [wasmModule(served)] } }),
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const name = servedPath.exec(request.url ?? '')?.[1]
        if (name === undefined || name !== basename(served())) return next()
        response.setHeader('Content-Type', 'application/octet-stream')
        response.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
        for (const [header, value] of Object.entries(server.config.server.headers ?? {})) {
          if (value !== undefined) response.setHeader(header, value)
        }
        response.end(readFileSync(served()))
      })
    },
    writeBundle: (options) => {
      const folder = join(options.dir ?? '', 'codecs')
      mkdirSync(folder, { recursive: true })
      copyFileSync(served(), join(folder, basename(served())))
    },
  }
}

/** Provides `virtual:ffmpeg-wasm`, and prevents Vite from emitting the core's own 32 MB too. */
const wasmModule = (served: () => string): Plugin => ({
  name: 'ffmpeg-wasm',
  enforce: 'pre',
  resolveId: (id) => (id === moduleId ? resolvedId : undefined),
  load: (id) =>
    id === resolvedId
      ? `export const ffmpegWasm = ${JSON.stringify({ path: `codecs/${basename(served())}` })}`
      : undefined,
  transform: {
    filter: { id: /@ffmpeg\/core\/dist\/esm\/ffmpeg-core\.js/ },
    handler: (code) =>
      code.replaceAll('new URL("ffmpeg-core.wasm",import.meta.url).href', '"ffmpeg-core.wasm"'),
  },
})

/** The gzipped core, made once and stored in node_modules/.cache, named by its content. */
const gzippedCore = (root: string): string => {
  const wasm = readFileSync(join(root, coreWasm))
  const hash = createHash('sha256').update(wasm).digest('hex').slice(0, 16)
  const file = join(root, 'node_modules/.cache/clearcut-codecs', `ffmpeg-${hash}.bin`)
  if (existsSync(file)) return file
  mkdirSync(dirname(file), { recursive: true })
  // Written under another name and then renamed, so that an interrupted build leaves no incomplete file.
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, gzipSync(wasm, { level: 9 }))
  renameSync(draft, file)
  return file
}
