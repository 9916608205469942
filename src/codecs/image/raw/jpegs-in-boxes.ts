import { orientationTag } from '#formats/orientation.ts'
import { findTiffValue } from '#formats/tiff.ts'
import { type FoundJpegs, type Range, readPart } from './found-jpegs.ts'

type Box = { readonly type: string; readonly start: number; readonly end: number }

/**
 * Boxes that hold boxes, and how many bytes of their own stand before those (ISO/IEC 14496-12; Canon's have a UUID).
 */
const containers: Readonly<Record<string, number>> = { moov: 0, trak: 0, mdia: 0, minf: 0, stbl: 0, uuid: 16 }
/** The first bytes of the UUID of the box around the preview, which has eight bytes more. */
const previewUuid = 0xeaf42b5e

/** Canon's preview: after its head come its size and length. */
const previewHead = 16
/** More boxes than any camera writes. */
const maxBoxes = 1000

/**
 * Finds the JPEGs of a Canon CR3: the first sample of each track, one of which is a JPEG of full size, and the smaller
 * preview. How the photo is turned stands in the box CMT1, a block of TIFF.
 */
export async function findJpegsInBoxes(file: Blob): Promise<FoundJpegs> {
  const boxes = await boxesOf(file)
  const ranges: Range[] = []
  let orientation: number | undefined
  let sampleBytes = 0
  for (const { type, start, end } of boxes) {
    if (type === 'PRVW') ranges.push({ start: start + previewHead, length: end - start - previewHead })
    if (type === 'CMT1') {
      const view = await readPart(file, start, Math.min(end - start, 65_536))
      orientation = findTiffValue(view, 0, view.byteLength, orientationTag)?.value
    }
    if (type !== 'stsz' && type !== 'co64' && type !== 'stco') continue
    const view = await readPart(file, start, 20)
    if (view.byteLength < 16) continue
    // The size of all samples, or of the first one.
    if (type === 'stsz') sampleBytes = view.getUint32(4) || (view.byteLength < 16 ? 0 : view.getUint32(12))
    else
      ranges.push({
        start: type === 'stco' ? view.getUint32(8) : Number(view.getBigUint64(8)),
        length: sampleBytes,
      })
  }
  return { ranges, orientation }
}

/** All boxes of a file in their order, those within others too. */
async function boxesOf(file: Blob): Promise<readonly Box[]> {
  const found: Box[] = []
  const waiting: [from: number, to: number][] = [[0, file.size]]
  for (let range = waiting.shift(); range; range = waiting.shift()) {
    let [at, to] = range
    while (at + 8 <= to && found.length < maxBoxes) {
      const head = await readPart(file, at, 24)
      if (head.byteLength < 8) break
      const length = head.getUint32(0)
      const isLong = length === 1 && head.byteLength >= 16
      const bytes = isLong ? Number(head.getBigUint64(8)) : length === 0 ? to - at : length
      const headBytes = isLong ? 16 : 8
      if (bytes < headBytes) break
      const type = String.fromCharCode(...new Uint8Array(head.buffer, 4, 4))
      const start = at + headBytes
      const end = Math.min(to, at + bytes)
      found.push({ type, start, end })
      const isPreview = type === 'uuid' && head.byteLength === 24 && head.getUint32(headBytes) === previewUuid
      const own = isPreview ? 24 : containers[type]
      if (own !== undefined) {
        waiting.unshift([start + own, end], [end, to])
        break
      }
      at = end
    }
  }
  return found
}
