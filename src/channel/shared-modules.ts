import { sleep } from '#base/timers.ts'

/**
 * Compiled WASM that all workers of a page share, by a key of its content. JavaScriptCore and SpiderMonkey optimise
 * code while it runs and store that with the module: a worker that compiles the same bytes again starts with slow code.
 */
export interface SharedModules {
  /** Undefined if no worker of the page has stored it. */
  get(key: string): Promise<WebAssembly.Module | undefined>
  put(key: string, module: WebAssembly.Module): void
  /** Connects the page's side. Before that nothing is shared. */
  attach(holder: ModuleHolder): void
}

/** The page's side, or its comlink proxy. */
export type ModuleHolder = {
  readonly get: (key: string) => Promise<WebAssembly.Module | undefined> | WebAssembly.Module | undefined
  readonly put: (key: string, module: WebAssembly.Module) => Promise<void> | void
}

/** A module that cannot be cloned to this worker never arrives. */
const maxWaitMs = 2000

export const createSharedModules = (): SharedModules => {
  let holder: ModuleHolder | undefined
  return {
    get: async (key) => {
      const held = Promise.resolve(holder?.get(key)).catch(() => undefined)
      return Promise.race([held, sleep(maxWaitMs).then(() => undefined)])
    },
    put: (key, module) => {
      Promise.resolve(holder?.put(key, module)).catch(() => {})
    },
    attach: (page) => {
      holder = page
    },
  }
}

export const createModuleHolder = (): ModuleHolder => {
  const held = new Map<string, WebAssembly.Module>()
  return {
    get: (key) => held.get(key),
    put: (key, module) => {
      held.set(key, module)
    },
  }
}
