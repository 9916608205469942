import {
  checkDecodedSize,
  colorsNotRead,
  type Decoded,
  type DeepSamples,
  isWithinDeep,
  type PictureDecoder,
} from '#codecs/image/decoded.ts'
import { unpackBits } from '#codecs/image/pack-bits.ts'
import { ServiceError } from '#contract/service-error.ts'
import { type PsdHead, type PsdMode, readPsdHead, resources } from './psd-head.ts'

/** The most bytes unpacked from a byte of PackBits: 128 from two. */
const mostPacked = 64

/** The colour modes that are read: the bits of a sample, and the colour planes. */
const readModes = {
  bitmap: { depths: [1], planes: 1 },
  greyscale: { depths: [8, 16], planes: 1 },
  indexed: { depths: [8], planes: 1 },
  rgb: { depths: [8, 16], planes: 3 },
} as const satisfies Partial<Record<PsdMode, { readonly depths: readonly number[]; readonly planes: 1 | 3 }>>

const isRead = (mode: PsdMode): mode is keyof typeof readModes => Object.hasOwn(readModes, mode)

/**
 * Reads the merged picture of a Photoshop file, stored for programs without layers. Rejects as `PictureDecoder.read`,
 * and with `merged_picture_missing`.
 */
async function readPsdPicture(file: Blob): Promise<Decoded> {
  const { width, height, data, profile } = readMerged(new Uint8Array(await file.arrayBuffer()))
  const narrow = data instanceof Uint16Array ? Uint8ClampedArray.from(data, (value) => value / 257) : data
  return { width, height, data: narrow, profile }
}

/** The colours of the same picture; null if they have at most 8 bits. */
async function readDeepPsd(file: Blob): Promise<DeepSamples | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const head = readPsdHead(bytes)
  if (head.bits !== 16 || !isWithinDeep(head.width * head.height)) return null
  const { width, height, data, profile } = readMerged(bytes)
  if (!(data instanceof Uint16Array)) return null
  // In place, without alpha.
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) data.copyWithin(to, from, from + 3)
  return { width, height, channels: 3, data: data.subarray(0, width * height * 3), profile }
}

/** Reads Photoshop files. */
export const psdDecoder: PictureDecoder = { read: readPsdPicture, readDeep: readDeepPsd }

/** Reads RGBA of 8 or 16 bits. */
const readMerged = (bytes: Uint8Array) => {
  const head = readPsdHead(bytes)
  const { width, height, mode, bits, hasMerged, channels } = head
  checkDecodedSize('psd', head)
  if (!isRead(mode)) throw colorsNotRead('psd', mode)
  if (bits === 32) throw colorsNotRead('psd', 'deep')
  const { planes, depths } = readModes[mode]
  if (!depths.some((depth) => depth === bits) || channels < planes)
    throw new Error(`${channels} channels of ${bits} bits in ${mode}.`)
  if (!hasMerged)
    throw new ServiceError('validation_error', {
      reason: 'merged_picture_missing',
      params: { kind: 'psd' },
      fields: ['image_file'],
    })
  const hasAlpha = head.hasTransparency && channels > planes
  const { rows, rowBytes, isPacked } = storedRows(bytes, head, planes + (hasAlpha ? 1 : 0))
  const data = bits === 16 ? new Uint16Array(width * height * 4) : new Uint8ClampedArray(width * height * 4)
  const most = bits === 16 ? 65_535 : 255
  data.fill(most)
  for (const [index, stored] of rows.entries()) {
    const row = isPacked ? unpackBits(stored, rowBytes) : stored
    if (row.length < rowBytes) throw new Error('A row ends early.')
    const plane = Math.floor(index / height)
    paint(row, head, { channel: plane === planes ? 3 : plane, from: (index % height) * width * 4 }, data)
  }
  if (hasAlpha && isOnWhite(data, most)) takeOutWhite(data, most)
  return { width, height, data, profile: head.resources.get(resources.profile) }
}

/** The stored rows of the first planes, and whether they are packed. Throws if the file lacks some. */
const storedRows = (
  bytes: Uint8Array,
  { width, height, bits, channels, isLarge, mergedAt }: PsdHead,
  planes: number,
) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const packing = view.getUint16(mergedAt)
  if (packing > 1) throw new Error(`The merged picture is packed by method ${packing}.`)
  const rowBytes = Math.ceil((width * bits) / 8)
  const lengthBytes = isLarge ? 4 : 2
  const table = mergedAt + 2
  let at = packing === 0 ? table : table + height * channels * lengthBytes
  const rows: Uint8Array[] = []
  for (let row = 0; row < height * planes; row++) {
    const lengthAt = table + row * lengthBytes
    const length = packing === 0 ? rowBytes : isLarge ? view.getUint32(lengthAt) : view.getUint16(lengthAt)
    if (at + length > bytes.length || length * mostPacked < rowBytes)
      throw new Error('The file is smaller than its picture.')
    rows.push(bytes.subarray(at, at + length))
    at += length
  }
  return { rows, rowBytes, isPacked: packing === 1 }
}

/** Writes the samples of a plane's row into RGBA; the plane after the colours is alpha. */
const paint = (
  row: Uint8Array,
  { width, bits, mode, palette, resources: found }: PsdHead,
  { channel, from }: { readonly channel: number; readonly from: number },
  data: Uint8ClampedArray | Uint16Array,
): void => {
  const samples = samplesOf(row, width, bits)
  if (mode === 'rgb' || channel === 3) {
    for (let x = 0, at = from + channel; x < width; x++, at += 4) data[at] = samples[x]
    return
  }
  const index = found.get(resources.transparentIndex)
  const transparent = mode === 'indexed' && index?.length === 2 ? index[1] : -1
  for (let x = 0, at = from; x < width; x++, at += 4) {
    const value = samples[x]
    for (let each = 0; each < 3; each++)
      data[at + each] = mode === 'indexed' ? palette[each * 256 + value] : value
    if (value === transparent) data[at + 3] = 0
  }
}

/** The samples of a row. In a bitmap 1 is black. */
const samplesOf = (row: Uint8Array, width: number, bits: number): Uint8Array | Uint16Array => {
  if (bits === 8) return row
  if (bits === 1)
    return Uint8Array.from({ length: width }, (_, x) => ((row[x >> 3] << (x & 7)) & 128 ? 0 : 255))
  const samples = new Uint16Array(width)
  for (let x = 0; x < width; x++) samples[x] = row[x * 2] * 256 + row[x * 2 + 1]
  return samples
}

/** Whether all partly transparent pixels could be blended with white: Photoshop does this, ImageMagick does not. */
const isOnWhite = (data: Uint8ClampedArray | Uint16Array, most: number): boolean => {
  // The rounding of alpha and colour.
  const leeway = most / 128
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue
    const white = most - data[at + 3] - leeway
    if (data[at] < white || data[at + 1] < white || data[at + 2] < white) return false
  }
  return true
}

/** Removes the white from partly transparent pixels. In place. */
const takeOutWhite = (data: Uint8ClampedArray | Uint16Array, most: number): void => {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] / most
    if (alpha === 0 || alpha === 1) continue
    for (let channel = at; channel < at + 3; channel++)
      data[channel] = Math.max(0, most - (most - data[channel]) / alpha) + (most > 255 ? 0.5 : 0)
  }
}
