import { readAvifFrames } from './avif-frames.ts'
import { readPngFrames, readWebpFrames } from './chunk-frames.ts'
import { readGifFrames } from './gif-frames.ts'
import type { ReadFrames } from './picture-frames.ts'

/** The kinds of picture that may move, as named in `src/contract/file-kinds.ts`. */
export const movingKinds = ['gif', 'webp', 'png', 'avif'] as const

/** A kind of picture that may move. */
export type MovingKind = (typeof movingKinds)[number]

/** The frame reader of each kind. */
export const frameReaders: Readonly<Record<MovingKind, ReadFrames>> = {
  gif: readGifFrames,
  webp: readWebpFrames,
  png: readPngFrames,
  avif: readAvifFrames,
}

/** Whether a picture of this kind may move. */
export const isMovingKind = (kind: string): kind is MovingKind => Object.hasOwn(frameReaders, kind)

/** A larger GIF counts as moving: the search for a second frame may read all of a still one. */
const maxGifBytes = 30_000_000

/** Whether a file of this kind is a picture of several frames. Never rejects. */
export const isMovingPicture = async (file: Blob, kind: string): Promise<boolean> => {
  if (!isMovingKind(kind)) return false
  if (kind === 'gif' && file.size > maxGifBytes) return true
  try {
    return ((await frameReaders[kind](file, { maxFrames: 1 }))?.delays.length ?? 0) > 1
  } catch {
    return false
  }
}
