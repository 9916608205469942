import { isNamed, nameAt } from '#base/byte-names.ts'
import { zlib } from '#base/deflate.ts'
import { crc32 } from '#engine/crc32.ts'

/** A PNG or JPEG that a browser wrote, with an ICC profile in place of what it says of its colours. */
export async function withProfile(file: Blob, profile: Uint8Array): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const parts = file.type === 'image/jpeg' ? inJpeg(bytes, profile) : await inPng(bytes, profile)
  return new Blob(parts, { type: file.type })
}

const mark = 'ICC_PROFILE\0'
/** A segment has 65,535 bytes at most: its length, the mark, the number of this part and of all, and the part. */
const maxPartBytes = 65_535 - 2 - mark.length - 2

/** Behind the segments of applications (ICC.1:2004-10, B.4). */
const inJpeg = (bytes: Uint8Array<ArrayBuffer>, profile: Uint8Array): BlobPart[] => {
  const view = new DataView(bytes.buffer)
  const kept: BlobPart[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && view.getUint16(at) >>> 4 === 0xffe) {
    const end = at + 2 + view.getUint16(at + 2)
    if (!isNamed(view, at + 4, mark)) kept.push(bytes.subarray(at, end))
    at = end
  }
  const count = Math.ceil(profile.length / maxPartBytes)
  for (let part = 0; part < count; part++) {
    const content = profile.subarray(part * maxPartBytes, (part + 1) * maxPartBytes)
    const length = 2 + mark.length + 2 + content.length
    const letters = new TextEncoder().encode(mark)
    kept.push(
      Uint8Array.of(0xff, 0xe2, length >> 8, length & 255, ...letters, part + 1, count),
      content.slice(),
    )
  }
  return [...kept, bytes.subarray(at)]
}

/** The signature and the chunk IHDR (PNG 3rd edition, 5.2 and 11.2.1). */
const headBytes = 33
/** Chunks that say what the colours are, which the profile takes the place of. */
const colorChunks = ['sRGB', 'gAMA', 'cHRM', 'iCCP', 'cICP']

const inPng = async (bytes: Uint8Array<ArrayBuffer>, profile: Uint8Array): Promise<BlobPart[]> => {
  const view = new DataView(bytes.buffer)
  const parts: BlobPart[] = [bytes.subarray(0, headBytes), await profileChunk(profile)]
  for (let at = headBytes; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at)
    if (!colorChunks.includes(nameAt(view, at + 4))) parts.push(bytes.subarray(at, end))
    at = end
  }
  return parts
}

/** PNG 3rd edition, 11.3.2.3. */
const profileChunk = async (profile: Uint8Array): Promise<BlobPart> => {
  // Type, name of the profile, its end, and the method of compression.
  const head = new TextEncoder().encode('iCCPICC\0\0')
  const body = await zlib(profile.slice())
  const chunk = new Uint8Array(4 + head.length + body.length + 4)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, head.length - 4 + body.length)
  chunk.set(head, 4)
  chunk.set(body, 4 + head.length)
  view.setUint32(chunk.length - 4, crc32(chunk.subarray(4, chunk.length - 4)))
  return chunk
}
