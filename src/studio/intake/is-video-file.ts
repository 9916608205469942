import { readFileKind } from '#studio/media/file-kind.ts'

/** A GIF of one picture is read whole before that is known; larger ones are taken to move. */
const maxGifBytes = 30_000_000

const videoName = /\.(mp4|m4v|mov|qt|webm|mkv|avi|wmv|flv|mpe?g|m2?ts|3gp|ogv)$/i

/**
 * Whether a file goes to the videos: by its leading bytes (D-1); by its name only where the bytes say
 * nothing, so that a broken video is told off as a video. Never rejects.
 */
export async function isVideoFile(file: File): Promise<boolean> {
  const kind = await readFileKind(file)
  if (kind === 'video') return true
  if (kind === 'gif') return file.size > maxGifBytes || (await isMovingGif(file))
  return (kind === 'unknown' || kind === 'empty') && videoName.test(file.name)
}

const isMovingGif = async (file: Blob): Promise<boolean> => {
  try {
    return isAnimatedGif(new Uint8Array(await file.arrayBuffer()))
  } catch {
    return false
  }
}

/**
 * Whether the bytes of a GIF hold a second picture. Reads the blocks of the file (GIF89a, section 20 and
 * on) and stops at the second; bytes that break off or are no GIF have none.
 */
export const isAnimatedGif = (bytes: Uint8Array): boolean => {
  const colorTable = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  const afterBlocks = (start: number): number => {
    let at = start
    while ((bytes[at] ?? 0) > 0) at += (bytes[at] ?? 0) + 1
    return at + 1
  }
  let at = 13 + colorTable(bytes[10] ?? 0)
  let pictures = 0
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === 0x21) {
      at = afterBlocks(at + 2)
    } else if (block === 0x2c) {
      pictures += 1
      if (pictures === 2) return true
      at = afterBlocks(at + 11 + colorTable(bytes[at + 9] ?? 0))
    } else return false
  }
  return false
}
