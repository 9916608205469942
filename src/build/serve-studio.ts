import { existsSync, readFileSync, type Stats, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import sirv from 'sirv'
import { policyHeader } from '#contract/content-policy.ts'
import { policyOf } from './content-policy.ts'
import { requestPath } from './request-path.ts'

type ServeOptions = {
  /** 0 takes any free port. */
  readonly port: number
  /** The base path that `outDir` was built for. */
  readonly base: string
  readonly outDir?: string
  /** `localhost` by default: the network is not served. */
  readonly host?: string
  /** Whether to send the headers of isolation and the content policy; `false` imitates a host that cannot. */
  readonly isolated?: boolean
}

/** A served studio and its URL. */
export type ServedStudio = { readonly url: string; close(): Promise<void> }

/**
 * Serves a built studio, under any name of the host. The caller closes it. Rejects if the port is in use. Files are
 * read again for each request, and no request ends the server: requests that do not parse are answered 400, failures
 * 500.
 */
export const serveStudio = async (options: ServeOptions): Promise<ServedStudio> => {
  const { port, host = 'localhost', base } = options
  const packer = await openPacker()
  const answer = openSite(options, packer)
  const server = createServer((request, response) => {
    answer(request, response).catch((cause: unknown) => {
      // If the visitor has disconnected, no answer is needed.
      if (!response.destroyed) console.warn(`${request.method} ${request.url}:`, cause)
      if (response.headersSent) response.destroy()
      else plain(response, 500, 'The file could not be read.')
    })
  })
  // A silent visitor would keep a file open.
  server.setTimeout(silentMs)
  await new Promise<void>((listening, refused) => {
    server.once('error', refused)
    server.listen(port, host, listening)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  const close = async () => {
    server.closeAllConnections()
    await new Promise<void>((closed) => server.close(() => closed()))
    await packer.close()
  }
  return { url: `http://localhost:${bound}${base}`, close }
}

/** How long a visitor may neither send nor read, in milliseconds. */
const silentMs = 300_000

/**
 * Finds the file of a request, and removes headers that sirv would answer wrongly. Then sirv sends the file: whole or a
 * range, compressed or not, or 304.
 */
const openSite = ({ base, outDir = 'dist', isolated = true }: ServeOptions, { packedDir, pack }: Packer) => {
  const folder = resolve(outDir)
  const sendFile = sirv(folder, { dev: true, etag: true, extensions: [] })
  const sendPacked = sirv(packedDir, { dev: true, etag: true, extensions: [], brotli: true, gzip: true })

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, headers } = request
    const path = requestPath(request.url)
    if (isolated)
      for (const [name, value] of Object.entries(isolationHeaders)) response.setHeader(name, value)
    // For answers without a file; files have their own policy.
    if (isolated) response.setHeader(policyHeader, policyOf('/404.html', folder) ?? '')
    if (path === null) return plain(response, 400, 'The request does not parse.')
    if (method !== 'GET' && method !== 'HEAD')
      return plain(response, 405, 'Only GET and HEAD.', { Allow: 'GET, HEAD' })
    if (`${path}/` === base) return plain(response, 301, '', { Location: base })
    const name = nameOf(path, base)
    const stats = name !== null && existsSync(join(folder, name)) ? statSync(join(folder, name)) : null
    if (name === null || !stats?.isFile()) return notFound(folder, response)
    const policy = isolated ? policyOf(`/${name}`, folder) : null
    if (policy !== null) response.setHeader(policyHeader, policy)
    else response.removeHeader(policyHeader)
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader(
      'Cache-Control',
      hashed.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    if (name.endsWith('.txt')) response.setHeader('Content-Type', 'text/plain; charset=utf-8')
    request.url = `/${encodeURI(name)}`
    // sirv keeps the file of a disconnected visitor open, and does not handle its errors.
    response.once('pipe', (file: Readable) => {
      file.once('error', () => response.destroy())
      response.once('close', () => file.destroy())
    })
    const isPackable = packable.has(extname(name)) && stats.size >= packedFromBytes
    const coding = isPackable && !headers.range ? codingFor(headers['accept-encoding']) : undefined
    if (isPackable) response.setHeader('Vary', 'Accept-Encoding')
    if (coding) {
      headers['accept-encoding'] = coding
      await pack(join(folder, name), name, stats, coding)
      return sendPacked(request, response)
    }
    // Only a GET may have a range (RFC 9110, 14.2).
    const range = method === 'GET' ? rangeFor(headers, stats.size) : undefined
    if (range) headers.range = range
    else delete headers.range
    sendFile(request, response)
  }
}

const notFound = (folder: string, response: ServerResponse): void => {
  const page = join(folder, '404.html')
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' }
  if (existsSync(page)) response.writeHead(404, headers).end(readFileSync(page))
  else plain(response, 404, 'Not found.')
}

/** The file below the built folder; null if the path cannot name one. */
const nameOf = (path: string, base: string): string | null => {
  if (!path.startsWith(base)) return null
  const name = path.slice(base.length) || 'index.html'
  return /(^|[/\\])(\.|$|[/\\])|[/\\]{2}|[\\:?#]/.test(name) ? null : name
}

/** Folders with names that contain a hash of the content. */
const hashed = /^(assets|models|codecs)\//

/** Smaller files gain nothing by compression. */
const packedFromBytes = 1024
const packable = new Set('.css .html .js .json .map .svg .txt .wasm .webmanifest'.split(' '))

/** At this quality Brotli takes about as long as gzip, and WASM is a quarter smaller. */
const brotliQuality = 5
const codings = {
  br: (bytes: Uint8Array) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes),
}
type Coding = keyof typeof codings

/** The smallest coding that the visitor accepts (RFC 9110, 12.5.3). */
const codingFor = (accepted = ''): Coding | undefined => {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.replace(/;.*/, '').trim())
  return (['br', 'gzip'] as const).find((coding) => taken.includes(coding))
}

type Packer = Awaited<ReturnType<typeof openPacker>>

/** Writes compressed files into a folder for sirv: each once, and again after a change. */
const openPacker = async () => {
  const packedDir = await mkdtemp(join(tmpdir(), 'packed-studio-'))
  const packed = new Map<string, Promise<void>>()
  const write = async (file: string, target: string, coding: Coding) => {
    const bytes = await codings[coding](await readFile(file))
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, bytes)
  }
  return {
    packedDir,
    pack: (file: string, name: string, { size, mtimeMs }: Stats, coding: Coding): Promise<void> => {
      const key = `${name} ${size} ${mtimeMs} ${coding}`
      const target = join(packedDir, `${name}.${coding === 'gzip' ? 'gz' : coding}`)
      const made = packed.get(key) ?? write(file, target, coding)
      packed.set(key, made)
      made.catch(() => packed.delete(key))
      return made
    },
    close: async () => {
      await Promise.allSettled(packed.values())
      await rm(packedDir, { recursive: true })
    },
  }
}

/** A range in the form that sirv reads, with both ends; undefined if the whole file is sent (RFC 9110, 14.2). */
const rangeFor = (headers: IncomingMessage['headers'], bytes: number): string | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(headers.range?.trim() ?? '') ?? []
  if (headers['if-range'] !== undefined || (from === '' && to === '')) return undefined
  if (from === '') return `bytes=${Math.max(0, bytes - Number(to))}-`
  // sirv treats a last byte 0 as absent.
  if (to !== '' && (Number(to) === 0 || Number(to) < Number(from))) return undefined
  return `bytes=${from}-${to}`
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
 * Headers that every host must send with every file, so that the page is cross-origin isolated and may use threads.
 * `public/_headers` repeats them for a CDN.
 */
export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

/**
 * The path below which the studio is served, from BASE_PATH of the environment, with a slash at both ends. Throws if it
 * is not a path.
 */
export const studioBase = (basePath: string | undefined): string => {
  const path = `/${basePath ?? ''}/`.replaceAll(/\/+/g, '/')
  if (!/^[\w\-./~]+$/.test(path)) throw new Error(`BASE_PATH is not a path: ${basePath}`)
  return path
}
