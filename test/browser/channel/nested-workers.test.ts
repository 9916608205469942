import { afterEach, expect, test } from 'vitest'
import { createNestedWorkers, hostNestedWorkers } from '#channel/nested-workers.ts'

const open: { terminateAll(): void }[] = []
afterEach(() => {
  for (const host of open.splice(0)) host.terminateAll()
})

/** Both sides in this page; what is between them in the studio is tested in Firefox. */
const bothSides = () => {
  const nested = createNestedWorkers()
  const host = hostNestedWorkers(nested.reportFault)
  const scope = { Worker: globalThis.Worker }
  nested.startBy(host, scope)
  open.push(host)
  return { ...scope, terminateAll: host.terminateAll }
}

const echoUrl = new URL('./nested-echo.worker.ts', import.meta.url)

const heard = (worker: Worker, count: number): Promise<unknown[]> =>
  new Promise((resolve, reject) => {
    const messages: unknown[] = []
    worker.onmessage = ({ data }) => {
      if (messages.push(data) === count) resolve(messages)
    }
    worker.onerror = ({ message }) => reject(new Error(message))
  })

const echoes = async () => {
  const { held = [] } = await navigator.locks.query()
  return held.filter(({ name }) => name === 'nested-echo').length
}

test('messages cross both ways in order, also those sent while it starts', async () => {
  const worker = new (bothSides().Worker)(echoUrl, { type: 'module', name: 'em-pthread' })
  const answers = heard(worker, 3)
  worker.postMessage(1)
  worker.postMessage({ two: 2 }, [])
  worker.postMessage('three', { transfer: [] })
  expect(await answers).toEqual([1, { two: 2 }, 'three'].map((data) => ({ name: 'em-pthread', data })))
})

test('shared memory and a compiled module cross; a transferred buffer leaves', async () => {
  const worker = new (bothSides().Worker)(echoUrl, { type: 'module' })
  const answer = heard(worker, 1)
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
  const module = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))
  const bytes = new Uint8Array([7])
  worker.postMessage({ memory, module, bytes }, [bytes.buffer])
  expect(bytes).toHaveLength(0)
  const [{ data }] = (await answer) as [
    { data: { memory: WebAssembly.Memory; module: unknown; bytes: Uint8Array } },
  ]
  new Uint8Array(memory.buffer)[0] = 42
  expect(new Uint8Array(data.memory.buffer)[0]).toBe(42)
  expect(data.module).toBeInstanceOf(WebAssembly.Module)
  expect(data.bytes).toEqual(new Uint8Array([7]))
})

test('an exception and a script that is not there arrive as errors', async () => {
  const { Worker } = bothSides()
  const worker = new Worker(echoUrl, { type: 'module' })
  const answer = heard(worker, 1)
  worker.postMessage('throw')
  await expect(answer).rejects.toThrow('out of the blue')
  const missing = new Worker(new URL('./nothing-here.worker.js', import.meta.url), { type: 'module' })
  await expect(heard(missing, 1)).rejects.toThrow()
})

test('terminate ends one, and the end of their owner all', async () => {
  const { Worker, terminateAll } = bothSides()
  const workers = [1, 2, 3].map(() => new Worker(echoUrl, { type: 'module' }))
  const answers = workers.map((worker) => heard(worker, 1))
  for (const worker of workers) worker.postMessage('hello')
  await Promise.all(answers)
  await expect.poll(echoes).toBe(3)
  workers[0]?.terminate()
  await expect.poll(echoes).toBe(2)
  terminateAll()
  await expect.poll(echoes).toBe(0)
})

test('a script of a blob URL revoked at once still runs', async () => {
  const url = URL.createObjectURL(new Blob(['postMessage("ran")'], { type: 'text/javascript' }))
  const worker = new (bothSides().Worker)(url)
  URL.revokeObjectURL(url)
  expect(await heard(worker, 1)).toEqual(['ran'])
  worker.terminate()
})
