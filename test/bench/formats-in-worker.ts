import { decodeImage } from '#codecs/image/decode-image.ts'
import { encodeImage } from '#codecs/image/image-writers.ts'
import { encodePsd } from '#codecs/image/psd/write.ts'
import type { FileKind } from '#contract/file-kinds.ts'
import type { FileFormat } from '#contract/result-file.ts'
import { alphaOf } from '#engine/compose.ts'

/** Opens a file as the page does, or writes what it shows, with a soft edge of alpha on the left, in another format. */
export type FormatsOrder = { readonly url: string } & (
  | { readonly read: FileKind }
  | { readonly write: FileFormat | 'psd' }
)
/** How long that took, and the size of the file that was read or written. */
export type FormatsReply = { readonly ms: number; readonly bytes: number }

const timed = async (task: () => Blob | Promise<Blob>): Promise<FormatsReply> => {
  const start = performance.now()
  const { size } = await task()
  return { ms: performance.now() - start, bytes: size }
}

const read = (file: Blob) =>
  timed(async () => {
    await decodeImage(file, { shrinks: true })
    return file
  })

const write = async (file: Blob, format: FileFormat | 'psd') => {
  const { raster } = await decodeImage(file)
  const opaque = format === 'jpg'
  for (let at = 3; !opaque && at < raster.data.length; at += 4) {
    const share = (at >> 2) % raster.width
    raster.data[at] = Math.min(255, share >> 2)
  }
  return timed(() =>
    format === 'psd'
      ? encodePsd({ merged: raster, layers: [{ name: 'Subject', raster, mask: alphaOf(raster) }] })
      : encodeImage({ kind: 'colour', raster, opaque }, format),
  )
}

const answer = async (order: FormatsOrder): Promise<FormatsReply> => {
  const file = await (await fetch(order.url)).blob()
  return 'read' in order ? read(file) : write(file, order.write)
}

self.onmessage = ({ data }: MessageEvent<FormatsOrder>) => {
  answer(data).then((reply) => self.postMessage(reply), reportError)
}
