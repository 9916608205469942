import type { ByteSink } from './frame-writer.ts'

/** A sink whose bytes become a Blob: the browser keeps them, on disk where they are many, not this worker's memory. */
export interface BlobSink extends ByteSink {
  blob(type: string): Blob
}

type Piece = { readonly start: number; readonly end: number; readonly blob: Blob }

export const openBlobSink = (): BlobSink => {
  let pieces: readonly Piece[] = []
  return {
    async write(data, position) {
      const end = position + data.byteLength
      const added: Piece = { start: position, end, blob: new Blob([data as Uint8Array<ArrayBuffer>]) }
      const last = pieces.at(-1)
      if (!last || last.end <= position) {
        pieces = [...pieces, added]
        return
      }
      // What was there before stands where the new bytes are not.
      const around = pieces.flatMap((piece) => [
        part(piece, piece.start, Math.min(piece.end, position)),
        part(piece, Math.max(piece.start, end), piece.end),
      ])
      pieces = [...around.filter((piece) => piece !== null), added].sort((a, b) => a.start - b.start)
    },
    blob: (type) => new Blob(withGaps(pieces), { type }),
  }
}

const part = ({ start, blob }: Piece, from: number, to: number): Piece | null =>
  from < to ? { start: from, end: to, blob: blob.slice(from - start, to - start) } : null

/** Bytes that nobody wrote are 0, as in any file. */
const withGaps = (pieces: readonly Piece[]): BlobPart[] => {
  let at = 0
  return pieces.flatMap(({ start, end, blob }) => {
    const gap = start - at
    at = end
    return gap > 0 ? [new Uint8Array(gap), blob] : [blob]
  })
}
