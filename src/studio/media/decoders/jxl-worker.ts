import openDecoder from '@jsquash/jxl/codec/dec/jxl_dec.js'
import wasmUrl from '@jsquash/jxl/codec/dec/jxl_dec.wasm?url'
import { checkDecodedSize } from './decoded.ts'
import { jxlSize } from './jxl-size.ts'
import { fetchProgram, serveDecoder } from './serve-decoder.ts'

serveDecoder(async (file) => {
  const [wasmBinary, bytes] = await Promise.all([fetchProgram(wasmUrl), file.arrayBuffer()])
  const { width, height } = jxlSize(new Uint8Array(bytes))
  checkDecodedSize(width, height)
  // The declaration leaves out what Emscripten reads here.
  const options = { wasmBinary, noInitialRun: true }
  const picture = (await openDecoder(options)).decode(bytes)
  if (!picture) throw new Error('libjxl finds no picture.')
  return picture
})
