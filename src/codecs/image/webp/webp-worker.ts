import createEncoder from '@jsquash/webp/codec/enc/webp_enc_simd.js'
import wasmUrl from '@jsquash/webp/codec/enc/webp_enc_simd.wasm?url'
import { defaultOptions } from '@jsquash/webp/meta.js'
import type { WebpJob } from './webp.ts'

/** Encodes the one picture it is sent, and answers with its bytes, or null where libwebp fails. */
addEventListener('message', async ({ data: { raster, options } }: MessageEvent<WebpJob>) => {
  const encoder = await createEncoder({ noInitialRun: true, locateFile: () => wasmUrl })
  const bytes = encoder.encode(raster.data as BufferSource, raster.width, raster.height, {
    ...defaultOptions,
    ...options,
  })
  postMessage(bytes && new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/webp' }))
})

// A rejected start would not reach the other side by itself.
addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
