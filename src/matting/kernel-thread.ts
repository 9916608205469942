/// <reference lib="webworker" />

/** The start message of a kernel thread. */
export type KernelThreadStart = {
  readonly module: WebAssembly.Module
  readonly memory: WebAssembly.Memory
  /** Counts from 1. */
  readonly thread: number
}

/** The answer of a kernel thread: just before it helps, or when it fails. */
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
    // The thread that runs layers may sleep, and then receives no message.
    kernels?.breakOff()
    answer({ failed: String(cause) })
  }
}
