import { initializeCanvas, readPsd } from 'ag-psd'
import { ColorsNotRead, checkDecodedSize, type Decoded } from './decoded.ts'
import { type PsdMode, readPsdHead } from './psd-head.ts'

initializeCanvas(
  () => {
    throw new Error('A picture is read as bytes only.')
  },
  (width, height) => ({ width, height, data: new Uint8ClampedArray(width * height * 4) }) as ImageData,
)

/** The modes of colour whose merged picture is read. */
const isRead = (mode: PsdMode): mode is 'bitmap' | 'greyscale' | 'indexed' | 'rgb' =>
  mode === 'bitmap' || mode === 'greyscale' || mode === 'indexed' || mode === 'rgb'

/**
 * The merged picture of a Photoshop file, which it holds for programs that know nothing of layers. Throws `ColorsNotRead` where
 * its colours are not read, and an Error where the file is damaged, or larger than a picture may be.
 */
export async function readPsdPicture(file: Blob): Promise<Decoded> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { width, height, mode, bits, hasTransparency, profile } = readPsdHead(bytes)
  checkDecodedSize(width, height)
  if (!isRead(mode)) throw new ColorsNotRead(mode)
  if (bits === 32) throw new ColorsNotRead('deep')
  const { imageData } = readPsd(bytes, { skipLayerImageData: true, skipThumbnail: true, useImageData: true })
  if (!imageData) throw new Error('The file holds no merged picture.')
  const data = toBytes(imageData.data)
  // Further channels are saved selections then.
  if (!hasTransparency) for (let at = 3; at < data.length; at += 4) data[at] = 255
  return { width, height, data, profile }
}

const toBytes = (data: ArrayLike<number>): Uint8ClampedArray =>
  data instanceof Uint16Array
    ? Uint8ClampedArray.from(data, (value) => value / 257)
    : Uint8ClampedArray.from(data)
