/** Compiled WASM by a key of its content, which outlives a worker. */
export type ModuleStore = {
  readonly get: (key: string) => Promise<WebAssembly.Module | undefined>
  readonly put: (key: string, module: WebAssembly.Module) => void
}
