import type { Size } from '#base/geometry.ts'

/** Modes of colour, by number (Adobe Photoshop File Formats, file header section). */
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

/** How a Photoshop file holds its colours. */
export type PsdMode = (typeof modes)[keyof typeof modes] | 'unknown'

/** What a Photoshop file (PSD or PSB) says before its pixels. */
export type PsdHead = Size & {
  readonly mode: PsdMode
  /** Per channel. */
  readonly bits: number
  /** The channel after the colours is the transparency of the merged picture, and no saved selection. */
  readonly hasTransparency: boolean
  /** Where the number of layers stands, which is negative then: 16 bits. */
  readonly layerCountAt: number
  /** An ICC profile. */
  readonly profile: Uint8Array | undefined
  /** The image resource that says how large it is printed. */
  readonly resolution: Uint8Array | undefined
}

const iccProfile = 1039
const resolutionInfo = 1005

/** Reads the sections before the pixels. Throws where they are cut off. */
export function readPsdHead(bytes: Uint8Array): PsdHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLarge = view.getUint16(4) === 2
  const resources = 30 + view.getUint32(26)
  const layers = resources + 4 + view.getUint32(resources)
  // The length of the section, then that of the list of layers.
  const layerCountAt = isLarge ? layers + 16 : layers + 8
  const hasLayers = isLarge ? view.getBigUint64(layers) > 0n : view.getUint32(layers) > 0
  return {
    height: view.getUint32(14),
    width: view.getUint32(18),
    bits: view.getUint16(22),
    mode: modes[view.getUint16(24) as keyof typeof modes] ?? 'unknown',
    hasTransparency: hasLayers && view.getInt16(layerCountAt) < 0,
    layerCountAt,
    profile: findResource(view, resources + 4, layers, iccProfile),
    resolution: findResource(view, resources + 4, layers, resolutionInfo),
  }
}

/** The data of an image resource: `8BIM`, its number, a name and a length, each padded to an even size. */
function findResource(view: DataView, from: number, to: number, wanted: number): Uint8Array | undefined {
  for (let at = from; at + 12 <= to; ) {
    const nameBytes = view.getUint8(at + 6) + 1
    const lengthAt = at + 6 + nameBytes + (nameBytes % 2)
    const length = view.getUint32(lengthAt)
    const start = lengthAt + 4
    if (start + length > to) return undefined
    if (view.getUint16(at + 4) === wanted) return new Uint8Array(view.buffer, view.byteOffset + start, length)
    at = start + length + (length % 2)
  }
  return undefined
}
