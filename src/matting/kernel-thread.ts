/// <reference lib="webworker" />

/** What a thread of the kernels is started with; it answers with any message once it is about to help. */
export type KernelThreadStart = {
  readonly module: WebAssembly.Module
  readonly memory: WebAssembly.Memory
  /** Counts from 1. */
  readonly thread: number
}

self.onmessage = async ({ data: { module, memory, thread } }: MessageEvent<KernelThreadStart>) => {
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } })
  self.postMessage('ready')
  ;(exports as { help(thread: number): void }).help(thread)
}
