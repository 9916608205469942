import { inflateSync } from 'node:zlib'

/** What a small reader of the tests finds in an OpenEXR file of scan lines of half floats with ZIP. */
export type ReadExr = {
  readonly width: number
  readonly height: number
  readonly attributes: ReadonlyMap<string, Buffer>
  /** The bits of each value, by the name of its channel. */
  readonly halves: ReadonlyMap<string, Uint16Array>
  /** How many blocks stand as they are, since deflating did not make them smaller. */
  readonly rawBlocks: number
}

const textEnd = (file: Buffer, at: number) => file.indexOf(0, at)

export const readExr = (file: Buffer): ReadExr => {
  if (file.readInt32LE(0) !== 20_000_630 || file.readInt32LE(4) !== 2) throw new Error('no OpenEXR')
  const attributes = new Map<string, Buffer>()
  let at = 8
  while (file[at] !== 0) {
    const nameEnd = textEnd(file, at)
    const typeEnd = textEnd(file, nameEnd + 1)
    const size = file.readInt32LE(typeEnd + 1)
    attributes.set(file.toString('latin1', at, nameEnd), file.subarray(typeEnd + 5, typeEnd + 5 + size))
    at = typeEnd + 5 + size
  }
  const dataWindow = attributes.get('dataWindow') ?? Buffer.alloc(16)
  const [width, height] = [dataWindow.readInt32LE(8) + 1, dataWindow.readInt32LE(12) + 1]
  const names: string[] = []
  const list = attributes.get('channels') ?? Buffer.alloc(1)
  for (let entry = 0; list[entry] !== 0; entry = textEnd(list, entry) + 17)
    names.push(list.toString('latin1', entry, textEnd(list, entry)))
  const halves = new Map(names.map((name) => [name, new Uint16Array(width * height)]))
  let rawBlocks = 0
  for (let block = 0; block < Math.ceil(height / 16); block++) {
    const start = Number(file.readBigUInt64LE(at + 1 + block * 8))
    const y = file.readInt32LE(start)
    const stored = file.subarray(start + 8, start + 8 + file.readInt32LE(start + 4))
    const lines = Math.min(16, height - y)
    const isRaw = stored.length === lines * width * names.length * 2
    if (isRaw) rawBlocks++
    const bytes = isRaw ? stored : restored(inflateSync(stored))
    for (let line = 0, from = 0; line < lines; line++)
      for (const name of names)
        for (let x = 0; x < width; x++, from += 2)
          halves.get(name)?.fill(bytes.readUInt16LE(from), (y + line) * width + x, (y + line) * width + x + 1)
  }
  return { width, height, attributes, halves, rawBlocks }
}

/** Sums the differences, and joins the two halves of bytes. */
const restored = (bytes: Buffer): Buffer => {
  for (let i = 1; i < bytes.length; i++) bytes[i] = (bytes[i - 1] ?? 0) + (bytes[i] ?? 0) - 128
  const half = Math.ceil(bytes.length / 2)
  return Buffer.from(bytes.map((_, i) => bytes[i % 2 === 0 ? i / 2 : half + (i - 1) / 2] ?? 0))
}

/** The number that the bits of a half float stand for. */
export const fromHalf = (bits: number): number => {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25))
}
