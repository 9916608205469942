import type { ModuleStore } from '#base/module-store.ts'
import { abortErrorOf, type SharedTask, shareTask } from '#base/promises.ts'
import type { ModelFiles } from './model-files.ts'
import type { PartedFile } from './network-catalog.ts'
import type { Runtime } from './runtime.ts'

/** An engine that the first network that needs it fetches, compiles and starts. */
export interface Engine {
  readonly start: SharedTask<Runtime>
  /** Bytes of the WASM file. */
  readonly bytes: { readonly loaded: number; readonly total: number }
  dispose(): Promise<void>
}

type EngineParts = {
  /** Equivalent WASM files, best first: the first that this browser compiles is used. */
  readonly variants: readonly PartedFile[]
  readonly files: ModelFiles
  readonly modules: ModuleStore | undefined
  readonly open: (module: WebAssembly.Module) => Promise<Runtime>
  readonly onBytes: () => void
}

export function createEngine({ variants, files, modules, open, onBytes }: EngineParts): Engine {
  let runtime: Runtime | undefined
  const stop = new AbortController()
  const bytes = { loaded: 0, total: variants[0]?.bytes ?? 0 }

  const compiled = async (file: PartedFile, signal: AbortSignal): Promise<WebAssembly.Module> => {
    const key = file.parts.map(({ sha256 }) => sha256).join()
    const held = await modules?.get(key)
    if (held) return held
    const [wasm] = await files.read([file], {
      signal,
      onBytes: (loaded) => {
        bytes.loaded = loaded
        onBytes()
      },
    })
    if (!wasm) throw new Error('no runtime')
    const module = await WebAssembly.compile(wasm)
    modules?.put(key, module)
    return module
  }

  const firstCompiled = async (signal: AbortSignal): Promise<WebAssembly.Module> => {
    for (const [index, file] of variants.entries()) {
      try {
        return await compiled(file, signal)
      } catch (cause) {
        const isUnknownHere = cause instanceof WebAssembly.CompileError
        if (!isUnknownHere || index === variants.length - 1) throw cause
      }
    }
    throw new Error('The catalogue has no files for this engine.')
  }

  return {
    bytes,
    start: shareTask(async (given) => {
      const signal = AbortSignal.any([given, stop.signal])
      const module = await firstCompiled(signal)
      bytes.loaded = bytes.total
      const opened = await open(module)
      if (signal.aborted) {
        await opened.dispose()
        throw abortErrorOf(signal)
      }
      runtime = opened
      return opened
    }),
    async dispose() {
      stop.abort()
      await runtime?.dispose()
    },
  }
}
