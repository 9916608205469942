import createEncoder from '@jsquash/avif/codec/enc/avif_enc.js'
import wasmUrl from '@jsquash/avif/codec/enc/avif_enc.wasm?url'
import { defaultOptions } from '@jsquash/avif/meta.js'
import type { AvifJob } from './avif.ts'

/** Encodes the one picture it is sent, and answers with its bytes, or null where libavif fails. */
addEventListener('message', async ({ data: { raster, options } }: MessageEvent<AvifJob>) => {
  const encoder = await createEncoder({ noInitialRun: true, locateFile: () => wasmUrl })
  const bytes = encoder.encode(raster.data as BufferSource, raster.width, raster.height, {
    ...defaultOptions,
    ...options,
  })
  postMessage(bytes && new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/avif' }))
})

// A rejected start would not reach the other side by itself.
addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
