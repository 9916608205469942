import { ServiceError } from '#contract/service-error.ts'

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
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (!subtle) throw new ServiceError('internal_server_error', { reason: 'page_not_secure' })
  const digests: Promise<ArrayBuffer>[] = []
  for (let at = 0; at < video.size; at += pieceBytes) {
    const piece = await video.slice(at, at + pieceBytes).arrayBuffer()
    signal?.throwIfAborted()
    digests.push(subtle.digest('SHA-256', piece))
    // A piece stays in memory until it is hashed, so wait before more are read.
    await digests.at(-piecesAhead)
  }
  const whole = await new Blob([`${video.size}\n`, ...(await Promise.all(digests))]).arrayBuffer()
  return inHex(await subtle.digest('SHA-256', whole))
}

const inHex = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The SHA-256 of a file in hex, so that the same photo is found in the caches whatever its name is. Without Web Crypto
 * (plain http) every call gives another key, so nothing is found.
 */
export const hashImage = async (file: Blob): Promise<string> => {
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle
  if (!subtle) return `unknown ${Math.random()}`
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
