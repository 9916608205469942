import { type DeepSamples, isWithinDeep } from '#codecs/image/decoded.ts'
import { findProfile } from '#codecs/image/find-profile.ts'
import { readImageHeader } from '#codecs/image/image-header.ts'
import { turnSteps } from '#codecs/image/orientation.ts'
import { gammaProfile } from '#engine/color/color-profile.ts'
import { pngChunks } from '#formats/chunks.ts'
import { displaySize } from '#formats/orientation.ts'

/** Samples of a pixel by colour type (PNG, table 11.1): grey, R G B, grey and alpha, R G B and alpha. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }

/** The highest ratio of DEFLATE: a match of 258 bytes in two bits. */
const mostPacked = 1032

/**
 * The colours of a 16-bit PNG; null for every other file, and for colours that only browsers interpret. Rejects if the
 * file is damaged.
 */
export const readDeepPng = async (file: Blob): Promise<DeepSamples | null> => {
  const head = new DataView(await file.slice(0, 33).arrayBuffer())
  if (head.byteLength < 33 || head.getUint8(24) !== 16) return null
  if (!isWithinDeep(head.getUint32(16) * head.getUint32(20))) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  const view = new DataView(bytes.buffer)
  const header = readImageHeader(bytes)
  const samples = samplesOf[head.getUint8(25)]
  const profile = await colorsOf(bytes, view)
  if (!header || !samples || profile === 'unknown') return null
  const { width, height } = header
  const orientation = header.orientation?.value ?? 1
  const pixelBytes = samples * 2
  if (width * height * pixelBytes > mostPacked * bytes.length)
    throw new Error('The file is smaller than its picture.')
  const data = new Uint16Array(width * height * 3)
  const { start, alongRow, alongColumn } = turnSteps(orientation, width, height)
  const rows = storedRows(width, height, head.getUint8(28) === 1)
  const lengths = rows.map(({ count }) => 1 + count * pixelBytes)
  let above = new Uint8Array()
  let index = 0
  for await (const filtered of piecesOf(dataOf(bytes, view), lengths)) {
    const { x, y, apart, isFirst } = rows[index++]
    const row = filtered.subarray(1)
    if (isFirst) above = new Uint8Array(row.length)
    unfilter(filtered[0], row, above, pixelBytes)
    takeColours(row, samples, data, (start + x * alongRow + y * alongColumn) * 3, apart * alongRow * 3)
    above = row
  }
  return { ...displaySize(header, orientation), channels: 3, data, profile }
}

/** White, red, green and blue of sRGB, in hundred thousandths, as in `cHRM`. */
const chromaticities = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
const gamma = 45_455
/** The tolerance for rounding of programs. */
const rounded = 500

/**
 * The ICC profile of the colours, null for sRGB. `unknown` for others in `cICP`, or in `gAMA` and `cHRM` (PNG Third
 * Edition, 4.3), as of HDR: each browser interprets them differently, and the result must match the browser's picture.
 */
const colorsOf = async (bytes: Uint8Array, view: DataView): Promise<Uint8Array | 'unknown' | null> => {
  const chunks = new Map<string, number>()
  for (const { name, from } of pngChunks(view)) {
    if (name === 'IDAT') break
    chunks.set(name, from)
  }
  // The still picture is not a frame, and browsers show the first frame.
  if (chunks.has('acTL') && !chunks.has('fcTL')) return 'unknown'
  const numbers = chunks.get('cICP')
  if (numbers !== undefined) {
    // Primaries of sRGB or Display P3, the curve of sRGB, no matrix, and the full range (ITU-T H.273).
    const found = view.getUint32(numbers)
    return found === 0x010d0001 || found === 0x0c0d0001 ? findProfile(bytes) : 'unknown'
  }
  if (chunks.has('iCCP') || chunks.has('sRGB')) return findProfile(bytes)
  const isOther = (name: string, wanted: readonly number[]) => {
    const at = chunks.get(name) ?? view.byteLength
    return wanted.some(
      (value, index) => at < view.byteLength && Math.abs(view.getUint32(at + index * 4) - value) > rounded,
    )
  }
  if (isOther('gAMA', [gamma]) || isOther('cHRM', chromaticities)) return 'unknown'
  // With only one of the two, browsers show sRGB.
  return chunks.has('gAMA') && chunks.has('cHRM') ? gammaProfile : null
}

/** A stored row of pixels: the displayed position of the first, the count, and the distance. */
type StoredRow = {
  readonly x: number
  readonly y: number
  readonly count: number
  readonly apart: number
  /** Whether it is the first row of its pass. */
  readonly isFirst: boolean
}

/** The first column, first row, column distance and row distance of each pass of Adam7 (PNG, 8.1). */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

const storedRows = (width: number, height: number, isInterlaced: boolean): readonly StoredRow[] =>
  (isInterlaced ? adam7 : [[0, 0, 1, 1] as const]).flatMap(([x, firstY, apart, rowsApart]) => {
    const count = Math.ceil((width - x) / apart)
    const rows = count > 0 ? Math.max(0, Math.ceil((height - firstY) / rowsApart)) : 0
    return Array.from({ length: rows }, (_, row) => ({
      x,
      y: firstY + row * rowsApart,
      count,
      apart,
      isFirst: row === 0,
    }))
  })

/** Decompresses a zlib stream into pieces of these lengths. Rejects if it ends earlier. */
async function* piecesOf(packed: Blob, lengths: readonly number[]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  let chunk = new Uint8Array()
  let at = 0
  try {
    for (const length of lengths) {
      const piece = new Uint8Array(length)
      for (let filled = 0; filled < length; ) {
        if (at === chunk.length) {
          const { done, value } = await reader.read()
          if (done) throw new Error('The picture ends early.')
          chunk = value
          at = 0
        }
        const part = chunk.subarray(at, at + length - filled)
        piece.set(part, filled)
        filled += part.length
        at += part.length
      }
      yield piece
    }
  } finally {
    await reader.cancel()
  }
}

/** The zlib stream in the IDAT chunks. */
const dataOf = (bytes: Uint8Array<ArrayBuffer>, view: DataView): Blob => {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (const { name, from, to } of pngChunks(view)) if (name === 'IDAT') parts.push(bytes.subarray(from, to))
  return new Blob(parts)
}

/** Undoes the filter of a row in place (PNG, 9.2). */
const unfilter = (filter: number, row: Uint8Array, above: Uint8Array, pixelBytes: number): void => {
  for (let at = 0; at < row.length; at++) {
    const left = at < pixelBytes ? 0 : row[at - pixelBytes]
    const corner = at < pixelBytes ? 0 : above[at - pixelBytes]
    row[at] += predicted(filter, left, above[at], corner)
  }
}

const predicted = (filter: number, left: number, up: number, corner: number): number => {
  switch (filter) {
    case 0:
      return 0
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4:
      return paeth(left, up, corner)
    default:
      throw new Error('A row has no filter that PNG knows.')
  }
}

const paeth = (left: number, up: number, corner: number): number => {
  const toLeft = Math.abs(up - corner)
  const toUp = Math.abs(left - corner)
  const toCorner = Math.abs(left + up - 2 * corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** Writes the colours of a row from `to` on, `step` samples apart. */
const takeColours = (row: Uint8Array, samples: number, out: Uint16Array, to: number, step: number): void => {
  const isGrey = samples < 3
  for (let from = 0, at = to; from < row.length; from += samples * 2, at += step)
    for (let channel = 0; channel < 3; channel++) {
      const sample = from + (isGrey ? 0 : channel * 2)
      out[at + channel] = row[sample] * 256 + row[sample + 1]
    }
}
