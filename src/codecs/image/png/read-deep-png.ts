import type { DeepPicture } from '#engine/raster.ts'
import { readPngHeader } from './png-header.ts'

/** Samples of a pixel by colour type (PNG, table 11.1): grey, R G B, grey and alpha, R G B and alpha. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }

/**
 * The colours of a PNG of 16 bits as they are stored, as R G B without alpha. Null for every other file, and for pictures that
 * are interlaced or turned. Rejects where the file is damaged.
 */
export const readDeepPng = async (file: Blob): Promise<DeepPicture | null> => {
  const head = new DataView(await file.slice(0, 33).arrayBuffer())
  if (head.byteLength < 33 || head.getUint8(24) !== 16) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  const view = new DataView(bytes.buffer)
  const header = readPngHeader(view)
  const samples = samplesOf[head.getUint8(25)]
  const isInterlaced = head.getUint8(28) === 1
  if (!header || !samples || isInterlaced || (header.orientation?.value ?? 1) !== 1) return null
  const { width, height } = header
  const data = new Uint16Array(width * height * 3)
  const pixelBytes = samples * 2
  let above = new Uint8Array(width * pixelBytes)
  let row = new Uint8Array(width * pixelBytes)
  let y = 0
  for await (const filtered of rowsOf(bytes, view, 1 + width * pixelBytes)) {
    unfilter(filtered, above, row, pixelBytes)
    takeColours(row, samples, data.subarray(y * width * 3, (y + 1) * width * 3))
    ;[above, row] = [row, above]
    y += 1
    if (y === height) break
  }
  if (y < height) throw new Error('The picture ends early.')
  return { width, height, channels: 3, data }
}

/** The rows of the zlib stream in the IDAT chunks, each with its filter byte; the array is used again. */
async function* rowsOf(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  rowBytes: number,
): AsyncGenerator<Uint8Array> {
  const row = new Uint8Array(rowBytes)
  let filled = 0
  const reader = dataOf(bytes, view).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      for (let at = 0; at < next.value.length; ) {
        const part = next.value.subarray(at, at + rowBytes - filled)
        row.set(part, filled)
        filled += part.length
        at += part.length
        if (filled < rowBytes) continue
        yield row
        filled = 0
      }
  } finally {
    await reader.cancel()
  }
}

const dataOf = (bytes: Uint8Array<ArrayBuffer>, view: DataView): Blob => {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at))
    if (view.getUint32(at + 4) === idat) parts.push(bytes.subarray(at + 8, at + 8 + view.getUint32(at)))
  return new Blob(parts)
}

/** `IDAT` */
const idat = 0x49444154

/** Undoes the filter of a row (PNG, 9.2). */
const unfilter = (filtered: Uint8Array, above: Uint8Array, row: Uint8Array, pixelBytes: number): void => {
  const filter = filtered[0]
  for (let at = 0; at < row.length; at++) {
    const left = at < pixelBytes ? 0 : row[at - pixelBytes]
    const up = above[at]
    const corner = at < pixelBytes ? 0 : above[at - pixelBytes]
    row[at] = filtered[at + 1] + predicted(filter, left, up, corner)
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

const takeColours = (row: Uint8Array, samples: number, out: Uint16Array): void => {
  const isGrey = samples < 3
  for (let from = 0, to = 0; to < out.length; from += samples * 2, to += 3)
    for (let channel = 0; channel < 3; channel++) {
      const at = from + (isGrey ? 0 : channel * 2)
      out[to + channel] = row[at] * 256 + row[at + 1]
    }
}
