import { createTaskQueue } from '#base/promises.ts'

/** Given to onnxruntime instead of its file; no WASM is empty. */
export const noBytes = new Uint8Array()

/**
 * Carries out `start`, in which onnxruntime starts with `module`. It takes nothing but bytes, so `noBytes` stand for the
 * module in the meantime. One start at a time.
 */
export const withRuntimeModule = <T>(module: WebAssembly.Module, start: () => Promise<T>): Promise<T> =>
  enqueue(async () => {
    const original = WebAssembly.instantiate
    const instantiate = original.bind(WebAssembly)
    const own = async (source: BufferSource, imports?: WebAssembly.Imports) =>
      source.byteLength === 0
        ? { module, instance: await instantiate(module, imports) }
        : instantiate(source, imports)
    Object.assign(WebAssembly, { instantiate: own })
    try {
      return await start()
    } finally {
      Object.assign(WebAssembly, { instantiate: original })
    }
  })

const enqueue = createTaskQueue()
