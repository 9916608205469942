import { readFileKind } from '#studio/media/file-kind.ts'
import { isAnimatedGif } from '#studio/media/gif-frames.ts'

/** A GIF of one picture is read whole before that is known; larger ones are taken to move. */
const mostGifBytes = 30_000_000

const videoName = /\.(mp4|m4v|mov|qt|webm|mkv|avi|wmv|flv|mpe?g|m2?ts|3gp|ogv)$/i

/**
 * Whether a file goes to the videos: by its leading bytes (D-1); by its name only where the bytes say
 * nothing, so that a broken video is told off as a video. Never rejects.
 */
export async function isClip(file: File): Promise<boolean> {
  const kind = await readFileKind(file)
  if (kind === 'video') return true
  if (kind === 'gif') return file.size > mostGifBytes || (await isMovingGif(file))
  return (kind === 'unknown' || kind === 'empty') && videoName.test(file.name)
}

const isMovingGif = async (file: Blob): Promise<boolean> => {
  try {
    return isAnimatedGif(new Uint8Array(await file.arrayBuffer()))
  } catch {
    return false
  }
}
