import type { Size } from '#base/geometry.ts'
import { checkDecodedSize, type Decoded, type PictureDecoder } from '#codecs/image/decoded.ts'

/** The head of a Netpbm file. */
type PnmHead = Size & {
  /** Samples per pixel: grey or RGB, then alpha. */
  readonly samples: number
  /** The value of full colour. */
  readonly most: number
  /** Whether numbers are decimal text. */
  readonly isText: boolean
  /** Whether it has one bit per pixel, 1 for black. */
  readonly isBitmap: boolean
  /** The position of the pixels. */
  readonly at: number
}

const toNumber = (word = '') => (/^\d+$/.test(word) ? Number(word) : Number.NaN)

/** Reads the words of a head, without comments, each with one white space after it. */
const openWords = (bytes: Uint8Array) => {
  let at = 2
  const isSpace = (byte: number | undefined) =>
    byte !== undefined && (byte === 32 || (byte >= 9 && byte <= 13))
  const next = (): string => {
    for (; at < bytes.length && (isSpace(bytes[at]) || bytes[at] === 0x23); at++)
      if (bytes[at] === 0x23) while (at < bytes.length && bytes[at] !== 10) at++
    let word = ''
    for (; at < bytes.length && !isSpace(bytes[at]); at++) word += String.fromCharCode(bytes[at])
    if (word === '') throw new Error('The file ends early.')
    return word
  }
  /** A number without sign, fraction or exponent. */
  const nextNumber = () => toNumber(next())
  return { next, nextNumber, end: () => at + 1 }
}

const headOf = (bytes: Uint8Array): PnmHead => {
  const kind = bytes[1] - 0x30
  const { next, nextNumber, end } = openWords(bytes)
  if (kind === 7) {
    const fields = new Map<string, string>()
    for (let name = next(); name !== 'ENDHDR'; name = next()) fields.set(name, next())
    const field = (name: string) => toNumber(fields.get(name))
    const size = { width: field('WIDTH'), height: field('HEIGHT') }
    return {
      ...size,
      samples: field('DEPTH'),
      most: field('MAXVAL'),
      isText: false,
      isBitmap: false,
      at: end(),
    }
  }
  const [width, height] = [nextNumber(), nextNumber()]
  const isBitmap = kind === 1 || kind === 4
  const most = isBitmap ? 1 : nextNumber()
  return { width, height, samples: kind % 3 === 0 ? 3 : 1, most, isText: kind <= 3, isBitmap, at: end() }
}

const sampleBytes = (most: number) => (most > 255 ? 2 : 1)

/** Bytes of a binary row. */
const rowBytesOf = ({ width, samples, most, isBitmap }: PnmHead): number =>
  isBitmap ? Math.ceil(width / 8) : width * samples * sampleBytes(most)

/** The least bytes of the pixels: numbers in text are separated by a space, except in bitmaps. */
const leastBytes = (head: PnmHead): number => {
  const { width, height, samples, isText, isBitmap } = head
  if (!isText) return rowBytesOf(head) * height
  return isBitmap ? width * height : 2 * width * height * samples - 1
}

/** The samples of all pixels, 0 to `most`. Throws if they end early. */
function* samplesOf(bytes: Uint8Array, head: PnmHead) {
  const { width, height, samples, most, isText, isBitmap, at } = head
  const count = width * height * samples
  if (isText) {
    const text = new TextDecoder('latin1').decode(bytes.subarray(at)).replaceAll(/#.*/g, '')
    // Digits of a bitmap need no spaces.
    let found = 0
    for (const [number] of text.matchAll(isBitmap ? /[01]/g : /\d+/g))
      if (found++ < count) yield isBitmap ? 1 - Number(number) : Number(number)
    if (found < count) throw new Error('The file ends early.')
    return
  }
  const rowBytes = rowBytesOf(head)
  const isWide = sampleBytes(most) === 2
  for (let y = 0; y < height; y++)
    for (let x = 0, row = at + y * rowBytes; x < width * samples; x++)
      if (isBitmap) yield 1 - ((bytes[row + (x >> 3)] >> (7 - (x & 7))) & 1)
      else yield isWide ? bytes[row + 2 * x] * 256 + bytes[row + 2 * x + 1] : bytes[row + x]
}

/** Reads a Netpbm file: PBM, PGM, PPM (P1 to P6) or PAM (P7), as sRGB. */
const readPnm = (bytes: Uint8Array): Decoded => {
  const head = headOf(bytes)
  const { width, height, samples, most } = head
  checkDecodedSize('pnm', { width, height })
  if (!(samples >= 1 && samples <= 4 && most >= 1 && most <= 65_535)) throw new Error('The head is damaged.')
  // Checked before memory is allocated.
  if (head.at + leastBytes(head) > bytes.length) throw new Error('The file ends early.')
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  const hasColors = samples > 2
  const alphaAt = samples === 2 ? 1 : 3
  let place = 0
  for (const sample of samplesOf(bytes, head)) {
    const [to, channel] = [Math.floor(place / samples) * 4, place % samples]
    const value = Math.round((sample * 255) / most)
    if (channel === alphaAt) data[to + 3] = value
    else if (hasColors) data[to + channel] = value
    else data.fill(value, to, to + 3)
    place++
  }
  return { width, height, data }
}

/** Reads PBM, PGM, PPM and PAM. */
export const pnmDecoder: PictureDecoder = {
  read: async (file) => readPnm(new Uint8Array(await file.arrayBuffer())),
}
