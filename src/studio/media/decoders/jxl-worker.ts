import openDecoder from '@jsquash/jxl/codec/dec/jxl_dec.js'
import wasmUrl from '@jsquash/jxl/codec/dec/jxl_dec.wasm?url'
import { checkDecodedSize, TooManyPixels } from '#codecs/image/decoded.ts'
import { jxlSize } from './jxl-size.ts'
import { fetchProgram, serveDecoder } from './serve-decoder.ts'

/** libjxl takes 31 bytes a pixel, 43 of a lossless file, and its memory ends at 2 GiB. */
const maxPixels = 68e6
/** Of fewer pixels a failure says nothing of memory. */
const manyPixels = 12e6

serveDecoder(async (file) => {
  const [wasmBinary, bytes] = await Promise.all([fetchProgram(wasmUrl), file.arrayBuffer()])
  const { width, height } = jxlSize(new Uint8Array(bytes))
  checkDecodedSize(width, height, maxPixels)
  // The declaration leaves out what Emscripten reads here.
  const options = { wasmBinary, noInitialRun: true }
  const decoder = await openDecoder(options)
  try {
    const picture = decoder.decode(bytes)
    if (!picture) throw new Error('libjxl finds no picture.')
    return picture
  } catch (cause) {
    const isTrap = cause instanceof WebAssembly.RuntimeError
    throw isTrap && width * height > manyPixels ? new TooManyPixels({ width, height }) : cause
  }
})
