import type { InputVideoTrack } from 'mediabunny'
import { type Box, isInside, type Size, toFractions } from '#base/geometry.ts'
import { findElement, numberIn, readEbmlHead, trackEntries, trackNumberId } from '#formats/ebml-elements.ts'
import { findInPicture } from '#formats/movie-tracks.ts'
import { descriptionsOf, type MovieBox } from './movie-box.ts'

/** The display geometry of a track's frames. */
export type TrackShape = {
  /** The shown part of a stored frame, in fractions of it; null for all of it. */
  readonly crop: Box | null
  /** The width of a stored pixel relative to its height. */
  readonly pixelAspect: number
  /** The displayed size in square pixels, upright. */
  readonly displayed: Size
}

/** Reads the shape of a track, with the clean aperture of MP4 and MOV and the PixelCrop of WebM and MKV. */
export const readTrackShape = async (
  track: InputVideoTrack,
  movieBox: MovieBox | null,
  video: Blob,
): Promise<TrackShape> => {
  const coded = { width: await track.getCodedWidth(), height: await track.getCodedHeight() }
  const { num, den } = await track.getPixelAspectRatio()
  const pixelAspect = num / den || 1
  const found = movieBox
    ? findCleanAperture(movieBox, track.id, coded)
    : await findPixelCrop(video, track.id, coded)
  if (!found) {
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
    return { crop: null, pixelAspect, displayed: toSize(width, height) }
  }
  const { box, aspect = pixelAspect } = found
  const [width, height] = [box.width * Math.max(1, aspect), box.height * Math.max(1, 1 / aspect)]
  const isTurned = (await track.getRotation()) % 180 !== 0
  return {
    crop: toFractions(box, coded),
    pixelAspect: aspect,
    displayed: isTurned ? toSize(height, width) : toSize(width, height),
  }
}

const toSize = (width: number, height: number): Size => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
})

type Found = { readonly box: Box; readonly aspect?: number }

/** A part of a frame; undefined if it is the whole frame, or extends past it. */
const partOf = (x: number, y: number, width: number, height: number, coded: Size): Box | undefined => {
  const box = { x: Math.round(x), y: Math.round(y), ...toSize(width, height) }
  const isAll = box.width >= coded.width && box.height >= coded.height
  return !isAll && width > 0 && height > 0 && isInside(box, coded) ? box : undefined
}

/** Reads `clap` (ISO/IEC 14496-12, 12.1.4): the part's size, and its centre's offset from the frame's, as fractions. */
const findCleanAperture = ({ view }: MovieBox, trackId: number, coded: Size): Found | undefined => {
  const [description] = descriptionsOf(view, trackId)
  const clap = description && findInPicture(view, description, 'clap')
  if (!clap || clap.to - clap.from < 32) return undefined
  const valueAt = (at: number) => view.getInt32(clap.from + at) / view.getUint32(clap.from + at + 4)
  const [width, height] = [valueAt(0), valueAt(8)]
  const [x, y] = [(coded.width - width) / 2 + valueAt(16), (coded.height - height) / 2 + valueAt(24)]
  const box = partOf(x, y, width, height, coded)
  return box && { box }
}

// IDs of Matroska elements (RFC 9559, section 5).
const videoId = 0xe0
const [cropBottomId, cropTopId, cropLeftId, cropRightId] = [0x54aa, 0x54bb, 0x54cc, 0x54dd]
const [displayWidthId, displayHeightId, displayUnitId] = [0x54b0, 0x54ba, 0x54b2]

/** The value of DisplayUnit that leaves the aspect open. */
const unknownUnit = 4

const findPixelCrop = async (file: Blob, trackNumber: number, coded: Size): Promise<Found | undefined> => {
  const view = await readEbmlHead(file)
  for (const entry of trackEntries(view)) {
    if (numberIn(view, findElement(view, entry, trackNumberId)) !== trackNumber) continue
    const video = findElement(view, entry, videoId)
    const fieldOf = (id: number) => (video ? numberIn(view, findElement(view, video, id)) : 0)
    const [left, top] = [fieldOf(cropLeftId), fieldOf(cropTopId)]
    const [width, height] = [
      coded.width - left - fieldOf(cropRightId),
      coded.height - top - fieldOf(cropBottomId),
    ]
    const box = partOf(left, top, width, height, coded)
    const shown = { width: fieldOf(displayWidthId), height: fieldOf(displayHeightId) }
    // Programs that crop later keep the size of the whole frame.
    const isOld = shown.width === coded.width && shown.height === coded.height
    const isKnown = shown.width > 0 && shown.height > 0 && fieldOf(displayUnitId) < unknownUnit
    const aspect = isKnown && !isOld ? (shown.width * height) / (shown.height * width) : 1
    return box && { box, aspect }
  }
  return undefined
}
