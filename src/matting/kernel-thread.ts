/// <reference lib="webworker" />

/** What a thread of the kernels is started with. */
export type KernelThreadStart = {
  readonly module: WebAssembly.Module
  readonly memory: WebAssembly.Memory
  /** Counts from 1. */
  readonly thread: number
}

/** What it answers: once it is about to help, or when it cannot. */
export type KernelThreadAnswer = 'ready' | { readonly failed: string }

type HelpingKernels = { help(thread: number): void; breakOff(): void }

/** Helps until the worker ends. The thread that runs layers sleeps and hears no message, so the kernels tell it of a failure. */
const helpWith = (kernels: HelpingKernels, thread: number): void => {
  try {
    kernels.help(thread)
  } catch (cause) {
    kernels.breakOff()
    throw cause
  }
}

self.onmessage = async ({ data: { module, memory, thread } }: MessageEvent<KernelThreadStart>) => {
  const answer = (message: KernelThreadAnswer) => self.postMessage(message)
  try {
    const { exports } = await WebAssembly.instantiate(module, { env: { memory } })
    answer('ready')
    helpWith(exports as HelpingKernels, thread)
  } catch (cause) {
    answer({ failed: String(cause) })
  }
}
