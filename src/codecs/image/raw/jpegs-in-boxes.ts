import { boxesNamed, fileBoxes, findBox, findInner, type IsoBox, wholeSpan } from '#formats/iso-boxes.ts'
import { firstOffset, tableOf, tracksOf } from '#formats/movie-tracks.ts'
import { findOrientation } from '#formats/orientation.ts'
import { type FoundJpegs, type Range, readPart } from './found-jpegs.ts'

/** Canon's boxes begin with a UUID. This is the UUID of the box around the preview, followed by eight more bytes. */
const [uuidBytes, previewUuid, besidePreview] = [16, 0xeaf42b5e, 24]
/** The head of Canon's preview, followed by its size and length. */
const previewHead = 16
/** A limit above any camera's tracks. */
const maxTracks = 64
/** Bytes that are read to find the preview in its box, and a limit above any camera's movie box. */
const [headBytes, maxMovieBytes] = [4096, 16 << 20]

/**
 * Finds the JPEGs of a Canon CR3: the first sample of each track, one of which is a full-size JPEG, and the smaller
 * preview. The orientation is in the box CMT1, a TIFF block.
 */
export async function findJpegsInBoxes(file: Blob): Promise<FoundJpegs> {
  const ranges: Range[] = []
  let orientation: number | undefined
  for await (const { name, from, to } of fileBoxes(file)) {
    if (name === 'uuid') ranges.push(...(await previewIn(file, from, to)))
    if (name !== 'moov') continue
    const moov = await readPart(file, from, Math.min(to - from, maxMovieBytes))
    for (const trak of tracksOf(moov).slice(0, maxTracks)) ranges.push(firstSample(moov, trak))
    orientation ??= orientationIn(moov)
  }
  return { ranges, orientation }
}

const previewIn = async (file: Blob, from: number, to: number): Promise<readonly Range[]> => {
  const view = await readPart(file, from, Math.min(to - from, headBytes))
  if (view.byteLength < besidePreview || view.getUint32(0) !== previewUuid) return []
  const preview = findBox(view, { from: besidePreview, to: to - from }, 'PRVW')
  if (!preview) return []
  return [{ start: from + preview.from + previewHead, length: preview.to - preview.from - previewHead }]
}

/** The size of all samples, or of the first one. */
const firstSample = (moov: DataView, trak: IsoBox): Range => {
  const sizes = tableOf(moov, trak, 'stsz')
  const sizeAt = (place: number) =>
    sizes && sizes.from + place + 4 <= sizes.to ? moov.getUint32(sizes.from + place) : 0
  return { start: firstOffset(moov, trak) ?? 0, length: sizeAt(4) || sizeAt(12) }
}

const orientationIn = (moov: DataView): number | undefined => {
  for (const { from, to } of boxesNamed(moov, wholeSpan(moov), 'uuid')) {
    const tags = findInner(moov, { from: from + uuidBytes, to }, ['CMT1'])
    if (tags) return findOrientation(moov, tags.from, tags.to)?.value
  }
  return undefined
}
