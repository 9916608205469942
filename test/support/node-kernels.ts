import { Worker } from 'node:worker_threads'
import { readParts } from '#build/networks/read-model.ts'
import { openKernelRuntime, type StartKernelThread } from '#matting/kernel-runtime.ts'
import type { NetworkCatalog } from '#matting/network-catalog.ts'
import type { Runtime } from '#matting/runtime.ts'

/** What `src/matting/kernel-thread.ts` does in a browser. */
const script = `
const { parentPort, workerData } = require('node:worker_threads')
const { module, memory, thread } = workerData
WebAssembly.instantiate(module, { env: { memory } }).then(({ exports }) => {
  parentPort.postMessage('ready')
  exports.help(thread)
})`

/** A helping thread in Node. */
export const startNodeThread: StartKernelThread = (start) => {
  const worker = new Worker(script, { eval: true, workerData: start })
  worker.unref()
  const ready = new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
  })
  return { ready, end: () => void worker.terminate() }
}

/** The kernels of a catalogue, in Node. */
export async function openNodeKernels(
  { kernels }: NetworkCatalog,
  folder: string,
  threads: number,
): Promise<Runtime> {
  if (!kernels) throw new Error('The catalogue has no kernels.')
  const bytes = readParts(threads > 1 ? kernels.shared : kernels.plain, folder)
  return openKernelRuntime({
    threads,
    module: await WebAssembly.compile(Uint8Array.from(bytes)),
    startThread: startNodeThread,
  })
}
