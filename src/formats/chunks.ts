import { nameAt } from '#base/byte-names.ts'
import { openPieces } from './file-pieces.ts'

/** A chunk: the starts of its head and content, and the end of its content, which may lie past the bytes. */
export type Chunk = {
  readonly name: string
  readonly at: number
  readonly from: number
  readonly to: number
}

/** The start of the first chunk, the bytes of the smallest chunk, and the reader of a chunk's head. */
type Layout = {
  readonly start: number
  readonly minBytes: number
  readonly read: (view: DataView, at: number) => { readonly name: string; readonly length: number }
  /** Bytes after a content of this length. */
  readonly tail: (length: number) => number
}

/** A length, a name, the content and a checksum (PNG, 5.3). */
const png: Layout = {
  start: 8,
  minBytes: 12,
  read: (view, at) => ({ name: nameAt(view, at + 4), length: view.getUint32(at) }),
  tail: () => 4,
}

/** A name, a length and the content, padded to an even length (RFC 9649, 2.3); the last chunk may lack the padding. */
const riff: Layout = {
  start: 12,
  minBytes: 8,
  read: (view, at) => ({ name: nameAt(view, at), length: view.getUint32(at + 4, true) }),
  tail: (length) => length & 1,
}

const headBytes = 8

function* chunksIn(view: DataView, { start, minBytes, read, tail }: Layout): Generator<Chunk, void, void> {
  for (let at = start; at + minBytes <= view.byteLength; ) {
    const { name, length } = read(view, at)
    const from = at + headBytes
    yield { name, at, from, to: from + length }
    if (name === 'IEND') return
    at = from + length + tail(length)
  }
}

/** The chunks of a PNG, up to its last one. */
export const pngChunks = (view: DataView) => chunksIn(view, png)

/** The chunks of a RIFF file, such as WebP. */
export const riffChunks = (view: DataView) => chunksIn(view, riff)

/** Bytes of a chunk's content that describe a frame, at most. */
const contentBytes = 32

/** A chunk of a file, with the first bytes of its content. */
type FileChunk = Chunk & { readonly content: DataView; readonly isWhole: boolean }

async function* fileChunks(
  file: Blob,
  layout: Layout,
  signal: AbortSignal | undefined,
): AsyncGenerator<FileChunk, void, void> {
  const readBytes = openPieces(file, signal)
  const { start, minBytes, read, tail } = layout
  for (let at = start; at + minBytes <= file.size; ) {
    const { name, length } = read(await readBytes(at, headBytes), 0)
    const [from, to] = [at + headBytes, at + headBytes + length]
    const content = await readBytes(from, Math.min(length, contentBytes))
    yield { name, at, from, to, content, isWhole: to <= file.size }
    if (name === 'IEND') return
    at = to + tail(length)
  }
}

/** The chunks of a PNG file, read from front to end. Rejects with the reason of `signal`. */
export const pngFileChunks = (file: Blob, signal?: AbortSignal) => fileChunks(file, png, signal)

/** The chunks of a RIFF file, read from front to end. Rejects with the reason of `signal`. */
export const riffFileChunks = (file: Blob, signal?: AbortSignal) => fileChunks(file, riff, signal)
