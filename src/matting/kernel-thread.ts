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

self.onmessage = async ({ data: { module, memory, thread } }: MessageEvent<KernelThreadStart>) => {
  const answer = (message: KernelThreadAnswer) => self.postMessage(message)
  let kernels: HelpingKernels | undefined
  try {
    const { exports } = await WebAssembly.instantiate(module, { env: { memory } })
    kernels = exports as HelpingKernels
    answer('ready')
    kernels.help(thread)
  } catch (cause) {
    // The thread that runs layers sleeps then, and hears no message.
    kernels?.breakOff()
    answer({ failed: String(cause) })
  }
}
