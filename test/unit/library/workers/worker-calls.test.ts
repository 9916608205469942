import { expect, test } from 'vitest'
import { makeJobId } from '#contract/ids.ts'
import { callOfJobs, callWorkers, type WorkerChannels } from '#library/workers/worker-calls.ts'

/** All workers, which note what they are sent. */
const noting = () => {
  const sent: unknown[] = []
  const worker = (_: unknown, name: string | symbol) => {
    const noted =
      (turn: string) =>
      async (...given: unknown[]) =>
        void sent.push([name, turn, ...given])
    return { call: noted('call'), ask: noted('ask') }
  }
  return { calls: callWorkers(new Proxy({}, { get: worker }) as WorkerChannels), sent }
}

test('each function goes to the worker of its row', async () => {
  const { calls, sent } = noting()
  const [video, call] = [new Blob(), { signal: new AbortController().signal }]
  await calls.thumbnails({ video, count: 1, heightPx: 40 }, call)
  await calls.hashVideo({ video })
  await calls.listFiles()
  expect(sent).toEqual([
    ['preview', 'call', 'thumbnails', { video, count: 1, heightPx: 40 }, call],
    ['probe', 'ask', 'hashVideo', { video }, undefined],
    ['image', 'ask', 'listFiles', undefined, undefined],
  ])
})

test('the id of a job becomes its video', async () => {
  const { calls, sent } = noting()
  const id = makeJobId()
  const found = { video: new Blob(), videoHash: 'hash', level: 'fast' } as never
  const asked: unknown[] = []
  const jobs = callOfJobs(calls, async (wanted) => {
    asked.push(wanted)
    return found
  })
  await jobs.rateMattes({ id })
  expect(asked).toEqual([id])
  expect(sent).toEqual([['preview', 'call', 'rateMattes', found, undefined]])
})
