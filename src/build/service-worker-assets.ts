import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { requestPath } from './request-path.ts'

/**
 * `asset-manifest.json`, beside `service-worker.js` at the root of the studio's base path: all files of the built
 * studio.
 */
type AssetManifest = {
  /** Changes whenever any file does; 16 hex digits, or `dev` on the development server. */
  readonly build: string
  /** Sorted by path. Empty on the development server. */
  readonly files: readonly AssetFile[]
}

type AssetFile = {
  /** Relative to the base path, without a leading slash: `assets/main-4f2a.js`. The page itself is `index.html`. */
  readonly path: string
  readonly bytes: number
  /** 64 hex digits. */
  readonly sha256: string
  /**
   * `install`: small and needed by every visit, so fetched when the service worker installs. `use`: large (parts of the
   * model and its runtime), so stored only after the page has requested it.
   */
  readonly when: 'install' | 'use'
}

const worker = 'service-worker.js'
const manifest = 'asset-manifest.json'
/** Files that only hosts or people read; or that the host may change, so that they must not be stored. */
const notForThePage =
  /^(_headers|404\.html|config\.json|licences\.txt|screenshot\.png|service-worker\.js|asset-manifest\.json)$|\.map$/
/** Scripts that few visits need: ffmpeg, AAC, and codecs of other picture formats (`codecChunk`). */
const neededByFew = [
  ...['codec', 'ffmpeg-worker', 'mediabunny-aac-encoder', 'avif-worker', 'avif_enc', 'libheif'],
  ...['jxl-worker', 'jxl_oxide_wasm_bg', 'jxl-encode-worker', 'jxl-enc'],
]
/** With the network and its runtime, down to their smallest parts, and all samples but one. */
const keptOnceUsed = new RegExp(
  `^(models|codecs)/|^samples/(?!plush-fox\\.jpg).*\\.(jpg|webm)$|^assets/(${neededByFew.join('|')})-`,
)

/** The name of a chunk; in a format's folder it contains the format, because each has a `read.ts`. */
export const codecChunk = ({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string => {
  const format = /\/src\/codecs\/image\/(\w+)\/[\w-]+\.ts$/.exec(facadeModuleId ?? '')?.[1]
  return format ? `assets/codec-${format}-[name]-[hash].js` : 'assets/[name]-[hash].js'
}

/**
 * Builds `workers/service-worker.ts` into one classic script, `service-worker.js`, whose first line contains the
 * build's id (so that a browser detects a new version when any file changed), and lists the built files in
 * `asset-manifest.json`. The development server serves both too.
 */
export const serviceWorkerAssets = (): Plugin => {
  let root = ''
  let serving = false
  let outDir = ''
  return {
    name: 'service-worker-assets',
    configResolved: (config) => {
      root = config.root
      serving = config.command === 'serve'
      outDir = resolve(config.root, config.build.outDir)
    },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const path = requestPath(request.url)
        if (path === `${server.config.base}${manifest}`) {
          response.setHeader('Content-Type', 'application/json')
          response.end(JSON.stringify({ build: 'dev', files: [] } satisfies AssetManifest))
        } else if (path === `${server.config.base}${worker}`) {
          response.setHeader('Content-Type', 'text/javascript')
          bundleWorker(root, 'dev').then((code) => response.end(code), next)
        } else next()
      })
    },
    // The last hook of a build, after the files of all other plugins.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async (error?: Error) => {
        if (error || serving) return
        const files = listFiles(outDir)
        for (const name of neededByFew)
          if (!files.some(({ path }) => path.startsWith(`assets/${name}-`)))
            throw new Error(`No built file is called ${name}: is it needed by few under another name?`)
        const id = hashOf(files)
        writeFileSync(join(outDir, worker), await bundleWorker(root, id))
        writeFileSync(
          join(outDir, manifest),
          JSON.stringify({ build: id, files } satisfies AssetManifest, null, 1),
        )
      },
    },
  }
}

const listFiles = (outDir: string): AssetFile[] =>
  readdirSync(outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(outDir, file).split(sep).join('/'), file }))
    .filter(({ path }) => !notForThePage.test(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, file }) => {
      const content = readFileSync(file)
      const sha256 = createHash('sha256').update(content).digest('hex')
      return { path, bytes: content.length, sha256, when: keptOnceUsed.test(path) ? 'use' : 'install' }
    })

const hashOf = (files: readonly AssetFile[]): string =>
  createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16)

const bundleWorker = async (root: string, buildId: string): Promise<string> => {
  const built = (await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: buildId !== 'dev',
      rolldownOptions: {
        input: join(root, 'workers/service-worker.ts'),
        output: { format: 'iife', entryFileNames: worker },
      },
    },
  })) as Rolldown.RolldownOutput
  return `// Build ${buildId}\n${built.output[0].code}`
}
