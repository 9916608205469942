import { isNamed, nameAt } from '#base/byte-names.ts'
import { profileMark } from './find-profile.ts'
import { colorChunks } from './hide-profile.ts'
import { profileChunk } from './png/png-file.ts'

/** A PNG or JPEG that a browser wrote, with an ICC profile in place of what it says of its colours. */
export async function withProfile(file: Blob, profile: Uint8Array): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const parts = file.type === 'image/jpeg' ? inJpeg(bytes, profile) : await inPng(bytes, profile)
  return new Blob(parts, { type: file.type })
}

/** A segment has 65,535 bytes at most: its length, the mark, the number of this part and of all, and the part. */
const maxPartBytes = 65_535 - 2 - profileMark.length - 2

/** Behind the segments of applications (ICC.1:2004-10, B.4). */
const inJpeg = (bytes: Uint8Array<ArrayBuffer>, profile: Uint8Array): BlobPart[] => {
  const view = new DataView(bytes.buffer)
  const kept: BlobPart[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && view.getUint16(at) >>> 4 === 0xffe) {
    const end = at + 2 + view.getUint16(at + 2)
    if (!isNamed(view, at + 4, profileMark)) kept.push(bytes.subarray(at, end))
    at = end
  }
  const count = Math.ceil(profile.length / maxPartBytes)
  for (let part = 0; part < count; part++) {
    const content = profile.subarray(part * maxPartBytes, (part + 1) * maxPartBytes)
    const length = 2 + profileMark.length + 2 + content.length
    const letters = new TextEncoder().encode(profileMark)
    kept.push(
      Uint8Array.of(0xff, 0xe2, length >> 8, length & 255, ...letters, part + 1, count),
      content.slice(),
    )
  }
  return [...kept, bytes.subarray(at)]
}

/** The signature and the chunk IHDR (PNG 3rd edition, 5.2 and 11.2.1). */
const headBytes = 33

const inPng = async (bytes: Uint8Array<ArrayBuffer>, profile: Uint8Array): Promise<BlobPart[]> => {
  const view = new DataView(bytes.buffer)
  const parts: BlobPart[] = [bytes.subarray(0, headBytes), ...(await profileChunk('ICC', profile))]
  for (let at = headBytes; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at)
    if (!colorChunks.includes(nameAt(view, at + 4))) parts.push(bytes.subarray(at, end))
    at = end
  }
  return parts
}
