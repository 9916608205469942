import { inflate } from '#base/deflate.ts'
import type { DecodedPng, PictureDecoder } from '#codecs/image/decoded.ts'
import { readDeepPng } from '#codecs/image/png/read-deep.ts'

/** Signatures of a ZIP (APPNOTE 6.3.10, 4.3): of an entry of its directory, and of the directory's end. */
const [entryMark, endMark] = [0x02014b50, 0x06054b50]
const [stored, deflated] = [0, 8]

/** The merged picture of a document, which OpenRaster (0.0.6) asks for and Krita writes too. */
const mergedName = 'mergedimage.png'

/** A file of a ZIP. Throws where the ZIP is damaged, or has no such file. */
const unzip = async (zip: Blob, wanted: string): Promise<Blob> => {
  const view = new DataView(await zip.arrayBuffer())
  let end = view.byteLength - 22
  while (view.getUint32(end, true) !== endMark) end--
  for (let at = view.getUint32(end + 16, true); view.getUint32(at, true) === entryMark; ) {
    const [nameBytes, extraBytes, noteBytes] = [28, 30, 32].map((field) => view.getUint16(at + field, true))
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, nameBytes))
    if (name === wanted) {
      const start = view.getUint32(at + 42, true)
      const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
      const packed = zip.slice(from, from + view.getUint32(at + 20, true))
      const method = view.getUint16(at + 10, true)
      if (method === stored) return packed
      if (method !== deflated) throw new Error(`The file is packed by method ${method}.`)
      return await inflate(packed)
    }
    at += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (noteBytes ?? 0)
  }
  throw new Error(`The document has no ${wanted}.`)
}

const toPng = async (file: Blob): Promise<DecodedPng> => {
  const png = await unzip(file, mergedName)
  return { png: png.slice(0, png.size, 'image/png'), isPremultiplied: false, isMadeSrgb: false }
}

/** Reads documents of Krita and of OpenRaster. */
export const openRasterDecoder: PictureDecoder<DecodedPng> = {
  read: toPng,
  readDeep: async (file) => readDeepPng((await toPng(file)).png),
}
