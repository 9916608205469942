import { expect, test, vi } from 'vitest'
import { askWorker, WorkerNotLoaded } from '#base/ask-worker.ts'

const workerOf = (script: string) => new Worker(URL.createObjectURL(new Blob([script])))

test('a worker answers its one question', async () => {
  const worker = workerOf('onmessage = ({ data }) => postMessage(data + "!")')
  expect(await askWorker(worker, 'ready')).toBe('ready!')
})

test('a failing worker is told from a script that did not come', async () => {
  await expect(askWorker(workerOf('onmessage = () => { throw Error("no room") }'), '')).rejects.toThrow(
    'no room',
  )
  const missing = new Worker('/no-such-worker.js', { type: 'module' })
  await expect(askWorker(missing, '')).rejects.toBeInstanceOf(WorkerNotLoaded)
})

test('an abort ends a worker that does not answer', async () => {
  const abort = new AbortController()
  const worker = workerOf('onmessage = () => {}')
  const terminate = vi.spyOn(worker, 'terminate')
  const asking = askWorker(worker, '', abort.signal)
  abort.abort()
  await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
  expect(terminate).toHaveBeenCalledTimes(1)
})
