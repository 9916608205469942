import { createYielder } from '#base/timers.ts'

/** Bytes that are read at a time. */
const usualBytes = 1 << 20

/** Reads `count` bytes of a file from `at` on, or fewer at its end. */
export type ReadBytes = (at: number, count: number) => Promise<DataView<ArrayBuffer>>

/**
 * Reads a file at mostly rising places, with one piece in memory at a time. Reads reject with the reason of `signal`.
 */
export const openPieces = (file: Blob, signal?: AbortSignal, pieceBytes = usualBytes): ReadBytes => {
  const yieldNow = createYielder(signal)
  let [piece, start] = [new ArrayBuffer(), 0]
  return async (at, count) => {
    await yieldNow()
    const end = Math.min(at + count, file.size)
    if (end <= at) return new DataView(new ArrayBuffer())
    if (at < start || end > start + piece.byteLength) {
      piece = await file.slice(at, at + Math.max(count, pieceBytes)).arrayBuffer()
      start = at
    }
    return new DataView(piece, at - start, Math.min(count, piece.byteLength - (at - start)))
  }
}
