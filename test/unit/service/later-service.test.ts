import { expect, test } from 'vitest'
import type { JobChange } from '#library/background-service.ts'
import { laterActivityLog, laterDevice } from '#service/later-service.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { memoryActivityLog } from '#support/memory-activity.ts'

const photo = new Blob(['photo'])

/** A service that counts how often its code was asked for. */
const counted = () => {
  const real = inMemoryService({})
  let loads = 0
  const load = async () => {
    loads++
    return real
  }
  return { later: laterDevice({ id: real.id, traits: real.traits }, load), loads: () => loads, real }
}

test('a later service is loaded by its first call', async () => {
  const { later, loads, real } = counted()
  expect([later.id, later.traits, loads()]).toEqual([real.id, real.traits, 0])
  expect(await later.getAccount()).toEqual(await real.getAccount())
  expect(await later.onDevice?.videos.list()).toEqual([])
  expect(await later.onDevice?.videos.savedEdits.read(photo)).toBe(
    (await real.onDevice?.videos.savedEdits.read(photo)) ?? null,
  )
  expect(loads()).toBeGreaterThan(0)
})

test('a later service may be awaited without being loaded', async () => {
  const { later, loads } = counted()
  expect((await (async () => later.onDevice?.workers)()) === later.onDevice?.workers).toBe(true)
  expect(loads()).toBe(0)
})

test('a later service that is loaded is called at once', async () => {
  const { later, real } = counted()
  await later.getAccount()
  const called: string[] = []
  Object.assign(real, { getAccount: async () => called.push('account') })
  void later.getAccount()
  expect(called).toEqual(['account'])
})

test('a watch ended before loading never starts', async () => {
  const { later, real } = counted()
  const heard: JobChange[] = []
  let watched = 0
  const watch = real.onDevice?.videos.watch
  if (real.onDevice && watch)
    Object.assign(real.onDevice.videos, {
      watch: (listener: (change: JobChange) => void) => {
        watched++
        return watch(listener)
      },
    })
  later.onDevice?.videos.watch((change) => heard.push(change))()
  await turnEventLoop()
  expect(watched).toBe(0)
  later.onDevice?.videos.watch((change) => heard.push(change))
  await turnEventLoop()
  expect(watched).toBe(1)
})

test('a failed load rejects, and the next call retries', async () => {
  let tries = 0
  const log = laterActivityLog(async () => {
    tries++
    if (tries === 1) throw new Error('no script')
    return memoryActivityLog()
  })
  expect(log.resend('unknown')).toBeNull()
  await expect(log.list()).rejects.toThrow('no script')
  expect(await log.list()).toEqual([])
})
