import { readGifFrames } from '#base/gif-frames.ts'
import { type FileKind, mediaOf } from '#contract/file-kinds.ts'

/** A GIF is read to its second picture, in bytes at most; a larger one is taken for an animation. */
const maxGifBytes = 30_000_000

const videoName = /\.(mp4|m4v|mov|qt|webm|mkv|avi|wmv|flv|mpe?g|m2?ts|3gp|ogv)$/i

/**
 * Whether a file is a video, by its first bytes (D-1). Where they tell nothing, its name decides, so that a broken
 * video gets the error message of a video. Never rejects.
 */
export async function isVideoFile(file: File, kind: FileKind): Promise<boolean> {
  if (mediaOf(kind) === 'video') return true
  if (kind === 'gif') return file.size > maxGifBytes || (await isMovingGif(file))
  return (kind === 'unknown' || kind === 'empty') && videoName.test(file.name)
}

const isMovingGif = async (file: Blob): Promise<boolean> => {
  try {
    return ((await readGifFrames(file, { maxFrames: 1 }))?.delays.length ?? 0) > 1
  } catch {
    return false
  }
}
