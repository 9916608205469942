import { nameAt } from '#base/byte-names.ts'
import type { Size } from '#base/geometry.ts'

/** Colour modes by number (Adobe Photoshop File Formats, file header section). */
const modes = {
  0: 'bitmap',
  1: 'greyscale',
  2: 'indexed',
  3: 'rgb',
  4: 'cmyk',
  7: 'multichannel',
  8: 'duotone',
  9: 'lab',
} as const

/** The colour planes of each mode; other modes have any number. */
const colorPlanes: Partial<Record<PsdMode, number>> = {
  bitmap: 1,
  greyscale: 1,
  indexed: 1,
  rgb: 3,
  cmyk: 4,
  duotone: 1,
  lab: 3,
}

/** The colour mode of a Photoshop file. */
export type PsdMode = (typeof modes)[keyof typeof modes] | 'unknown'

/** The sections of a Photoshop file (PSD or PSB) before its pixels. */
export type PsdHead = Size & {
  readonly mode: PsdMode
  readonly channels: number
  /** Bits per sample. */
  readonly bits: number
  /** Whether it is a PSB, with lengths of twice as many bytes. */
  readonly isLarge: boolean
  /** Whether the channel after the colours is the transparency of the merged picture, not a saved selection. */
  readonly hasTransparency: boolean
  readonly layers: number
  /** Channels after the colours and transparency: saved selections and spot colours. */
  readonly extraChannels: number
  /** False if the file was saved with layers alone. */
  readonly hasMerged: boolean
  /** Of indexed colours: 256 values of red, then of green, then of blue. */
  readonly palette: Uint8Array
  /** The data of image resources, by their numbers in `resources`. */
  readonly resources: ReadonlyMap<number, Uint8Array>
  /** The byte position of the merged picture. */
  readonly mergedAt: number
}

/** Numbers of image resources (Adobe Photoshop File Formats, image resource IDs). */
export const resources = {
  resolution: 1005,
  profile: 1039,
  transparentIndex: 1047,
  version: 1057,
} as const

/** Reads the sections before the pixels. Throws if they are cut off. */
export function readPsdHead(bytes: Uint8Array): PsdHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLarge = view.getUint16(4) === 2
  const resourcesAt = 30 + view.getUint32(26)
  const layersAt = resourcesAt + 4 + view.getUint32(resourcesAt)
  const found = resourcesIn(view, resourcesAt + 4, layersAt)
  const mergedAt = layersAt + lengthBytes(isLarge) + lengthAt(view, layersAt, isLarge)
  const { count, isTransparent } = layersIn(view, layersAt + lengthBytes(isLarge), mergedAt, isLarge)
  const mode = modes[view.getUint16(24) as keyof typeof modes] ?? 'unknown'
  const channels = view.getUint16(12)
  const hasTransparency = isTransparent || count < 0
  return {
    height: view.getUint32(14),
    width: view.getUint32(18),
    channels,
    bits: view.getUint16(22),
    mode,
    palette: bytes.subarray(30, resourcesAt),
    hasTransparency,
    layers: Math.abs(count),
    extraChannels: Math.max(0, channels - (colorPlanes[mode] ?? channels) - (hasTransparency ? 1 : 0)),
    // The fifth byte of the resource, after its version, marks a real merged picture.
    hasMerged: count === 0 || found.get(resources.version)?.[4] !== 0,
    isLarge,
    resources: found,
    mergedAt,
  }
}

const lengthBytes = (isLarge: boolean): number => (isLarge ? 8 : 4)

const lengthAt = (view: DataView, at: number, isLarge: boolean): number =>
  isLarge ? Number(view.getBigUint64(at)) : view.getUint32(at)

/** Image resources: `8BIM`, the number, a name and a length, each padded to an even size. */
function resourcesIn(view: DataView, from: number, to: number): ReadonlyMap<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  for (let at = from; at + 12 <= to; ) {
    const nameBytes = view.getUint8(at + 6) + 1
    const length = view.getUint32(at + 6 + nameBytes + (nameBytes % 2))
    const start = at + 10 + nameBytes + (nameBytes % 2)
    if (start + length > to) break
    found.set(view.getUint16(at + 4), new Uint8Array(view.buffer, view.byteOffset + start, length))
    at = start + length + (length % 2)
  }
  return found
}

/** Blocks that mark a transparent merged picture, and blocks of the layers of 16 and 32 bits. */
const transparencyBlocks = ['Mtrn', 'Mt16', 'Mt32']
const layerBlocks = ['Layr', 'Lr16', 'Lr32']
/** Blocks with 8-byte lengths in a large file (additional layer information). */
const longBlocks = [
  ...transparencyBlocks,
  ...layerBlocks,
  'LMsk',
  'Alph',
  'FMsk',
  'lnk2',
  'FEid',
  'FXid',
  'PxSD',
]

/** The number of layers, negative if the first channel after the colours is the transparency of them all. */
function layersIn(view: DataView, from: number, to: number, isLarge: boolean) {
  let count = 0
  let isTransparent = false
  const size = lengthBytes(isLarge)
  if (from + size + 2 > to) return { count, isTransparent }
  const layerBytes = lengthAt(view, from, isLarge)
  if (layerBytes >= 2) count = view.getInt16(from + size)
  const maskAt = from + size + layerBytes
  for (let at = maskAt + 4 <= to ? maskAt + 4 + view.getUint32(maskAt) : to; at + 12 <= to; ) {
    if (!/^8B(IM|64)$/.test(nameAt(view, at))) {
      // Padding.
      at += 1
      continue
    }
    const name = nameAt(view, at + 4)
    const isLong = isLarge && longBlocks.includes(name)
    const start = at + 8 + lengthBytes(isLong)
    const length = start > to ? 0 : lengthAt(view, at + 8, isLong)
    if (transparencyBlocks.includes(name)) isTransparent = true
    if (layerBlocks.includes(name) && length >= 2 && start + 2 <= to) count = view.getInt16(start)
    at = start + length
  }
  return { count, isTransparent }
}
