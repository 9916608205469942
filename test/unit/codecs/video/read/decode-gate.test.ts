import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDecodeGate } from '#codecs/video/read/decode-gate.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const soon = () => vi.advanceTimersByTimeAsync(5)
const long = () => vi.advanceTimersByTimeAsync(90)

/** A decoder that gives a frame for each packet once it has seen `latency` more, and none while it starts slowly. */
const runs = (first: number, latency: number, start = { isSlow: false }) => {
  const gate = openDecodeGate(first)
  let sent = 0
  let taken = 0
  let wake = () => {}
  const feed = async () => {
    for (;;) {
      await gate.enter(sent)
      sent++
      wake()
    }
  }
  void feed()
  const next = async () => {
    while (start.isSlow || sent - taken <= latency) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return taken++
  }
  return { gate, next: () => gate.take(next), ahead: () => sent - taken, sent: () => sent }
}

test('a few frames are decoded ahead while none is asked for', async () => {
  const { next, ahead } = runs(0, 0)
  expect(await next()).toBe(0)
  await long()
  expect(ahead()).toBe(4)
  for (let frame = 1; frame < 30; frame++) expect(await next()).toBe(frame)
  await long()
  expect(ahead()).toBe(4)
})

test('a decoder gets as many packets as its first frame needs', async () => {
  const { next, ahead } = runs(0, 12)
  for (let frame = 0; frame < 20; frame++) {
    const taking = next()
    await vi.advanceTimersByTimeAsync(400)
    expect(await taking).toBe(frame)
  }
  await long()
  expect(ahead()).toBeGreaterThanOrEqual(12)
  expect(ahead()).toBeLessThan(16)
})

test('a slow start does not raise the limit for ever', async () => {
  const start = { isSlow: true }
  const { next, ahead } = runs(0, 0, start)
  const first = next()
  await long()
  start.isSlow = false
  await long()
  expect(await first).toBe(0)
  expect(ahead()).toBeGreaterThan(4)
  for (let frame = 1; frame < 30; frame++) expect(await next()).toBe(frame)
  await soon()
  expect(ahead()).toBe(4)
})

test('packets before the first frame never wait', async () => {
  const { sent } = runs(100, 0)
  await soon()
  expect(sent()).toBe(104)
})

test('an open gate holds nothing back', async () => {
  const gate = openDecodeGate(0)
  for (let packet = 0; packet < 4; packet++) await gate.enter(packet)
  let entered = 0
  const late = async () => {
    for (let packet = 4; packet < 7; packet++) await gate.enter(packet).then(() => entered++)
  }
  const feeding = late()
  await long()
  expect(entered).toBe(0)
  gate.open()
  await feeding
  expect(entered).toBe(3)
})

test('a failed frame rejects its caller, and the gate still works', async () => {
  const { gate, next } = runs(0, 0)
  expect(await next()).toBe(0)
  await expect(gate.take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await next()).toBe(1)
})
