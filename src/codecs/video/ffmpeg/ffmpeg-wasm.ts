import { ffmpegWasm } from 'virtual:ffmpeg-wasm'
import { fetchWatched } from '#base/fetch-watched.ts'
import type { ModuleStore } from '#base/module-store.ts'
import { memoizePromise } from '#base/promises.ts'
import { isAbort, ServiceError } from '#contract/service-error.ts'

let shared: ModuleStore | undefined

/** Makes `modules` provide and store the compiled program from now on. */
export const shareFfmpegWasm = (modules: ModuleStore): void => {
  shared = modules
}

/**
 * Loads ffmpeg's program, 10 MB gzipped from the studio's own origin, and compiles it once for all callers. Rejects
 * with `upstream_error`; the next call tries again.
 */
export const loadFfmpegWasm = memoizePromise(async (): Promise<WebAssembly.Module> => {
  const held = await shared?.get(ffmpegWasm.path)
  if (held) return held
  const module = await fetchModule().catch((cause: unknown) => {
    throw isAbort(cause) ? cause : notToBeHad(cause)
  })
  shared?.put(ffmpegWasm.path, module)
  return module
})

const fetchModule = async (): Promise<WebAssembly.Module> => {
  const response = await fetchWatched(
    new URL(ffmpegWasm.path, new URL(import.meta.env.BASE_URL, location.origin)),
  )
  if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}`)
  const inflated = response.body.pipeThrough(new DecompressionStream('gzip'))
  return await WebAssembly.compileStreaming(
    new Response(inflated, { headers: { 'Content-Type': 'application/wasm' } }),
  )
}

const notToBeHad = (cause: unknown) =>
  new ServiceError('upstream_error', {
    reason: 'ffmpeg_not_downloaded',
    details: cause instanceof Error ? cause.message : String(cause),
    cause,
  })

/**
 * Whether a running ffmpeg can wait, which requires shared memory. WebKitGTK isolates pages but lacks
 * `SharedArrayBuffer`.
 */
export const canMakeFfmpegWait = (): boolean =>
  globalThis.crossOriginIsolated && 'SharedArrayBuffer' in globalThis
