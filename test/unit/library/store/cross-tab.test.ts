import { afterEach, expect, test, vi } from 'vitest'
import { openTabChannel, openTabEvents } from '#library/store/cross-tab.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const isText = (data: unknown) => typeof data === 'string'

test('events reach this tab where the browser refuses channels', () => {
  vi.stubGlobal('BroadcastChannel', () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const events = openTabEvents<string>(openTabChannel('jobs'), isText)
  const heard: string[] = []
  const unwatch = events.watch((event) => heard.push(event))
  events.publish('begun')
  unwatch()
  events.publish('ended')
  expect(heard).toEqual(['begun'])
})

test('events reach the other tabs of the same name', async () => {
  const [here, there, elsewhere] = ['jobs', 'jobs', 'log'].map(
    (name) => openTabChannel(name) as BroadcastChannel,
  )
  if (!here || !there || !elsewhere) throw new Error('no channels')
  const strangers = vi.fn()
  openTabEvents(elsewhere, isText).watch(strangers)
  const arrived = new Promise((resolve) => openTabEvents(there, isText).watch(resolve))
  openTabEvents<string>(here, isText).publish('begun')
  expect(await arrived).toBe('begun')
  expect(strangers).not.toHaveBeenCalled()
  for (const channel of [here, there, elsewhere]) channel.close()
})
