import openDecoder from '@jsquash/jxl/codec/dec/jxl_dec.js'
import wasmUrl from '@jsquash/jxl/codec/dec/jxl_dec.wasm?url'
import { checkDecodedSize, fetchProgram, type PictureDecoder, tooManyPixels } from '#codecs/image/decoded.ts'
import { jxlSize } from './jxl-size.ts'

/** libjxl takes 31 bytes a pixel, 43 of a lossless file, and its memory ends at 2 GiB. */
const maxPixels = 68e6
/** Of fewer pixels a failure says nothing of memory. */
const manyPixels = 12e6

/** Reads JPEG XL by libjxl, each file in an instance of its own. It converts colours to sRGB. */
export const jxlDecoder: PictureDecoder = {
  read: async (file) => {
    const [wasmBinary, bytes] = await Promise.all([fetchProgram(wasmUrl), file.arrayBuffer()])
    const size = jxlSize(new Uint8Array(bytes))
    checkDecodedSize('jxl', size, maxPixels)
    // The declaration leaves out what Emscripten reads here.
    const options = { wasmBinary, noInitialRun: true }
    const decoder = await openDecoder(options)
    try {
      const picture = decoder.decode(bytes)
      if (!picture) throw new Error('libjxl finds no picture.')
      return picture
    } catch (cause) {
      const isTrap = cause instanceof WebAssembly.RuntimeError
      throw isTrap && size.width * size.height > manyPixels ? tooManyPixels('jxl', size, cause) : cause
    }
  },
}
