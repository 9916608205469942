import { isAbort, ServiceError, toServiceError } from '#contract/service-error.ts'
import type { FrameWriter } from './frame-writer.ts'

/** What one format's writer does; counting, timing and errors are the same for all. */
export interface FormatWriter {
  write: FrameWriter['write']
  finish(): Promise<{
    readonly bytes: number
    readonly audioDropped: string | null
    readonly frames?: number
  }>
  /** Ends encoders at once; may be called at any time, and again. */
  abort(): Promise<void> | void
}

/** A format's writer with its frames counted, its time taken and its errors told. */
export const toFrameWriter = (writer: FormatWriter, signal: AbortSignal): FrameWriter => {
  let frames = 0
  let waitMs = 0
  let ended = false

  const abort = async () => {
    ended = true
    signal.removeEventListener('abort', stop)
    try {
      await writer.abort()
    } catch {
      // What is dropped need not end well.
    }
  }
  const stop = () => void abort()
  signal.addEventListener('abort', stop)

  /** Runs a step; where it fails nothing is left running. */
  const timed = async <T>(step: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    if (ended) throw new ServiceError('internal_server_error', { details: 'The video was ended already' })
    const since = performance.now()
    try {
      return await step()
    } catch (cause) {
      await abort()
      signal.throwIfAborted()
      throw isAbort(cause) ? cause : toServiceError(cause)
    } finally {
      waitMs += performance.now() - since
    }
  }

  return {
    write: (frame) =>
      timed(async () => {
        await writer.write(frame)
        frames++
      }),
    async finish() {
      const written = await timed(() => writer.finish())
      ended = true
      signal.removeEventListener('abort', stop)
      return { frames, ...written, waitSeconds: waitMs / 1000 }
    },
    abort,
  }
}
