import type { MatteChunk, MatteChunkRange } from '#contract/matte-chunk.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import { dequantizeMatte } from './matte-cache.ts'
import type { MatteChunkStore } from './matte-chunk-store.ts'

/**
 * The mattes of a video, frame by frame from the first on, each as soon as it is there; ends with the last
 * one of a video that is finished. Rejects with the signal's reason when aborted; with the reason `mattes_lost` where some
 * that were kept are gone or cannot be read: they are deleted then, and are estimated anew when asked for.
 */
export async function* followMattes(
  chunks: MatteChunkStore,
  signal: AbortSignal,
): AsyncGenerator<AlphaMaskF32, void, void> {
  let next = 0
  for (;;) {
    signal.throwIfAborted()
    // Asked before the files are listed: what is finished now is all there then.
    const report = await chunks.report()
    const name = (await chunks.list()).find(({ firstFrame }) => firstFrame === next)
    if (name) {
      yield* mattesOf(await readOrDiscard(chunks, name))
      next = afterOf(name)
    } else if (!report) await chunks.change(signal)
    else if (next >= report.frames) return
    else {
      await chunks.discard(null)
      throw lost()
    }
  }
}

const readOrDiscard = async (chunks: MatteChunkStore, name: MatteChunkRange): Promise<MatteChunk> => {
  try {
    return await chunks.read(name)
  } catch (cause) {
    await chunks.discard(name)
    throw lost(cause)
  }
}

const lost = (cause?: unknown) =>
  new ServiceError('internal_server_error', {
    reason: 'mattes_lost',
    ...(cause === undefined ? {} : { cause }),
  })

const afterOf = ({ firstFrame, frames }: MatteChunkRange) => firstFrame + frames

function* mattesOf({ width, height, frames }: MatteChunk): Generator<AlphaMaskF32> {
  for (const { data } of frames) yield dequantizeMatte({ width, height, data })
}
