/**
 * Names a file by its bytes: the SHA-256 in hex, so that the same photo is known again whatever it is
 * called. Without Web Crypto (plain http) every call gives a key of its own, and nothing is known again.
 */
export const fileKey = async (file: Blob): Promise<string> => {
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle
  if (!subtle) return `unknown ${Math.random()}`
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
