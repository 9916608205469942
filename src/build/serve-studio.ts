import { preview } from 'vite'
import { contentPolicy } from './content-policy.ts'

type ServeOptions = {
  /** 0 takes any free port. */
  readonly port: number
  /** The base path that `outDir` was built for. */
  readonly base: string
  readonly outDir?: string
  /** `localhost` by default: nobody else on the network is served. */
  readonly host?: string
  /** Whether the headers of isolation and of the content policy are sent; `false` is a host that cannot. */
  readonly isolated?: boolean
}

export type ServedStudio = { readonly url: string; close(): Promise<void> }

/** Serves a built studio. The caller closes it. Throws where the port is taken. */
export const serveStudio = async (options: ServeOptions): Promise<ServedStudio> => {
  const { port, base, outDir = 'dist', host = 'localhost', isolated = true } = options
  const server = await preview({
    configFile: false,
    // No page stands in for a file that is missing.
    appType: 'mpa',
    base,
    plugins: isolated ? [contentPolicy()] : [],
    build: { outDir },
    logLevel: 'warn',
    preview: { host, port, strictPort: true, headers: isolated ? isolationHeaders : {} },
  })
  const address = server.httpServer.address()
  const bound = typeof address === 'object' && address ? address.port : port
  return { url: `http://localhost:${bound}${base}`, close: () => server.close() }
}

/**
 * What every host of the studio sends with every file, so that the page is cross-origin isolated and
 * may use threads. `public/_headers` says the same to a CDN.
 */
export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

/**
 * The path below which the studio is served, from the BASE_PATH of the environment: always opens and
 * closes with a slash. Throws where it is no path.
 */
export const studioBase = (basePath: string | undefined): string => {
  const path = `/${basePath ?? ''}/`.replaceAll(/\/+/g, '/')
  if (!/^[\w\-./~]+$/.test(path)) throw new Error(`BASE_PATH is not a path: ${basePath}`)
  return path
}
