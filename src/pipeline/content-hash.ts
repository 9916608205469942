import { canHash, sha256, sha256Hex } from '#base/sha256.ts'
import type { Level } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { ImageSource } from './image-requests.ts'

/** Web Crypto digests whole buffers only, so a video is hashed in pieces. The size is part of the hash's definition. */
const pieceBytes = 4 << 20
/** Number of pieces hashed concurrently, on browser threads. */
const piecesAhead = 3

/**
 * The hash of a video's content, in hex: SHA-256 of its size and of the SHA-256 of each 4 MiB. 10 MB take 35 ms, 500 MB
 * two to three seconds on two slow threads under load. Rejects with `internal_server_error` without Web Crypto (plain
 * http), with the signal's reason, and with the browser's error if the file cannot be read.
 */
export const hashVideo = async (video: Blob, signal?: AbortSignal): Promise<string> => {
  if (!canHash()) throw new ServiceError('internal_server_error', { reason: 'page_not_secure' })
  const digests: Promise<ArrayBuffer>[] = []
  for (let at = 0; at < video.size; at += pieceBytes) {
    const piece = await video.slice(at, at + pieceBytes).arrayBuffer()
    signal?.throwIfAborted()
    digests.push(sha256(piece))
    // Pieces stay in memory until hashed, so reading waits.
    await digests.at(-piecesAhead)
  }
  const whole = await new Blob([`${video.size}\n`, ...(await Promise.all(digests))]).arrayBuffer()
  return sha256Hex(whole)
}

/**
 * SHA-256 of a file in hex, its key in caches. Without Web Crypto (plain http) each call returns a new key, so nothing
 * is found.
 */
export const hashImage = async (file: Blob): Promise<string> => {
  if (!canHash()) return `unknown ${Math.random()}`
  return sha256Hex(await file.arrayBuffer())
}

/** The cache key of a photo and of what makes its matte; `matteKey` returns the latter for a level. */
export const nameOf = async (
  { image, options, isFirstLook }: ImageSource,
  matteKey: (level: Level) => Promise<string>,
): Promise<string> =>
  `${await matteKey(options.level)}${isFirstLook ? ' first look' : ''} ${await hashImage(image)}`
