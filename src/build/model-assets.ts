import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { missingBytes } from '#matting/model-files.ts'
import { allFiles, deviceNeeds, type NetworkCatalog } from '#matting/network-catalog.ts'
import { sha256Of } from './networks/network-source.ts'
import { type ReadModel, readModel } from './networks/read-model.ts'

const catalogId = 'virtual:model-catalog'
const bytesId = 'virtual:network-bytes'
const partPath = /\/models\/([0-9a-f]{32}\.(?:bin|wasm))(?:\?|$)/
const types: Readonly<Record<string, string>> = { bin: 'application/octet-stream', wasm: 'application/wasm' }

/**
 * Serves the networks and onnxruntime's WASM from the studio's own origin, below its base path, as `models/<hash>.bin`
 * and `.wasm`: through middleware in development and tests, as files in a build. The module `virtual:model-catalog`
 * exports their `catalog`, `virtual:network-bytes` the `networkBytes` of a first photo. `root` contains node_modules.
 * To ship other networks, write a file like src/build/networks/networks.json and set its path, relative to `root`, in
 * the environment: `MODEL_SOURCE=my-networks.json npm start`.
 */
export const modelAssets = ({ root = process.cwd() }: { root?: string } = {}): Plugin => {
  let model: ReadModel | undefined
  const read = (): ReadModel => (model ??= readModel({ root }))
  return {
    ...catalogModule(read),
    name: 'model-assets',
    // Workers are bundled separately, with their own plugins; a worker imports the catalogue.
    config: () => ({ worker: { plugins: () => [catalogModule(read), sharedRuntimes(root)] } }),
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const name = partPath.exec(request.url ?? '')?.[1]
        if (!name || !partsOf(read().catalog).has(name)) return next()
        response.setHeader('Content-Type', types[name.split('.')[1] ?? ''] ?? '')
        response.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
        for (const [header, value] of Object.entries(server.config.server.headers ?? {})) {
          if (value !== undefined) response.setHeader(header, value)
        }
        response.end(readFileSync(join(read().folder, name)))
      })
    },
    writeBundle: (options) => {
      const folder = join(options.dir ?? '', 'models')
      mkdirSync(folder, { recursive: true })
      for (const name of partsOf(read().catalog)) copyFileSync(join(read().folder, name), join(folder, name))
    },
  }
}

/** Provides both modules, and prevents Vite from emitting onnxruntime's own WASM files too. */
const catalogModule = (read: () => ReadModel): Plugin => ({
  name: 'model-catalog',
  enforce: 'pre',
  resolveId: (id) => (id === catalogId || id === bytesId ? `\0${id}` : undefined),
  load: async (id) => {
    if (id === `\0${catalogId}`) return `export const catalog = ${JSON.stringify(read().catalog)}`
    if (id === `\0${bytesId}`)
      return `export const networkBytes = ${JSON.stringify(await bytesOfFirstVisit(read().catalog))}`
    return undefined
  },
  transform: {
    filter: { id: /onnxruntime-web\/dist\/ort\.[\w.]+\.mjs/ },
    handler: adaptedScript,
  },
})

/** The most that a photo downloads on each backend if nothing is stored. */
const bytesOfFirstVisit = async (catalog: NetworkCatalog) => {
  const most = async (device: Parameters<typeof missingBytes>[1]) =>
    Math.max(...Object.values(await missingBytes(catalog, device, { storedBytes: async () => 0 })))
  return {
    wasm: await most({ backend: 'wasm', precision: deviceNeeds(catalog).cpuPrecision, threads: 2 }),
    webgpu: await most({ backend: 'webgpu', precision: 'fp16', threads: 1 }),
  }
}

/**
 * A build contains each script of onnxruntime once, as a file that all workers import. Bundled, every worker would have
 * its own copies, and each thread of such a copy would load the whole worker again.
 */
const sharedRuntimes = (root: string): Plugin => {
  let base = '/'
  return {
    name: 'shared-runtimes',
    apply: 'build',
    enforce: 'pre',
    configResolved: (config) => {
      base = config.base
    },
    resolveId: {
      filter: { id: /^onnxruntime-web\/\w+(\?[\w-]+)?$/ },
      handler(id) {
        const [, backend, query = ''] = /^onnxruntime-web\/(\w+)(\?[\w-]+)?$/.exec(id) ?? []
        const code = adaptedScript(
          readFileSync(join(root, `node_modules/onnxruntime-web/dist/ort.${backend}.bundle.min.mjs`), 'utf8'),
        )
        const fileName = `assets/ort.${backend}-${sha256Of(Buffer.from(code)).slice(0, 8)}.js`
        this.emitFile({ type: 'asset', fileName, source: code })
        return { id: `${base}${fileName}${query}`, external: 'absolute' }
      },
    },
  }
}

/** The script refers to its WASM by name only, so that Vite does not emit the file again; it receives the bytes. */
const adaptedScript = (code: string): string =>
  code.replaceAll(/new URL\("(ort-wasm[\w.-]+\.wasm)",import\.meta\.url\)\.href/g, '"$1"')

/** The file names of every part. */
const partsOf = ({ networks, runtimes, kernels }: NetworkCatalog): ReadonlySet<string> => {
  const files = [...networks.flatMap(allFiles), ...Object.values(runtimes), ...Object.values(kernels ?? {})]
  return new Set(files.flatMap(({ parts }) => parts).map(({ path }) => basename(path)))
}
