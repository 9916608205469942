import { concatBytes } from '#base/concat-bytes.ts'
import { inflateAtMost } from '#base/deflate.ts'
import { checkDecodedSize, type DecodedPng, type PictureDecoder } from '#codecs/image/decoded.ts'
import { readDeepPng } from '#codecs/image/png/read-deep.ts'
import { readImageSize } from '#contract/image-size.ts'

/** Signatures of a ZIP (APPNOTE 6.3.10, 4.3): of an entry of its directory, and of the end of the directory. */
const [entryMark, endMark] = [0x02014b50, 0x06054b50]
const [stored, deflated] = [0, 8]

/** The merged picture, which OpenRaster (0.0.6) requires and Krita writes too. */
const mergedName = 'mergedimage.png'

/** Bytes of a PNG up to its size, and the most bytes of a pixel. */
const [pngHeadBytes, maxPixelBytes] = [33, 8]
/** A limit of bytes for profile, EXIF and texts of a picture. */
const maxBesidePixels = 1 << 24

/** The most bytes of a packed PNG, from the size in its head. Throws if that is too large or missing. */
const mostPngBytes = async (packed: Blob): Promise<number> => {
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  let head = new Uint8Array()
  while (head.length < pngHeadBytes) {
    const { done, value } = await reader.read()
    if (done) break
    head = concatBytes([head, value])
  }
  await reader.cancel()
  const size = readImageSize(head)
  if (!size) throw new Error('The merged picture is no PNG.')
  checkDecodedSize('png', size)
  return size.width * size.height * maxPixelBytes + maxBesidePixels
}

/** Extracts a file of a ZIP, at most `mostBytes` long. Throws if the ZIP is damaged, or lacks the file. */
const unzip = async (
  zip: Blob,
  wanted: string,
  mostBytes: (packed: Blob) => Promise<number>,
): Promise<Blob> => {
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
      return await inflateAtMost(packed, await mostBytes(packed), 'deflate-raw')
    }
    at += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (noteBytes ?? 0)
  }
  throw new Error(`The document has no ${wanted}.`)
}

const toPng = async (file: Blob): Promise<DecodedPng> => {
  const png = await unzip(file, mergedName, mostPngBytes)
  return { png: png.slice(0, png.size, 'image/png'), isPremultiplied: false, isMadeSrgb: false }
}

/** The layer lists of OpenRaster and Krita, with a few hundred bytes per layer. */
const layerLists = { ora: 'stack.xml', kra: 'maindoc.xml' } as const
const maxListBytes = 4 << 20

/** The number of layers of a document; in Krita groups count too. Throws if it is damaged. */
export const countLayers = async (file: Blob, kind: keyof typeof layerLists): Promise<number> => {
  const list = await unzip(file, layerLists[kind], async () => maxListBytes)
  return (await list.text()).match(/<layer[\s/>]/g)?.length ?? 0
}

/** Reads documents of Krita and of OpenRaster. */
export const openRasterDecoder: PictureDecoder<DecodedPng> = {
  read: toPng,
  readDeep: async (file) => readDeepPng((await toPng(file)).png),
}
