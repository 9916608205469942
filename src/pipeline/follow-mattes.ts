import type { MatteStretch, StretchName } from '#contract/matte-stretch.ts'
import type { Matte } from '#engine/raster.ts'
import { fromKeptMatte } from './kept-matte.ts'
import type { MatteTrack } from './matte-track.ts'

/**
 * The mattes of a track, frame by frame from the first on, each as soon as it is there; ends with the last
 * one of a track that is finished. Rejects with the signal's reason when aborted.
 */
export async function* followMattes(
  track: MatteTrack,
  signal: AbortSignal,
): AsyncGenerator<Matte, void, void> {
  let next = 0
  for (;;) {
    signal.throwIfAborted()
    // Asked before the files are listed: what is finished now is all there then.
    const isWhole = (await track.report()) !== null
    const name = (await track.list()).find(({ firstFrame }) => firstFrame === next)
    if (name) {
      yield* mattesOf(await track.read(name))
      next = afterOf(name)
    } else if (isWhole) return
    else await track.change(signal)
  }
}

const afterOf = ({ firstFrame, frames }: StretchName) => firstFrame + frames

function* mattesOf({ width, height, frames }: MatteStretch): Generator<Matte> {
  for (const { data } of frames) yield fromKeptMatte({ width, height, data })
}
