import { crc32 } from './checksums.ts'
import type { Picture } from './encode-image.ts'
import { pngSignature } from './png-header.ts'

const colourTypes = { grey: 0, rgb: 2, rgba: 6 } as const
const up = 2

/** Writes an 8-bit PNG: grey, RGB or straight RGBA, as the picture needs. */
export const encodePng = async (picture: Picture, signal: AbortSignal | undefined): Promise<Blob> => {
  const kind = picture.kind === 'grey' ? 'grey' : picture.opaque ? 'rgb' : 'rgba'
  const { width, height, data } = picture.kind === 'grey' ? picture.alpha : picture.raster
  const from = picture.kind === 'grey' ? 1 : 4
  const channels = kind === 'grey' ? 1 : kind === 'rgb' ? 3 : 4
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, width)
  header.setUint32(4, height)
  header.setUint8(8, 8)
  header.setUint8(9, colourTypes[kind])
  let y = 0
  const above = new Uint8Array(width * channels)
  const rows = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      signal?.throwIfAborted()
      const row = new Uint8Array(1 + width * channels)
      row[0] = up
      for (let x = 0, i = 0, s = y * width * from; x < width; x++, s += from) {
        const visible = kind !== 'rgba' || data[s + 3] !== 0
        for (let c = 0; c < channels; c++, i++) {
          const value = visible ? (data[s + c] as number) : 0
          row[i + 1] = value - (above[i] as number)
          above[i] = value
        }
      }
      controller.enqueue(row)
      if (++y === height) controller.close()
    },
  })
  const chunks: BlobPart[] = [Uint8Array.from(pngSignature), ...chunk('IHDR', new Uint8Array(header.buffer))]
  const reader = rows.pipeThrough(new CompressionStream('deflate')).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(...chunk('IDAT', value as Uint8Array<ArrayBuffer>))
  }
  return new Blob([...chunks, ...chunk('IEND', new Uint8Array())], { type: 'image/png' })
}

/** Length, type, body and checksum of one chunk. */
const chunk = (type: string, body: Uint8Array<ArrayBuffer>): readonly Uint8Array<ArrayBuffer>[] => {
  const head = new Uint8Array(8)
  new DataView(head.buffer).setUint32(0, body.length)
  for (let i = 0; i < 4; i++) head[4 + i] = type.charCodeAt(i)
  const tail = new Uint8Array(4)
  new DataView(tail.buffer).setUint32(0, crc32(body, crc32(head.subarray(4))))
  return [head, body, tail]
}
