import { type LeftOut, leftOut } from '#contract/left-out.ts'
import { isJpegFrame, isOfProgram, jpegMarkers, jpegSegments } from '#formats/jpeg-segments.ts'
import { readTiffFields } from '#formats/tiff-fields.ts'

const startOfImage = 0xd8

/** One whole JPEG in a file. */
type Picture = {
  /** Width and height as stored. */
  readonly size: string
  /** The content of its application segments, one letter per byte. */
  readonly text: string
  /** The position of its end in the file. */
  readonly end: number
}

/** Marks of a gain map: in XMP of Ultra HDR (1.1) and of Apple, and in a segment of ISO 21496-1. */
const gainMapMarks = /hdrgm:|HDRGainMap|urn:iso:std:iso:ts:21496/
/** Marks of depth: in XMP of Google's depth photos and of Dynamic Depth (1.0). */
const depthMarks = /GDepth:|Semantic\s*=\s*"(Depth|DepthMap)"/

/**
 * The further content of a JPEG: the pictures that follow, as in multi-picture files (CIPA DC-007), its gain map, its
 * depth, and the clip of a motion photo. Previews, by the list of pictures, or smaller copies without a list, do not
 * count.
 */
export const jpegExtras = (bytes: Uint8Array): readonly LeftOut[] => {
  const first = pictureAt(bytes, 0)
  if (!first) return []
  const isPreview = listedPreviews(first.text)
  let [end, index, pictures, gainMaps] = [first.end, 0, 0, 0]
  for (let at = nextPicture(bytes, end); at >= 0; at = nextPicture(bytes, end)) {
    const picture = pictureAt(bytes, at)
    if (!picture) break
    index++
    if (gainMapMarks.test(picture.text)) gainMaps++
    else if (isPreview ? !isPreview[index] : picture.size === first.size) pictures++
    end = picture.end
  }
  return [
    ...(pictures > 0 ? [leftOut('pictures', pictures)] : []),
    ...(gainMaps > 0 ? [leftOut('gain_map')] : []),
    ...(depthMarks.test(first.text) ? [leftOut('depth')] : []),
    ...(hasClip(bytes, end) ? [leftOut('motion')] : []),
  ]
}

/** The name of the segment with the list of pictures, and its tag (CIPA DC-007, 5.1 and 5.2.3). */
const [listName, listTag] = ['MPF\0', 0xb002]
const entryBytes = 16

/** Whether each picture of the list is a large thumbnail (CIPA DC-007, table 4: class 1); undefined without a list. */
const listedPreviews = (text: string): readonly boolean[] | undefined => {
  const at = text.indexOf(listName)
  if (at < 0) return undefined
  const block = Uint8Array.from(text.slice(at + listName.length), (letter) => letter.charCodeAt(0))
  try {
    const { bytes, littleEndian } = readTiffFields(block)
    const entries = bytes(listTag) ?? new Uint8Array()
    return Array.from({ length: Math.floor(entries.length / entryBytes) }, (_, index) => {
      const kind = entries[index * entryBytes + (littleEndian ? 2 : 1)] ?? 0
      return (kind & 15) === 1
    })
  } catch {
    return undefined
  }
}

/** The picture at a position; null if there is none, or it ends early. */
const pictureAt = (bytes: Uint8Array, start: number): Picture | null => {
  if (bytes[start] !== 0xff || bytes[start + 1] !== startOfImage) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [size, text] = ['', '']
  for (const { marker, from, to } of jpegSegments(view, { start: start + 2, throughScans: true })) {
    if (marker === jpegMarkers.endOfImage) return { size, text, end: to }
    if (isJpegFrame(marker)) size = bytes.subarray(from + 1, from + 5).join()
    if (isOfProgram(marker)) text += new TextDecoder('latin1').decode(bytes.subarray(from, to))
  }
  return null
}

/** Files pad pictures to whole blocks, and some add a trailer. */
const maxPaddingBytes = 1 << 16

const nextPicture = (bytes: Uint8Array, end: number): number => {
  const until = Math.min(bytes.length, end + maxPaddingBytes)
  for (let at = bytes.indexOf(0xff, end); at >= 0 && at < until; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === startOfImage && bytes[at + 2] === 0xff) return at
  return -1
}

/** Whether a box `ftyp` (ISO/IEC 14496-12) follows the pictures. */
const hasClip = (bytes: Uint8Array, from: number): boolean => {
  for (let at = bytes.indexOf(0x66, from); at >= 0; at = bytes.indexOf(0x66, at + 1))
    if (bytes[at + 1] === 0x74 && bytes[at + 2] === 0x79 && bytes[at + 3] === 0x70) return true
  return false
}
