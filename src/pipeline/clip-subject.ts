import { type Box, type Size, toFractions } from '#base/geometry.ts'
import { yieldToEvents } from '#base/timers.ts'
import type { MatteChunk } from '#contract/matte-chunk.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { type SubjectRegion, subjectRegions } from '#engine/subject-regions.ts'
import { matteOfFrame } from './matte-cache.ts'

/**
 * Regions with less alpha than this share of the scene's largest are ignored: specks, and passers-by in a few frames,
 * must not widen a canvas.
 */
const leastShare = 0.03
/** A region may be absent for so many frames and still continue its track. */
const awayFrames = 5
/** Largest movement of a region between frames beyond its own box, relative to the picture's longer side. */
const farthest = 0.04

/** A region of the subject over the frames of a scene. */
type Track = {
  /** The union of its boxes. */
  around: Box
  last: SubjectRegion
  lastFrame: number
  amount: number
}

/**
 * The smallest box around the subject in all frames of a clip, in fractions of a frame; null if there is none. A canvas
 * around it stays still while the subject moves.
 */
export const findClipSubject = async (
  chunks: AsyncIterable<MatteChunk>,
  signal: AbortSignal,
): Promise<Box | null> => {
  let all: Box | null = null
  let tracks: Track[] = []
  let [number, size] = [0, { width: 1, height: 1 }]
  const endScene = () => {
    const found = boxOfMost(tracks.map(({ around, amount }) => ({ box: around, amount })))
    if (found) all = aroundBoth(all, toFractions(found, size))
    tracks = []
  }
  for await (const chunk of chunks) {
    const { width, height } = chunk
    for (const frame of chunk.frames) {
      if (frame.isCut) endScene()
      size = { width, height }
      followRegions(tracks, subjectRegions(matteOfFrame(chunk, frame)), number, size)
      number++
    }
    await yieldToEvents(signal)
  }
  endScene()
  return all
}

/** The subject's box in one frame, in pixels of its matte; null if there is none. */
export const frameSubject = (matte: AlphaMask8): Box | null => boxOfMost(subjectRegions(matte))

const boxOfMost = (regions: readonly SubjectRegion[]): Box | null => {
  const most = Math.max(...regions.map(({ amount }) => amount))
  let box: Box | null = null
  for (const region of regions) if (region.amount >= leastShare * most) box = aroundBoth(box, region.box)
  return box
}

/** Assigns a frame's regions to tracks, one each, the largest first. */
const followRegions = (
  tracks: Track[],
  regions: readonly SubjectRegion[],
  frame: number,
  picture: Size,
): void => {
  const reach = farthest * Math.max(picture.width, picture.height)
  const pairs = tracks
    .filter(({ lastFrame }) => frame - lastFrame <= awayFrames)
    .flatMap((track) => regions.map((region) => ({ track, region })))
    .filter(({ track, region }) => isNear(track.last.box, region.box, reach))
    .map((pair) => ({ ...pair, amount: Math.min(pair.track.last.amount, pair.region.amount) }))
    .toSorted((a, b) => b.amount - a.amount)
  const left = new Set(regions)
  for (const { track, region } of pairs) {
    if (track.lastFrame === frame || !left.delete(region)) continue
    track.around = aroundBoth(track.around, region.box)
    track.last = region
    track.lastFrame = frame
    track.amount += region.amount
  }
  for (const region of left)
    tracks.push({ around: region.box, last: region, lastFrame: frame, amount: region.amount })
}

/** Whether two boxes overlap after the first grows by its own size, at most `reach` on each side. */
const isNear = (one: Box, other: Box, reach: number): boolean => {
  const [across, down] = [Math.min(one.width, reach), Math.min(one.height, reach)]
  return (
    other.x < one.x + one.width + across &&
    one.x - across < other.x + other.width &&
    other.y < one.y + one.height + down &&
    one.y - down < other.y + other.height
  )
}

/** The union of two boxes. */
export const aroundBoth = (one: Box | null, other: Box): Box => {
  if (!one) return other
  const x = Math.min(one.x, other.x)
  const y = Math.min(one.y, other.y)
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}
