import { sleep } from '#base/timers.ts'

/**
 * Compiled WASM that all workers of a page share, by a key of its content. JavaScriptCore and SpiderMonkey optimise
 * code while it runs and keep that with the module: a worker that compiles the same bytes again begins with slow code.
 */
export interface SharedModules {
  /** Undefined where no worker of the page has put it. */
  get(key: string): Promise<WebAssembly.Module | undefined>
  put(key: string, module: WebAssembly.Module): void
  /** The page's side. Until it attaches nothing is shared. */
  attach(holder: ModuleHolder): void
}

/** The page's side of it, or what comlink makes of that. */
export type ModuleHolder = {
  readonly get: (key: string) => Promise<WebAssembly.Module | undefined> | WebAssembly.Module | undefined
  readonly put: (key: string, module: WebAssembly.Module) => Promise<void> | void
}

/** A module that cannot cross to this worker gives no answer at all. */
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
