import type { MatteStretch, StretchName } from '#contract/matte-stretch.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import { fromKeptMatte } from './kept-matte.ts'
import type { MatteTrack } from './matte-track.ts'

/**
 * The mattes of a track, frame by frame from the first on, each as soon as it is there; ends with the last
 * one of a track that is finished. Rejects with the signal's reason when aborted; with the reason `mattes_lost` where some
 * that were kept are gone or cannot be read: they are deleted then, and are estimated anew when asked for.
 */
export async function* followMattes(
  track: MatteTrack,
  signal: AbortSignal,
): AsyncGenerator<AlphaMaskF32, void, void> {
  let next = 0
  for (;;) {
    signal.throwIfAborted()
    // Asked before the files are listed: what is finished now is all there then.
    const report = await track.report()
    const name = (await track.list()).find(({ firstFrame }) => firstFrame === next)
    if (name) {
      yield* mattesOf(await readOrDiscard(track, name))
      next = afterOf(name)
    } else if (!report) await track.change(signal)
    else if (next >= report.frames) return
    else {
      await track.discard(null)
      throw lost()
    }
  }
}

const readOrDiscard = async (track: MatteTrack, name: StretchName): Promise<MatteStretch> => {
  try {
    return await track.read(name)
  } catch (cause) {
    await track.discard(name)
    throw lost(cause)
  }
}

const lost = (cause?: unknown) =>
  new ServiceError('internal_server_error', {
    reason: 'mattes_lost',
    ...(cause === undefined ? {} : { cause }),
  })

const afterOf = ({ firstFrame, frames }: StretchName) => firstFrame + frames

function* mattesOf({ width, height, frames }: MatteStretch): Generator<AlphaMaskF32> {
  for (const { data } of frames) yield fromKeptMatte({ width, height, data })
}
