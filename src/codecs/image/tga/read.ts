import { checkDecodedSize, type Decoded, type PictureDecoder } from '#codecs/image/decoded.ts'

/** Image types (Truevision TGA, 2.0, field 3); 8 is added if rows are packed. */
const [palette, grey] = [1, 3]
const isPacked = 8

/** Reads a Truevision TGA. Its descriptor gives the order of rows and columns, and the bits of alpha, if any. */
const readTga = (bytes: Uint8Array): Decoded => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const word = (at: number) => view.getUint16(at, true)
  const [kind, firstColor, colors, colorBits] = [bytes[2] & ~isPacked, word(3), word(5), bytes[7]]
  const { width, height } = { width: word(12), height: word(14) }
  checkDecodedSize('tga', { width, height })
  const [bits, descriptor] = [bytes[16], bytes[17]]
  const [pixelBytes, colorBytes] = [Math.ceil(bits / 8), Math.ceil(colorBits / 8)]
  const paletteAt = 18 + bytes[0]
  const pixels = unpacked(bytes, paletteAt + colors * colorBytes, {
    pixelBytes,
    pixels: width * height,
    isPacked: (bytes[2] & isPacked) !== 0,
  })
  const hasAlpha = (descriptor & 15) > 0
  const data = new Uint8ClampedArray(width * height * 4)
  for (let from = 0, count = 0; count < width * height; count++, from += pixelBytes) {
    const x = descriptor & 0x10 ? width - 1 - (count % width) : count % width
    const y = Math.floor(count / width)
    const to = ((descriptor & 0x20 ? y : height - 1 - y) * width + x) * 4
    if (kind === grey) data.fill(pixels[from], to, to + 3)[to + 3] = 255
    else if (kind === palette) {
      const color = (pixelBytes === 2 ? pixels[from] | (pixels[from + 1] << 8) : pixels[from]) - firstColor
      put(bytes, paletteAt + color * colorBytes, colorBits, colorBits === 32, data, to)
    } else put(pixels, from, bits, hasAlpha, data, to)
  }
  // Some programs declare alpha but leave it 0 everywhere.
  const isBlank = data.every((value, at) => at % 4 !== 3 || value === 0)
  if (isBlank) for (let at = 3; at < data.length; at += 4) data[at] = 255
  return { width, height, data }
}

/** Writes a colour of 15, 16, 24 or 32 bits, blue first, as RGBA. */
const put = (
  from: Uint8Array,
  at: number,
  bits: number,
  hasAlpha: boolean,
  data: Uint8ClampedArray,
  to: number,
): void => {
  if (bits <= 16) {
    const value = from[at] | (from[at + 1] << 8)
    for (const [channel, shift] of [10, 5, 0].entries())
      data[to + channel] = (((value >> shift) & 31) * 255) / 31
    data[to + 3] = hasAlpha && bits === 16 && value >> 15 === 0 ? 0 : 255
    return
  }
  for (let channel = 0; channel < 3; channel++) data[to + channel] = from[at + 2 - channel]
  data[to + 3] = hasAlpha && bits === 32 ? from[at + 3] : 255
}

type Packing = { readonly pixelBytes: number; readonly pixels: number; readonly isPacked: boolean }

/** The most pixels of a packet. */
const packetPixels = 128

/** Unpacks runs: the highest bit of a packet means that one pixel is repeated. Throws if the pixels end early. */
const unpacked = (
  bytes: Uint8Array,
  start: number,
  { pixelBytes, pixels, isPacked }: Packing,
): Uint8Array => {
  const length = pixels * pixelBytes
  const least = isPacked ? Math.ceil(pixels / packetPixels) * (1 + pixelBytes) : length
  // Checked before memory is allocated.
  if (start + least > bytes.length) throw new Error('The file ends early.')
  if (!isPacked) return bytes.subarray(start, start + length)
  const out = new Uint8Array(length)
  let at = start
  for (let to = 0; to < length; ) {
    if (at + 1 + pixelBytes > bytes.length) throw new Error('The file ends early.')
    const packet = bytes[at++]
    const end = Math.min(length, to + ((packet & 127) + 1) * pixelBytes)
    if (packet & 128) {
      for (; to < end; to++) out[to] = bytes[at + (to % pixelBytes)]
      at += pixelBytes
    } else {
      out.set(bytes.subarray(at, at + end - to), to)
      at += end - to
      to = end
    }
  }
  return out
}

/** Reads Truevision TGA. */
export const tgaDecoder: PictureDecoder = {
  read: async (file) => readTga(new Uint8Array(await file.arrayBuffer())),
}
