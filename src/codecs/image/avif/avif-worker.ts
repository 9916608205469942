import createEncoder from '@jsquash/avif/codec/enc/avif_enc.js'
import wasmUrl from '@jsquash/avif/codec/enc/avif_enc.wasm?url'
import { defaultOptions } from '@jsquash/avif/meta.js'
import { serveEncoder } from '#codecs/image/serve-encoder.ts'

const open = () => createEncoder({ noInitialRun: true, locateFile: () => wasmUrl })
serveEncoder(open, defaultOptions, 'image/avif')
