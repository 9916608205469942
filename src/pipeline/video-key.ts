import { ServiceError } from '#contract/service-error.ts'

/** How much of a video is digested at once, since the browser digests whole buffers only. Part of the key. */
const pieceBytes = 4 << 20

/**
 * Names a video by its content, whatever it is called: SHA-256, in hex, of its size and of the SHA-256 of each 4 MiB
 * of it. Every byte counts. One piece is read while the one before it is digested, beside all other work.
 *
 * Rejects with `internal_server_error` on a page that may not keep files either (plain http), with the signal's
 * reason, and with the browser's own error where the file cannot be read.
 */
export const videoKey = async (video: Blob, signal?: AbortSignal): Promise<string> => {
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (!subtle) throw new ServiceError('internal_server_error', { message: notSecure })
  const digests: ArrayBuffer[] = []
  let digesting: Promise<unknown> = Promise.resolve()
  for (let at = 0; at < video.size; at += pieceBytes) {
    const [piece] = await Promise.all([video.slice(at, at + pieceBytes).arrayBuffer(), digesting])
    signal?.throwIfAborted()
    digesting = subtle.digest('SHA-256', piece).then((digest) => digests.push(digest))
  }
  await digesting
  const whole = await new Blob([`${video.size}\n`, ...digests]).arrayBuffer()
  return inHex(await subtle.digest('SHA-256', whole))
}

const inHex = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')

const notSecure = 'Videos are worked on in pages opened over https only. Open the studio at an https address.'
