import { checkDecodedSize, type Decoded, type PictureDecoder } from '#codecs/image/decoded.ts'

const headBytes = 14
/** The eight bytes at the end of every file. */
const endBytes = 8
/** The most pixels that one byte repeats. */
const maxRun = 62

/** Codes of one byte, and of two bits at the start of a byte (The Quite OK Image Format, 1.0). */
const [rgb, rgba, index, difference, luma] = [0xfe, 0xff, 0x00, 0x40, 0x80]

/** Reads a QOI file, in sRGB with straight alpha. */
const readQoi = (bytes: Uint8Array): Decoded => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = { width: view.getUint32(4), height: view.getUint32(8) }
  checkDecodedSize('qoi', size)
  // Checked before memory is allocated.
  if (size.width * size.height > (bytes.length - headBytes - endBytes) * maxRun)
    throw new Error('The file ends early.')
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  const seen = new Uint8Array(64 * 4)
  const pixel = Uint8Array.of(0, 0, 0, 255)
  const add = (channel: number, value: number) => {
    pixel[channel] = (pixel[channel] + value) & 255
  }
  let at = headBytes
  let run = 0
  for (let to = 0; to < data.length; to += 4) {
    if (run > 0) run--
    else {
      if (at >= bytes.length - endBytes) throw new Error('The file ends early.')
      const code = bytes[at++]
      const kind = code & 0xc0
      if (code === rgb || code === rgba)
        for (let channel = 0; channel < (code === rgb ? 3 : 4); channel++) pixel[channel] = bytes[at++]
      else if (kind === index) pixel.set(seen.subarray(code * 4, code * 4 + 4))
      else if (kind === difference)
        for (const [channel, shift] of [4, 2, 0].entries()) add(channel, ((code >> shift) & 3) - 2)
      else if (kind === luma) {
        const green = (code & 63) - 32
        const others = bytes[at++]
        add(0, green + (others >> 4) - 8)
        add(1, green)
        add(2, green + (others & 15) - 8)
      } else run = code & 63
      seen.set(pixel, ((pixel[0] * 3 + pixel[1] * 5 + pixel[2] * 7 + pixel[3] * 11) % 64) * 4)
    }
    data.set(pixel, to)
  }
  return { ...size, data }
}

/** Reads QOI. */
export const qoiDecoder: PictureDecoder = {
  read: async (file) => readQoi(new Uint8Array(await file.arrayBuffer())),
}
