import { type FileHandle, open } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { policyHeader } from '#contract/content-policy.ts'
import { policyOf } from './content-policy.ts'
import { requestPath } from './request-path.ts'
import { type Coding, staticAnswer } from './static-answer.ts'

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

/** A studio that is being served, and where. */
export type ServedStudio = { readonly url: string; close(): Promise<void> }

/**
 * Serves a built studio, under any name of the host. The caller closes it. Rejects where the port is taken. Files are read
 * anew for each request, and no request ends the server: what does not parse is answered 400, what fails 500.
 */
export const serveStudio = async (options: ServeOptions): Promise<ServedStudio> => {
  const { port, base, outDir = 'dist', host = 'localhost', isolated = true } = options
  const site: Site = { base, folder: resolve(outDir), isolated, packed: new Map() }
  const server = createServer((request, response) => {
    answer(site, request, response).catch((cause: unknown) => {
      // Where the visitor has gone, nobody waits for an answer.
      if (!response.destroyed) console.warn(`${request.method} ${request.url}:`, cause)
      if (response.headersSent) response.destroy()
      else plain(response, 500, 'The file could not be read.')
    })
  })
  await new Promise<void>((listening, refused) => {
    server.once('error', refused)
    server.listen(port, host, listening)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  return { url: `http://localhost:${bound}${base}`, close }
}

type Site = {
  readonly base: string
  readonly folder: string
  readonly isolated: boolean
  /** Compressed files by path and tag. */
  readonly packed: Map<string, Promise<Uint8Array>>
}

const answer = async (site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { method, url } = request
  const path = requestPath(url)
  if (path === null) return plain(response, 400, 'The request does not parse.')
  if (method !== 'GET' && method !== 'HEAD')
    return plain(response, 405, 'Only GET and HEAD.', { Allow: 'GET, HEAD' })
  if (site.isolated)
    for (const [name, value] of Object.entries(isolationHeaders)) response.setHeader(name, value)
  if (`${path}/` === site.base) return plain(response, 301, '', { Location: site.base })
  const name = nameOf(path, site.base)
  const file = name === null ? null : await openFile(join(site.folder, name))
  if (name === null || file === null) {
    const page = await openFile(join(site.folder, notFoundPage))
    if (!page) return plain(response, 404, 'Not found.')
    return send(site, request, response, { ...page, name: notFoundPage, status: 404 })
  }
  await send(site, request, response, { ...file, name })
}

const notFoundPage = '404.html'

/** The file below the built folder; null where a path cannot name one. */
const nameOf = (path: string, base: string): string | null => {
  if (!path.startsWith(base)) return null
  const name = path.slice(base.length) || 'index.html'
  return /(^|[/\\])(\.|$|[/\\])|[/\\]{2}|\\|:/.test(name) ? null : name
}

type OpenFile = { readonly handle: FileHandle; readonly bytes: number; readonly changedMs: number }

/** Null for what is no file. One handle for size and content, so that both are of the same file. */
const openFile = async (path: string): Promise<OpenFile | null> => {
  const handle = await open(path).catch((cause: NodeJS.ErrnoException) => {
    if (absent.has(cause.code)) return null
    throw cause
  })
  if (!handle) return null
  const stats = await handle.stat()
  if (stats.isFile()) return { handle, bytes: stats.size, changedMs: stats.mtimeMs }
  await handle.close()
  return null
}

const absent: ReadonlySet<string | undefined> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ENAMETOOLONG',
  'ELOOP',
])

type Sent = OpenFile & { readonly name: string; readonly status?: 404 }

const send = async (
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
  file: Sent,
): Promise<void> => {
  const { handle, name } = file
  try {
    const asked = file.status ? { 'accept-encoding': request.headers['accept-encoding'] } : request.headers
    const { status, headers, range, coding } = staticAnswer(file, asked)
    const policy = site.isolated ? policyOf(`/${name}`, site.folder) : null
    if (policy !== null) response.setHeader(policyHeader, policy)
    const cache = !file.status && hashed.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache'
    const all = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': cache, ...headers }
    const body = coding && range ? await packedFile(site, `${name} ${headers.ETag}`, handle, coding) : null
    response.writeHead(file.status ?? status, body ? { ...all, 'Content-Length': body.byteLength } : all)
    if (!range || request.method === 'HEAD') response.end()
    else if (body) response.end(body)
    else
      await pipeline(handle.createReadStream({ start: range[0], end: range[1], autoClose: false }), response)
  } finally {
    await handle.close()
  }
}

/** Their names hold a hash of their content. */
const hashed = /^(assets|models|codecs)\//

/** Brotli then takes about as long as gzip, and leaves a quarter less of WASM. */
const brotliQuality = 5
const packs: Readonly<Record<Coding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (bytes) => promisify(gzip)(bytes),
}

/** Each file is compressed once, and again when it has changed. */
const packedFile = (site: Site, key: string, handle: FileHandle, coding: Coding): Promise<Uint8Array> => {
  const known = site.packed.get(key)
  if (known) return known
  const made = handle.readFile().then(packs[coding])
  site.packed.set(key, made)
  made.catch(() => site.packed.delete(key))
  return made
}

const plain = (
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }).end(`${text}\n`)
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
