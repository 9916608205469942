import { type Box, type Size, toFractions } from '#base/geometry.ts'
import { yieldToEvents } from '#base/timers.ts'
import type { MatteChunk } from '#contract/matte-chunk.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import { type SubjectRegion, subjectRegions } from '#engine/subject-regions.ts'
import { matteOfFrame } from './matte-cache.ts'

/**
 * What has less alpha than this share of the largest, over the frames of its scene, is no part of the subject: specks,
 * and passers-by that the network took for it on a few frames. A canvas need not be wider for them.
 */
const leastShare = 0.03
/** For so many frames a part of the subject may be away and be the same when it is back. */
const awayFrames = 5
/**
 * How far from one frame to the next a part moves at most beyond its own box, as a share of the picture's longer side.
 */
const farthest = 0.04

/** A part of the subject over the frames of a scene. */
type Track = {
  /** Around all its places. */
  around: Box
  last: SubjectRegion
  lastFrame: number
  amount: number
}

/**
 * The smallest box that holds the subject in every frame of a clip, in fractions of a frame; null where no frame shows
 * one. A canvas around it stays still while the subject moves, however far it goes.
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

/** The box around the subject of one frame, in pixels of its matte; null where there is none. */
export const frameSubject = (matte: AlphaMask8): Box | null => boxOfMost(subjectRegions(matte))

const boxOfMost = (regions: readonly SubjectRegion[]): Box | null => {
  const most = Math.max(...regions.map(({ amount }) => amount))
  let box: Box | null = null
  for (const region of regions) if (region.amount >= leastShare * most) box = aroundBoth(box, region.box)
  return box
}

/** Adds the regions of a frame to the tracks that they continue: each to one, the largest of both first. */
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

/** Whether two boxes overlap, where the first may grow by its own size, up to `reach` on every side. */
const isNear = (one: Box, other: Box, reach: number): boolean => {
  const [across, down] = [Math.min(one.width, reach), Math.min(one.height, reach)]
  return (
    other.x < one.x + one.width + across &&
    one.x - across < other.x + other.width &&
    other.y < one.y + one.height + down &&
    one.y - down < other.y + other.height
  )
}

/** The smallest box around two, or around the second where there is no first. */
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
