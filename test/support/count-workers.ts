import { onTestFinished, vi } from 'vitest'

/** Counts the workers that start before the test ends, those of them that still run, and what they send. */
export const countWorkers = () => {
  const running = new Set<Worker>()
  let started = 0
  let messages = 0
  class CountedWorker extends Worker {
    constructor(...of: ConstructorParameters<typeof Worker>) {
      super(...of)
      started++
      running.add(this)
      this.addEventListener('message', () => messages++)
    }
    override terminate() {
      running.delete(this)
      super.terminate()
    }
  }
  vi.stubGlobal('Worker', CountedWorker)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return { started: () => started, running: () => running.size, messages: () => messages }
}
