/** Bytes as base64 (RFC 4648). */
export const toBase64 = async (blob: Blob): Promise<string> => {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  // A multiple of three, so that only the last part is padded.
  for (let at = 0; at < bytes.length; at += 30_000)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + 30_000)))
  return text
}

/** Decodes base64. Throws a `DOMException` if it is invalid. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
