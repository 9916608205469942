import { findTiffText, findTiffValue, hasTiffField } from '#base/tiff.ts'
import type { FileKind } from './file-kinds.ts'

/** TIFF 6.0; TIFF/EP (ISO 12234-2) and DNG 1.7 for those of raw photos. */
const tags = {
  subfileType: 254,
  photometric: 262,
  make: 271,
  subDirectories: 330,
  dngVersion: 50706,
} as const

const reducedResolution = 1
const colourFilterArray = 32803

/** The raw format of each maker whose files begin as a plain TIFF. */
const formatsOfMakers: readonly (readonly [make: RegExp, kind: FileKind])[] = [
  [/^nikon/i, 'nef'],
  [/^sony/i, 'arw'],
  [/^(pentax|ricoh)/i, 'pef'],
  [/^samsung/i, 'srw'],
  [/^(olympus|om digital)/i, 'orf'],
  [/^canon/i, 'cr2'],
]

/** The kind of a file by the head of TIFF, which many raw formats have too; undefined for other files. */
export const tiffKind = (head: Uint8Array): FileKind | undefined => {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const mark = head.length < 8 ? 0 : view.getUint32(0)
  // BigTIFF has 43 in the place of 42. Its directories are not read: no camera writes it.
  if (mark === 0x49492b00 || mark === 0x4d4d002b) return 'tiff'
  if (mark !== 0x49492a00 && mark !== 0x4d4d002a) return undefined
  if (hasTiffField(view, tags.dngVersion)) return 'dng'
  const make = findTiffText(view, tags.make)
  const [, raw] = formatsOfMakers.find(([maker]) => maker.test(make)) ?? []
  return raw && isRaw(view) ? raw : 'tiff'
}

/** Whether the first picture is only a preview, or the sensor's own: a TIFF that was made of a photo names the maker too. */
const isRaw = (view: DataView): boolean => {
  const numberOf = (tag: number) => findTiffValue(view, 0, view.byteLength, tag)?.value
  return (
    numberOf(tags.subfileType) === reducedResolution ||
    numberOf(tags.photometric) === colourFilterArray ||
    hasTiffField(view, tags.subDirectories)
  )
}
