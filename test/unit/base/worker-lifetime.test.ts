import { setTimeout as macrotask } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { holdWorkers } from '#base/worker-lifetime.ts'

/** A constructor in the place of the browser's, which Node lacks. */
class PlainWorker extends EventTarget {
  onmessage = null
  onmessageerror = null
  onerror = null
  terminated = 0
  postMessage(): void {}
  terminate(): void {
    this.terminated++
  }
}

const startAlone = (scope: { Worker: new (url: string) => PlainWorker }): WeakRef<PlainWorker> =>
  new WeakRef(new scope.Worker('thread.js'))

const collectGarbage = async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // What a WeakRef was asked for stays alive until the end of its task.
  await macrotask()
  collect()
}

it('keeps a worker that nothing refers to until it is terminated', async () => {
  const scope = { Worker: PlainWorker }
  const unheld = startAlone(scope)
  holdWorkers(scope)
  const held = startAlone(scope)
  await collectGarbage()
  expect(unheld.deref()).toBeUndefined()
  expect(held.deref()).toBeInstanceOf(PlainWorker)

  held.deref()?.terminate()
  expect(held.deref()?.terminated).toBe(1)
  await collectGarbage()
  expect(held.deref()).toBeUndefined()
})
