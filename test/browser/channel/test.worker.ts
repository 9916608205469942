import { transfer } from 'comlink'
import { createPersistentBlobs } from '#channel/persistent-blobs.ts'
import { serve } from '#channel/serve.ts'
import { createSharedModules } from '#channel/shared-modules.ts'
import type { ServedCall } from '#channel/transfer-handlers.ts'
import { ServiceError } from '#contract/service-error.ts'

/** Differs for every worker that is started. */
const worker = Math.random()
let runs = 0
const blobs = createPersistentBlobs()
const modules = createSharedModules()
let left = new Uint8Array()
let late = Promise.resolve()

const api = {
  identify: async () => worker,
  echo: async (value: unknown) => {
    runs++
    return { value, runs }
  },
  refuse: async (): Promise<never> => {
    throw new ServiceError('validation_error', {
      message: 'No.',
      details: { crop: ['crop is true, false or a ratio.'], size: ['one', 'two'] },
      request_id: 'req_trial',
    })
  },
  break: async (message: string): Promise<never> => {
    throw new RangeError(message)
  },
  /** An exception outside of any call, like a bug in an event handler. */
  crash: () =>
    new Promise<never>(() => {
      setTimeout(() => {
        throw new Error('out of the blue')
      })
    }),
  /** Ends without an event, like a worker whose memory the browser reclaims. */
  vanish: () =>
    new Promise<never>(() => {
      globalThis.close()
    }),
  /** Ends when its signal is aborted. */
  wait: (ms: number, { signal }: ServedCall) =>
    new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => resolve('waited'), ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    }),
  /** Handles no messages meanwhile, like a network that runs on the CPU. It reports progress when it begins. */
  spin: async (ms: number, { onProgress }: ServedCall) => {
    onProgress({ step: 'cut', ratio: 0 })
    const end = performance.now() + ms
    while (performance.now() < end);
    return worker
  },
  count: async (to: number, { onProgress }: ServedCall) => {
    for (let step = 1; step <= to; step++) onProgress({ step: 'cut', ratio: step / to })
    late = new Promise((resolve) => {
      setTimeout(() => {
        onProgress({ step: 'save', ratio: 1 })
        resolve()
      })
    })
    return to
  },
  /** Ends when progress was reported after the answer of `count`. */
  lateProgress: () => late,
  keep: (text: string) => blobs.put('a', new Blob([text])),
  drop: () => blobs.delete('a'),
  /** Compiles a module with one memory of these pages, under its name `memory`. */
  compile: async (pages: number) => {
    const [header, memories] = [
      [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      [5, 3, 1, 0, pages],
    ]
    const name = [...new TextEncoder().encode('memory')]
    const exported = [7, name.length + 4, 1, name.length, ...name, 2, 0]
    modules.put('pages', await WebAssembly.compile(Uint8Array.from([...header, ...memories, ...exported])))
  },
  /** The pages of the memory of the module that a worker compiled. */
  pagesOfCompiled: async () => {
    const module = await modules.get('pages')
    if (!module) return null
    const { memory } = (await WebAssembly.instantiate(module)).exports
    return memory instanceof WebAssembly.Memory ? memory.buffer.byteLength / 65_536 : null
  },
  /** What the page gives for `wanted`, and what another worker has kept meanwhile. */
  borrow: async (wanted: string, { need }: ServedCall) => {
    const given = need ? await need(wanted) : 'no page that gives'
    return { given, kept: (await (await blobs.get('a'))?.text()) ?? null }
  },
  kept: async () => (await blobs.get('a'))?.text(),
  transferred: async (length: number) => {
    left = new Uint8Array(length)
    return transfer(left, [left.buffer])
  },
  leftBytes: async () => left.byteLength,
  unreadable: async () => () => 'functions do not cross',
}

export type TestApi = typeof api
serve(api, { blobs, modules })
