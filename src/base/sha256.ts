/** Whether Web Crypto exists: only in secure contexts (https, localhost). */
export const canHash = (): boolean => (crypto.subtle as SubtleCrypto | undefined) !== undefined

/** The 32 bytes of the SHA-256 of `data` (FIPS 180-4). */
export const sha256 = (data: BufferSource): Promise<ArrayBuffer> => crypto.subtle.digest('SHA-256', data)

/** The SHA-256 of `data` as 64 lower-case hex digits. */
export const sha256Hex = async (data: BufferSource): Promise<string> => toHex(await sha256(data))

/** The SHA-256 of a text in UTF-8, as 64 lower-case hex digits. */
export const sha256OfText = (text: string): Promise<string> => sha256Hex(new TextEncoder().encode(text))

/** Two lower-case hex digits for each byte. */
export const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
