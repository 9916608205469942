/** Compiled WASM modules by a key of their content. The store outlives a worker. */
export type ModuleStore = {
  readonly get: (key: string) => Promise<WebAssembly.Module | undefined>
  readonly put: (key: string, module: WebAssembly.Module) => void
}
