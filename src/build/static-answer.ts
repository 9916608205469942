import { extname } from 'node:path'

type StaticFile = { readonly name: string; readonly bytes: number; readonly changedMs: number }

type StaticAnswer = {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string>>
  /** First and last byte of the file that are sent; null where none is. */
  readonly range: readonly [first: number, last: number] | null
  /** How the file is compressed; null where it is not. */
  readonly coding: Coding | null
}

/** Those that browsers take; the smaller one first. */
const codings = ['br', 'gzip'] as const
/** The name of such a compression (RFC 9110). */
export type Coding = (typeof codings)[number]

type Asked = Readonly<Record<string, string | string[] | undefined>>

/** How a file is answered to a GET with these headers: conditions, one range, and compression (RFC 9110). */
export const staticAnswer = ({ name, bytes, changedMs }: StaticFile, asked: Asked): StaticAnswer => {
  const ask = (header: string) => String(asked[header] ?? '')
  const type = types[extname(name)] ?? 'application/octet-stream'
  const packs = packed.test(type) && bytes >= packedFromBytes
  const coding = (packs && !asked.range && codings.find(takenBy(ask('accept-encoding')))) || null
  const plainTag = `"${bytes.toString(36)}-${Math.trunc(changedMs).toString(36)}"`
  const tag = coding ? plainTag.replace(/"$/, `-${coding}"`) : plainTag
  const headers = {
    ETag: tag,
    'Last-Modified': new Date(changedMs).toUTCString(),
    ...(packs && { Vary: 'Accept-Encoding' }),
  }
  if (isFresh(ask, tag, changedMs)) return { status: 304, headers, range: null, coding }
  const sent = { ...headers, 'Content-Type': type, 'Accept-Ranges': 'bytes' }
  if (coding)
    return { status: 200, headers: { ...sent, 'Content-Encoding': coding }, range: [0, bytes - 1], coding }
  const wanted = ask('if-range') === '' || ask('if-range') === tag ? rangeOf(ask('range'), bytes) : 'whole'
  if (wanted === 'none')
    return {
      status: 416,
      headers: { 'Content-Range': `bytes */${bytes}`, 'Content-Length': '0' },
      range: null,
      coding,
    }
  if (wanted === 'whole') {
    const length = { ...sent, 'Content-Length': String(bytes) }
    return { status: 200, headers: length, range: bytes > 0 ? [0, bytes - 1] : null, coding }
  }
  const [first, last] = wanted
  const part = {
    'Content-Range': `bytes ${first}-${last}/${bytes}`,
    'Content-Length': String(last - first + 1),
  }
  return { status: 206, headers: { ...sent, ...part }, range: wanted, coding }
}

/** Smaller files gain nothing. */
const packedFromBytes = 1024

const packed = /^(text\/|application\/(json|manifest\+json|wasm)|image\/svg)/

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const takenBy = (accepted: string) => (coding: Coding) =>
  accepted.split(',').some((each) => {
    const [name = '', weight = ''] = each.split(';').map((part) => part.trim().toLowerCase())
    return name === coding && !/^q=0(\.0*)?$/.test(weight)
  })

const isFresh = (ask: (header: string) => string, tag: string, changedMs: number): boolean => {
  const tags = ask('if-none-match')
  if (tags) return tags.split(',').some((known) => ['*', tag].includes(known.trim().replace(/^W\//, '')))
  // Dates of HTTP have no milliseconds.
  return Date.parse(ask('if-modified-since')) >= Math.floor(changedMs / 1000) * 1000
}

/** `whole` where no range is asked for, or none of the one kind that is answered; `none` where it lies outside. */
const rangeOf = (asked: string, bytes: number): readonly [number, number] | 'whole' | 'none' => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(asked.trim()) ?? []
  if (from === '' && to === '') return 'whole'
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? bytes - 1 : Math.min(bytes - 1, Number(to))
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole'
  return first >= bytes || (from === '' && Number(to) === 0) ? 'none' : [first, last]
}
