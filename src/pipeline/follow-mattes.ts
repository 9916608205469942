import type { MatteChunk, MatteChunkRange } from '#contract/matte-chunk.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import { dequantizeMatte } from './matte-cache.ts'
import type { MatteChunkStore } from './matte-chunk-store.ts'

/**
 * The mattes of a video in frame order. Waits for mattes that the other worker has not written, and ends after the
 * last. Rejects with the signal's reason, and with the reason `mattes_lost` if a chunk is missing or unreadable.
 * Deletes that chunk, so that `matteVideo` estimates its frames again.
 */
export async function* followMattes(
  chunks: MatteChunkStore,
  signal: AbortSignal,
): AsyncGenerator<AlphaMaskF32, void, void> {
  for await (const { width, height, frames } of followChunks(chunks, signal))
    for (const { data } of frames) yield dequantizeMatte({ width, height, data })
}

/** The same mattes, chunk by chunk. */
export async function* followChunks(
  chunks: MatteChunkStore,
  signal: AbortSignal,
): AsyncGenerator<MatteChunk, void, void> {
  let next = 0
  for (;;) {
    signal.throwIfAborted()
    // Read before listing: if there is a report, the list is complete.
    const report = await chunks.report()
    const name = (await chunks.list()).find(({ firstFrame }) => firstFrame === next)
    if (name) {
      yield await readOrDiscard(chunks, name)
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
