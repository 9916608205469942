import createEncoder, { type JxlOptions } from 'icodec/jxl-enc.js'
import wasmUrl from 'icodec/jxl-enc.wasm?url'
import { serveEncoder } from '#codecs/image/serve-encoder.ts'

/** libjxl's defaults (-1), except the options of each picture. */
const usual: JxlOptions = {
  bitDepth: 8,
  lossless: false,
  quality: 90,
  alphaQuality: 100,
  effort: 4,
  decodingSpeed: 0,
  brotliEffort: -1,
  epf: -1,
  gaborish: -1,
  responsive: -1,
  progressiveDC: -1,
  progressiveAC: -1,
  qProgressiveAC: -1,
  photonNoiseIso: 0,
  modular: false,
  lossyPalette: false,
  paletteColors: -1,
  iterations: -1,
  modularColorspace: -1,
  modularPredictor: -1,
}

const open = async () => {
  const encoder = await createEncoder({ locateFile: () => wasmUrl })
  return {
    encode: (data: BufferSource, width: number, height: number, options: JxlOptions) => {
      const encoded = encoder.encode(data, width, height, options)
      return typeof encoded === 'string' ? null : encoded
    },
  }
}
serveEncoder(open, usual, 'image/jxl')
