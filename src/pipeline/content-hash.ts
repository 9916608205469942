import { canHash, sha256, sha256Hex } from '#base/sha256.ts'
import type { Level } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { ImageSource } from './image-requests.ts'

/** Web Crypto digests whole buffers only, so a video is hashed in pieces. Another size gives other hashes. */
const pieceBytes = 4 << 20
/** How many pieces are hashed at a time; the browser gives each a thread. */
const piecesAhead = 3

/**
 * The hash of a video's content, in hex: SHA-256 of its size and of the SHA-256 of each 4 MiB. Reading and hashing
 * overlap: 10 MB take 35 ms, 500 MB two to three seconds on two slow threads under load.
 *
 * Rejects with `internal_server_error` where the page has no Web Crypto (plain http), with the signal's reason, and
 * with the browser's own error where the file cannot be read.
 */
export const hashVideo = async (video: Blob, signal?: AbortSignal): Promise<string> => {
  if (!canHash()) throw new ServiceError('internal_server_error', { reason: 'page_not_secure' })
  const digests: Promise<ArrayBuffer>[] = []
  for (let at = 0; at < video.size; at += pieceBytes) {
    const piece = await video.slice(at, at + pieceBytes).arrayBuffer()
    signal?.throwIfAborted()
    digests.push(sha256(piece))
    // A piece stays in memory until it is hashed, so wait before more are read.
    await digests.at(-piecesAhead)
  }
  const whole = await new Blob([`${video.size}\n`, ...(await Promise.all(digests))]).arrayBuffer()
  return sha256Hex(whole)
}

/**
 * The SHA-256 of a file in hex, so that the same photo is found in the caches whatever its name is. Without Web Crypto
 * (plain http) every call gives another key, so nothing is found.
 */
export const hashImage = async (file: Blob): Promise<string> => {
  if (!canHash()) return `unknown ${Math.random()}`
  return sha256Hex(await file.arrayBuffer())
}

/** Names a photo and what makes its matte in the caches; `matteKey` tells the latter for a level. */
export const nameOf = async (
  { image, options, isFirstLook }: ImageSource,
  matteKey: (level: Level) => Promise<string>,
): Promise<string> =>
  `${await matteKey(options.level)}${isFirstLook ? ' first look' : ''} ${await hashImage(image)}`
