import createEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js'
import wasmUrl from '@jsquash/webp/codec/enc/webp_enc_simd.wasm?url'
import { defaultOptions } from '@jsquash/webp/meta.js'
import { serveEncoder } from '#codecs/image/serve-encoder.ts'

const open = () => createEncoder({ noInitialRun: true, locateFile: () => wasmUrl })
serveEncoder(open, defaultOptions, 'image/webp')
