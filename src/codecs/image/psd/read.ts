import {
  checkDecodedSize,
  colorsNotRead,
  type Decoded,
  type DeepSamples,
  isWithinDeep,
  type PictureDecoder,
} from '#codecs/image/decoded.ts'
import { agPsd } from './ag-psd.ts'
import { type PsdHead, type PsdMode, readPsdHead } from './psd-head.ts'

/** The most pixels of a channel that a byte holds: two bytes of PackBits are 128 of them, or 1024 of one bit each. */
const mostPacked = 512

/** The modes of colour whose merged picture is read. */
const isRead = (mode: PsdMode): mode is 'bitmap' | 'greyscale' | 'indexed' | 'rgb' =>
  mode === 'bitmap' || mode === 'greyscale' || mode === 'indexed' || mode === 'rgb'

/**
 * The merged picture of a Photoshop file, which it holds for programs that know nothing of layers. Rejects
 * as `PictureDecoder.read`.
 */
async function readPsdPicture(file: Blob): Promise<Decoded> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const head = checkedHead(bytes)
  const data = toBytes(readMerged(bytes, head))
  // Further channels are saved selections then.
  if (!head.hasTransparency) for (let at = 3; at < data.length; at += 4) data[at] = 255
  return { width: head.width, height: head.height, data, profile: head.profile }
}

/** The colours of the same picture; null where they have no more than 8 bits. */
async function readDeepPsd(file: Blob): Promise<DeepSamples | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const head = checkedHead(bytes)
  const { width, height, profile } = head
  if (head.bits !== 16 || !isWithinDeep(width * height)) return null
  const data = readMerged(bytes, head)
  if (!(data instanceof Uint16Array)) throw new Error('The picture has no samples of 16 bits.')
  // In place, without alpha.
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    data[to] = data[from]
    data[to + 1] = data[from + 1]
    data[to + 2] = data[from + 2]
  }
  return { width, height, channels: 3, data: data.subarray(0, width * height * 3), profile }
}

/** Reads Photoshop files. */
export const psdDecoder: PictureDecoder = { read: readPsdPicture, readDeep: readDeepPsd }

const checkedHead = (bytes: Uint8Array): PsdHead => {
  const head = readPsdHead(bytes)
  const { width, height, mode, bits } = head
  checkDecodedSize('psd', head)
  if (width * height > mostPacked * bytes.length) throw new Error('The file is smaller than its picture.')
  if (!isRead(mode)) throw colorsNotRead('psd', mode)
  if (bits === 32) throw colorsNotRead('psd', 'deep')
  return head
}

/** RGBA of 8 or 16 bits. */
const readMerged = (bytes: Uint8Array, { mode, bits, hasTransparency, layerCountAt }: PsdHead) => {
  // ag-psd takes the white out of colours of 8 bits only, and refuses others that are said to be transparent.
  const isDeepAndTransparent = hasTransparency && bits === 16 && mode === 'rgb'
  if (isDeepAndTransparent) makePositive(bytes, layerCountAt)
  const { imageData } = agPsd.readPsd(bytes, {
    skipLayerImageData: true,
    skipThumbnail: true,
    useImageData: true,
  })
  if (!imageData) throw new Error('The file holds no merged picture.')
  if (isDeepAndTransparent) takeOutWhite(imageData.data)
  return imageData.data
}

const toBytes = (data: ArrayLike<number>): Uint8ClampedArray =>
  data instanceof Uint16Array
    ? Uint8ClampedArray.from(data, (value) => value / 257)
    : Uint8ClampedArray.from(data)

const makePositive = (bytes: Uint8Array, at: number): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setInt16(at, Math.abs(view.getInt16(at)))
}

/** Gives partly transparent pixels their own colours: the merged picture has them on white. In place, 16 bits a channel. */
const takeOutWhite = (data: { [index: number]: number; readonly length: number }): void => {
  const most = 65_535
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] ?? 0) / most
    if (alpha === 0 || alpha === 1) continue
    for (let channel = at; channel < at + 3; channel++)
      data[channel] = Math.max(0, most - (most - (data[channel] ?? 0)) / alpha)
  }
}
