import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import type { ModelCatalog, PartedFile } from '#matting/network-catalog.ts'
import { type ReadModel, readModel } from './read-model.ts'
import type { ModelSource } from './read-source.ts'

const moduleId = 'virtual:model-catalog'
const resolvedId = `\0${moduleId}`
const partPath = /\/models\/([0-9a-f]{32}\.(?:bin|wasm))(?:\?|$)/
const types: Readonly<Record<string, string>> = { bin: 'application/octet-stream', wasm: 'application/wasm' }

/**
 * Serves the model and onnxruntime's WASM from the studio's own origin, below its base path, as
 * `models/<hash>.bin` and `.wasm`: through middleware in dev and tests, as files in a build. The module
 * `virtual:model-catalog` exports the `catalog` that names them.
 *
 * `root` holds node_modules and is where `MODEL_SOURCE` starts from.
 *
 * To ship another model, name a JSON file of the shape of `ModelSource` (its networks as
 * `{ "precision", "file", "sha256" }`) in the environment: `MODEL_SOURCE=my-model.json npm start`.
 */
export const modelAssets = ({ root = process.cwd() }: { root?: string } = {}): Plugin => {
  let model: ReadModel | undefined
  const read = (): ReadModel => (model ??= readModel({ root, ...chosenSource(root) }))
  return {
    ...catalogModule(read),
    name: 'model-assets',
    // A worker is bundled apart, with plugins of its own; it is the worker that imports the catalogue.
    config: () => ({ worker: { plugins: () => [catalogModule(read)] } }),
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

/** Answers `virtual:model-catalog`, and keeps Vite from emitting onnxruntime's own WASM files once more. */
const catalogModule = (read: () => ReadModel): Plugin => ({
  name: 'model-catalog',
  enforce: 'pre',
  resolveId: (id) => (id === moduleId ? resolvedId : undefined),
  load: (id) => (id === resolvedId ? `export const catalog = ${JSON.stringify(read().catalog)}` : undefined),
  transform: {
    filter: { id: /onnxruntime-web\/dist\/ort\.[\w.]+\.mjs/ },
    handler: (code) =>
      code.replaceAll(/new URL\("(ort-wasm[\w.-]+\.wasm)",import\.meta\.url\)\.href/g, '"$1"'),
  },
})

const chosenSource = (root: string): { source?: ModelSource } => {
  const file = process.env.MODEL_SOURCE
  return file ? { source: JSON.parse(readFileSync(join(root, file), 'utf8')) as ModelSource } : {}
}

/** The file names of every part. */
const partsOf = ({ model, runtimes }: ModelCatalog): ReadonlySet<string> => {
  const { small, large } = model.networks
  const files: (PartedFile | undefined)[] = [
    ...[small, large].flatMap(({ weights, graph, graphFloat32 }) => [weights, graph, graphFloat32]),
    ...Object.values(runtimes),
  ]
  return new Set(files.flatMap((file) => file?.parts ?? []).map(({ path }) => basename(path)))
}
