import { expect, test } from 'vitest'
import type { ServedNetwork } from '#matting/network-catalog.ts'
import { openFiles, shippedCatalog } from '#matting/open-networks.ts'
import { openRuntime } from '#matting/ort-session.ts'
import { tinyUnet } from '#support/tiny-networks.ts'

const { signal } = new AbortController()

/** A thread that no message ever reaches, as in Firefox on a busy machine. */
class SilentWorker extends Worker {
  override postMessage(): void {}
}

test('a runtime whose threads never start is given up; one thread works', async () => {
  const files = await openFiles()
  const [wasmBinary] = await files.read([shippedCatalog.runtimes.wasm], { signal, onBytes: () => undefined })
  if (!wasmBinary) throw new Error('the catalogue names no runtime')
  const module = await WebAssembly.compile(wasmBinary)
  const { input, output } = shippedCatalog.networks[0] as ServedNetwork
  const network = { input, output, weightsPath: 'none', graph: tinyUnet(64), weights: new Uint8Array(64) }

  const threaded = globalThis.Worker
  globalThis.Worker = SilentWorker
  const two = await openRuntime({ backend: 'wasm', threads: 2, module, threadsTimeoutMs: 500 })
  await expect(two.openSession(network)).rejects.toThrow(/timeout: 500ms/)
  globalThis.Worker = threaded

  const one = await openRuntime({ backend: 'wasm', threads: 1, module })
  const session = await one.openSession(network)
  const matte = await session.run(new Float32Array(3 * 64 * 64), { width: 64, height: 64 }, signal)
  expect(matte).toMatchObject({ width: 64, height: 64 })
  await one.dispose()
})
