import { untilAborted } from '#base/promises.ts'
import { createTimer } from '#base/timers.ts'
import { canMakeFfmpegWait, loadFfmpegWasm } from './ffmpeg-wasm.ts'
import type { FfmpegRequest, FfmpegResponse, FfmpegResult } from './ffmpeg-worker.ts'

/**
 * One single-threaded ffmpeg in its own worker; open several for more speed. Calls are carried out in order. Its files
 * stay in its memory until they are deleted or it is closed.
 */
export interface FfmpegCore {
  /** Makes a Blob readable without copying it; resolves with its path. */
  mount(blob: Blob): Promise<string>
  /** Writes a file. `data` must own its whole buffer, which is transferred and empty afterwards. */
  writeFile(path: string, data: Uint8Array<ArrayBuffer>): Promise<void>
  readFile(path: string): Promise<Uint8Array<ArrayBuffer>>
  deleteFile(path: string): Promise<void>
  /**
   * Runs ffmpeg to its end. Rejects with `FfmpegFailure` for an exit status other than 0, and for a crash or stall,
   * which also closes this ffmpeg. An abort rejects with the signal's reason and closes it too, since nothing else
   * stops a running program.
   */
  run(args: readonly string[], options?: RunOptions): Promise<void>
  /** Runs ffprobe with these arguments; resolves with its output. Rejects as `run` does, but not for a stall. */
  probe(args: readonly string[], options?: Pick<RunOptions, 'onProgress'>): Promise<string>
  /** Ends the worker; pending calls reject. */
  close(): void
}

/** Options to follow and stop a run of ffmpeg. */
export type RunOptions = {
  /** Takes a line of ffmpeg's log, in order with the pieces. Return true to keep it out of error messages. */
  readonly onLine?: (line: string) => boolean
  readonly signal?: AbortSignal
  /** Called with each message of the program: a line, a piece, a read of its input. */
  readonly onProgress?: (() => void) | undefined
  /**
   * Seconds without any message after which the run counts as stalled; 60 by default. Time in `onPiece` does not count.
   */
  readonly stallSeconds?: number
  /**
   * Receives the output to `piecesPath` in order, in pieces of `pieceBytes`; the last may be shorter. The program waits
   * while the promise is pending. If it cannot wait (`canMakeFfmpegWait`), pieces accumulate in memory.
   */
  readonly pieces?: {
    readonly pieceBytes: number
    onPiece(piece: Uint8Array<ArrayBuffer>): Promise<void> | void
  }
}

/** The output that goes to `onPiece`. Its format must not seek (`-f rawvideo`, `-f nut`). */
export const piecesPath = '/dev/pieces'

/** A run of ffmpeg that failed; the message ends with the last lines of its log. */
export class FfmpegFailure extends Error {
  override readonly name = 'FfmpegFailure'
}

const never = new AbortController().signal

const defaultStallSeconds = 60
/** Pieces that the program may write before the first of them is taken. */
const piecesAhead = 2
const linesKept = 12
const probePath = '/probe.txt'

/**
 * Opens an ffmpeg; the caller closes it. Rejects with `upstream_error` where the program cannot be loaded, and with the
 * signal's reason when aborted before it is open, without leaving a worker.
 */
export const openFfmpeg = async (signal: AbortSignal = never): Promise<FfmpegCore> => {
  const module = await untilAborted(loadFfmpegWasm(), signal)
  const worker = new Worker(new URL('./ffmpeg-worker.ts', import.meta.url), {
    type: 'module',
    name: 'ffmpeg',
  })
  const waiting = new Map<number, PromiseWithResolvers<FfmpegResult>>()
  const words: string[] = []
  let asked = 0
  let ended: Error | undefined
  const over = Promise.withResolvers<never>()
  // Only a run waits for this promise.
  over.promise.catch(() => {})
  let running: Running | undefined
  let onProgress: RunOptions['onProgress']

  const end = (reason: unknown) => {
    ended ??= reason instanceof Error ? reason : new FfmpegFailure(String(reason))
    worker.terminate()
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
    over.reject(reason)
  }
  const failure = (what: string) => new FfmpegFailure([what, ...words].join('\n'))

  const ask = (order: FfmpegRequest, transfer: Transferable[] = []): Promise<FfmpegResult> => {
    if (ended) return Promise.reject(ended)
    const answer = Promise.withResolvers<FfmpegResult>()
    waiting.set(++asked, answer)
    worker.postMessage({ id: asked, order }, { transfer })
    return answer.promise
  }

  worker.onerror = ({ message }) => end(failure(`ffmpeg failed: ${message}`))
  worker.onmessage = ({ data }: MessageEvent<FfmpegResponse>) => {
    running?.onSign()
    onProgress?.()
    switch (data.kind) {
      case 'done':
        waiting.get(data.id)?.resolve(data.value)
        waiting.delete(data.id)
        break
      case 'failed':
        waiting.get(data.id)?.reject(failure(`ffmpeg failed: ${data.message}`))
        waiting.delete(data.id)
        break
      case 'log':
        if (running?.onLine(data.line)) break
        words.push(data.line)
        if (words.length > linesKept) words.shift()
        break
      case 'piece':
        running?.onPiece(data.data)
        break
      case 'alive':
        break
    }
  }

  const stopOpening = () => end(signal.reason)
  signal.addEventListener('abort', stopOpening)
  try {
    await ask({ kind: 'open', module })
  } catch (cause) {
    end(cause)
    throw cause
  } finally {
    signal.removeEventListener('abort', stopOpening)
  }

  return {
    async mount(blob) {
      return String(await ask({ kind: 'mount', blob }))
    },
    async writeFile(path, data) {
      await ask({ kind: 'write', path, data }, [data.buffer])
    },
    async readFile(path) {
      const bytes = await ask({ kind: 'read', path })
      if (!(bytes instanceof Uint8Array)) throw new FfmpegFailure(`${path} holds no bytes`)
      return bytes
    },
    async deleteFile(path) {
      await ask({ kind: 'delete', path })
    },
    async run(args, { signal, stallSeconds = defaultStallSeconds, pieces, onLine, ...options } = {}) {
      signal?.throwIfAborted()
      if (running) throw new FfmpegFailure('This ffmpeg is running already')
      onProgress = options.onProgress
      words.length = 0
      const stop = () => end(signal?.reason)
      const credit = canMakeFfmpegWait() ? new Int32Array(new SharedArrayBuffer(4)) : undefined
      credit?.fill(piecesAhead)
      running = watch({ stallSeconds, pieces, onLine, credit, end: (reason) => end(reason), failure })
      signal?.addEventListener('abort', stop)
      try {
        const pieceBytes = pieces?.pieceBytes ?? 1 << 20
        const status = await ask({ kind: 'run', args, pieceBytes, ...(credit ? { credit } : {}) }).catch(
          (cause: unknown) => {
            // A program that crashed leaves its memory in an unknown state.
            end(cause)
            throw cause
          },
        )
        // After closing, nobody has to take the last pieces.
        await Promise.race([running.taken(), over.promise])
        if (status !== 0) throw failure(`ffmpeg ended with status ${status}`)
      } finally {
        running.close()
        running = undefined
        onProgress = undefined
        signal?.removeEventListener('abort', stop)
      }
    },
    async probe(args, options = {}) {
      words.length = 0
      onProgress = options.onProgress
      // The exit status is useless: this build leaves it unset after success.
      await ask({ kind: 'probe', args: [...args, '-o', probePath] }).finally(() => {
        onProgress = undefined
      })
      const printed = await ask({ kind: 'read', path: probePath }).catch(() => null)
      if (!(printed instanceof Uint8Array) || printed.length === 0) throw failure('ffprobe printed nothing')
      await ask({ kind: 'delete', path: probePath })
      return new TextDecoder().decode(printed)
    },
    close: () => end(new DOMException('This ffmpeg was closed', 'AbortError')),
  }
}

type Running = {
  onSign(): void
  onLine(line: string): boolean
  onPiece(piece: Uint8Array<ArrayBuffer>): void
  /** Resolves when all pieces that arrived were taken. */
  taken(): Promise<void>
  close(): void
}

type Watched = {
  readonly stallSeconds: number
  readonly pieces: RunOptions['pieces']
  readonly onLine: RunOptions['onLine']
  readonly credit: Int32Array | undefined
  readonly end: (reason: unknown) => void
  readonly failure: (what: string) => FfmpegFailure
}

/** Passes on the pieces of one run in order, and ends the run when it stalls. */
const watch = ({ stallSeconds, pieces, onLine, credit, end, failure }: Watched): Running => {
  let last: Promise<void> = Promise.resolve()
  let untaken = 0
  const timer = createTimer(() =>
    untaken > 0 ? onSign() : end(failure(`ffmpeg gave no sign for ${stallSeconds} s`)),
  )
  const onSign = () => timer.start(stallSeconds * 1000)
  onSign()
  return {
    onSign,
    onLine: (line) => onLine?.(line) ?? false,
    onPiece(piece) {
      untaken++
      last = last
        .then(() => pieces?.onPiece(piece))
        .then(() => {
          untaken--
          if (!credit) return
          Atomics.add(credit, 0, 1)
          Atomics.notify(credit, 0)
        })
      last.catch(end)
    },
    taken: () => last,
    close: timer.stop,
  }
}
