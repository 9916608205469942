import { ServiceError } from '#contract/service-error.ts'

/** How much of a video is digested at once, since the browser digests whole buffers only. Part of the key. */
const pieceBytes = 4 << 20
/** So many are digested at a time, each by a thread of the browser's. */
const piecesAhead = 3

/**
 * Names a video by its content, whatever it is called: SHA-256, in hex, of its size and of the SHA-256 of each 4 MiB
 * of it. Every byte counts. Pieces are read while those before them are digested, beside all other work: 500 MB take
 * two to three seconds on two slow threads that have other work too, 10 MB 35 ms.
 *
 * Rejects with `internal_server_error` on a page that may not keep files either (plain http), with the signal's
 * reason, and with the browser's own error where the file cannot be read.
 */
export const hashVideo = async (video: Blob, signal?: AbortSignal): Promise<string> => {
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (!subtle) throw new ServiceError('internal_server_error', { reason: 'page_not_secure' })
  const digests: Promise<ArrayBuffer>[] = []
  for (let at = 0; at < video.size; at += pieceBytes) {
    const piece = await video.slice(at, at + pieceBytes).arrayBuffer()
    signal?.throwIfAborted()
    digests.push(subtle.digest('SHA-256', piece))
    // Each is held in memory until it is digested.
    await digests.at(-piecesAhead)
  }
  const whole = await new Blob([`${video.size}\n`, ...(await Promise.all(digests))]).arrayBuffer()
  return inHex(await subtle.digest('SHA-256', whole))
}

const inHex = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Names a file by its bytes: the SHA-256 in hex, so that the same photo is known again whatever it is
 * called. Without Web Crypto (plain http) every call gives a key of its own, and nothing is known again.
 */
export const hashImage = async (file: Blob): Promise<string> => {
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle
  if (!subtle) return `unknown ${Math.random()}`
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
