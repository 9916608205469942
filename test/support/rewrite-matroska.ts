import { concatBytes } from './byte-arrays.ts'

/** IDs of Matroska elements (RFC 9559). */
const [segment, tracks, entry, trackType, cluster, simpleBlock, blockGroup, block, cues, seekHead] = [
  0x18538067, 0x1654ae6b, 0xae, 0x83, 0x1f43b675, 0xa3, 0xa0, 0xa1, 0x1c53bb6b, 0x114d9b74,
]
const [trackNumber, video] = [0xd7, 0xe0]

/** ContentEncodings that name zlib by saying nothing: one ContentEncoding with an empty ContentCompression. */
const zlib = Uint8Array.of(0x6d, 0x80, 0x86, 0x62, 0x40, 0x83, 0x50, 0x34, 0x80)

/**
 * The IDs of PixelCropLeft, -Right, -Top and -Bottom, and of DisplayWidth and -Height with what ffmpeg adds to them.
 */
const [cropIds, displayIds] = [
  [0x54cc, 0x54dd, 0x54bb, 0x54aa],
  [0x54b0, 0x54ba, 0x54b2],
]

/** The same file with so many pixels cropped: left, right, top and bottom. */
export const withPixelCrop = async (file: Blob, crop: readonly number[]): Promise<Blob> => {
  const change = (bytes: Uint8Array): Uint8Array =>
    concatBytes(
      ...elementsOf(bytes)
        .filter(({ id }) => ![cues, seekHead, ...displayIds].includes(id))
        .flatMap(({ id, head, content }) => element(head, changeElement(id, content))),
    )
  const changeElement = (id: number, content: Uint8Array): Uint8Array => {
    if ([segment, tracks, entry].includes(id)) return change(content)
    if (id !== video) return content
    const added = cropIds.flatMap((name, at) => [name >> 8, name & 255, 0x81, crop[at] ?? 0])
    return concatBytes(change(content), added)
  }
  return new Blob([change(new Uint8Array(await file.arrayBuffer())) as Uint8Array<ArrayBuffer>])
}

/** ContentEncodings that name LZO1X: ContentCompAlgo 2. */
const lzo = Uint8Array.of(0x6d, 0x80, 0x8a, 0x62, 0x40, 0x87, 0x50, 0x34, 0x84, 0x42, 0x54, 0x81, 2)

/** Bytes as an LZO1X stream that repeats nothing: one run of literals, and the end. */
const toLzo = (bytes: Uint8Array): Uint8Array => {
  const end = [0x11, 0, 0]
  if (bytes.length <= 238) return concatBytes(Uint8Array.of(17 + bytes.length), bytes, Uint8Array.from(end))
  const more = bytes.length - 18
  const zeros = Math.ceil(more / 255) - 1
  return concatBytes(
    new Uint8Array(1 + zeros),
    Uint8Array.of(more - zeros * 255),
    bytes,
    Uint8Array.from(end),
  )
}

const packings = {
  zlib: { encoding: zlib, pack: (bytes: Uint8Array) => deflate(bytes) },
  lzo: { encoding: lzo, pack: async (bytes: Uint8Array) => toLzo(bytes) },
} as const

/** A Matroska file of ffmpeg with the frames of tracks of these types (1: picture, 2: sound) compressed. */
export const packMatroska = async (
  file: Blob,
  types: readonly number[],
  how: keyof typeof packings = 'zlib',
): Promise<Blob> => {
  const { encoding, pack } = packings[how]
  const packed = new Set<number>()
  const change = async (bytes: Uint8Array): Promise<Uint8Array> => {
    const parts: Uint8Array[] = []
    for (const { id, head, content } of elementsOf(bytes)) {
      // Positions in the file change.
      if (id === cues || id === seekHead) continue
      parts.push(...element(head, await changeElement(id, content)))
    }
    return concatBytes(...parts)
  }
  const changeElement = async (id: number, content: Uint8Array): Promise<Uint8Array> => {
    if ([segment, tracks, cluster, blockGroup].includes(id)) return await change(content)
    const isPacked = (id === simpleBlock || id === block) && packed.has((content[0] ?? 0) & 0x7f)
    if (isPacked) return concatBytes(content.subarray(0, 4), await pack(content.subarray(4)))
    if (id !== entry) return content
    const inside = elementsOf(content)
    const numberOf = (wanted: number) => inside.find((one) => one.id === wanted)?.content[0] ?? 0
    if (!types.includes(numberOf(trackType))) return content
    packed.add(numberOf(trackNumber))
    return concatBytes(content, encoding)
  }
  return new Blob([(await change(new Uint8Array(await file.arrayBuffer()))) as Uint8Array<ArrayBuffer>])
}

const deflate = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const elementsOf = (bytes: Uint8Array) => {
  const found: { id: number; head: Uint8Array; content: Uint8Array }[] = []
  for (let at = 0; at < bytes.length; ) {
    const idBytes = Math.clz32(bytes[at] ?? 0) - 23
    const head = bytes.subarray(at, at + idBytes)
    at += idBytes
    const sizeBytes = Math.clz32(bytes[at] ?? 0) - 23
    const size = bytes
      .subarray(at + 1, at + sizeBytes)
      .reduce((sum, byte) => sum * 256 + byte, (bytes[at] ?? 0) & (0xff >> sizeBytes))
    at += sizeBytes
    found.push({
      id: head.reduce((sum, byte) => sum * 256 + byte, 0),
      head,
      content: bytes.subarray(at, at + size),
    })
    at += size
  }
  return found
}

/** With a size of eight bytes. */
const element = (head: Uint8Array, content: Uint8Array): readonly Uint8Array[] => {
  const size = new DataView(new ArrayBuffer(8))
  size.setBigUint64(0, 0x0100000000000000n | BigInt(content.length))
  return [head, new Uint8Array(size.buffer), content]
}
