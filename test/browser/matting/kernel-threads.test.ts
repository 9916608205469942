import { afterEach, expect, test, vi } from 'vitest'
import { openKernelRuntime } from '#matting/kernel-runtime.ts'
import { type KernelVariant, networkOf } from '#matting/network-catalog.ts'
import { openFiles, shippedCatalog } from '#matting/open-networks.ts'
import { selfTestFault, selfTestInput, selfTestSizeFor } from '#matting/self-test.ts'

const { signal } = new AbortController()
const network = networkOf(shippedCatalog.networks, 'isnet-pruned-int8')
const size = selfTestSizeFor(network.input.size)

const kernelsOf = async (variant: KernelVariant) => {
  const files = await openFiles()
  const wanted = [shippedCatalog.kernels?.[variant], network.graph, network.weights].filter((file) => !!file)
  const [wasm, graph, weights] = await files.read(wanted, { signal, onBytes: () => undefined })
  if (!wasm || !graph || !weights) throw new Error('the catalogue names no kernels')
  return { module: await WebAssembly.compile(wasm), session: { ...network, graph, weights } }
}

const matteOf = async (variant: KernelVariant, threads: number): Promise<Float32Array> => {
  const { module, session } = await kernelsOf(variant)
  const runtime = await openKernelRuntime({ threads, module })
  const matte = await (await runtime.openSession(session)).run(selfTestInput(size), size, signal)
  await runtime.dispose()
  expect(selfTestFault(matte, size)).toBeUndefined()
  return matte.data
}

test('workers that help change no bit of a matte', async () => {
  expect(await matteOf('shared', 3)).toEqual(await matteOf('plain', 1))
  expect(await matteOf('sharedRelaxed', 2)).toEqual(await matteOf('relaxed', 1))
})

afterEach(() => void vi.unstubAllGlobals())

/** A worker that no message ever reaches, as in Firefox on a busy machine. */
class SilentWorker extends Worker {
  override postMessage(): void {}
}

test('kernels whose workers never answer are given up', async () => {
  const { module } = await kernelsOf('shared')
  vi.stubGlobal('Worker', SilentWorker)
  const opened = openKernelRuntime({ threads: 2, module, threadsTimeoutMs: 500 })
  await expect(opened).rejects.toThrow(/did not start in time/)
})

/** A worker that is given something else than a module. */
class MisledWorker extends Worker {
  override postMessage({ memory, thread }: { readonly memory: unknown; readonly thread: number }): void {
    super.postMessage({ module: 'none', memory, thread })
  }
}

test('kernels whose workers fail are given up at once, with the cause', async () => {
  const { module } = await kernelsOf('shared')
  vi.stubGlobal('Worker', MisledWorker)
  const opened = openKernelRuntime({ threads: 2, module })
  await expect(opened).rejects.toThrow(/a thread of the kernels failed: TypeError/)
})
