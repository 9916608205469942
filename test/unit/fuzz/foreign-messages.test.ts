import { transferHandlers } from 'comlink'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { OutgoingCall, registerTransferHandlers, type ServedCall } from '#channel/transfer-handlers.ts'
import { broadcastJobEvents } from '#library/store/job-store.ts'
import { broadcastActivityEvents } from '#service/activity-log/activity-store.ts'
import { openApiBridge } from '#service/api-bridge/open-api-bridge.ts'
import { jobOf } from '#support/memory-activity.ts'
import { recordingService } from '#support/recording-service.ts'
import { answerThroughWindow } from '#workers/api-bridge.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** What another release, or anybody on the same origin, may send. */
const foreign = fc.oneof(
  fc.constantFrom(null, 0, Number.NaN, '', 'over', 'abort', true, 1n, new Blob()),
  fc.constantFrom<unknown>({ kind: 'bridge-request' }, { kind: 'answer-2' }, { job: null }, { id: 0 }),
  fc.record({ job: fc.constant({ ...jobOf(), status: 'cancelled' }) }),
  fc.jsonValue(),
)
const several = fc.array(foreign, { maxLength: 12 })

/** A message event of a channel; what its listener throws comes out here. */
const event = (data: unknown) => ({ data }) as MessageEvent

test('tabs ignore foreign values of their channels', () => {
  const [jobs, log] = [{ onmessage: null }, { onmessage: null }].map((each) => ({
    ...each,
    postMessage: () => {},
  })) as unknown as [BroadcastChannel, BroadcastChannel]
  const heard: unknown[] = []
  broadcastJobEvents(jobs).watch((change) => heard.push(change))
  broadcastActivityEvents(log).watch(() => heard.push('changed'))
  fc.assert(
    fc.property(foreign, (value) => {
      for (const channel of [jobs, log]) channel.onmessage?.(event(value))
      expect(heard).toEqual([])
    }),
    { numRuns: 1000 },
  )
  jobs.onmessage?.(event({ job: jobOf() }))
  log.onmessage?.(event(undefined))
  expect(heard).toEqual([{ job: jobOf() }, 'changed'])
})

test('service worker and window ignore foreign values between requests', async () => {
  const container = Object.assign(new EventTarget(), {
    controller: {},
    startMessages: () => {},
    register: async () => ({ active: null }),
  })
  vi.stubGlobal('navigator', { serviceWorker: container })
  await openApiBridge(recordingService(), { basePath: '/' })
  await fc.assert(
    fc.asyncProperty(several, several, async (before, during) => {
      const { port1: toCaller, port2: toWindow } = new MessageChannel()
      const { port1: nowhere } = new MessageChannel()
      const window = {
        id: 'window',
        url: 'http://localhost/',
        postMessage: (data: unknown, [port]: [MessagePort]) => {
          for (const value of before) {
            port.postMessage(value)
            container.dispatchEvent(new MessageEvent('message', { data: value, ports: [nowhere] }))
          }
          toCaller.onmessage = ({ data: reply }) => port.postMessage(reply)
          container.dispatchEvent(new MessageEvent('message', { data, ports: [toWindow] }))
          for (const value of during) toCaller.postMessage(value)
        },
      }
      const clients = { matchAll: async () => [window], get: async () => window }
      const worker = { clients, registration: { scope: 'http://localhost/' } }
      const answer = await answerThroughWindow(
        { request: new Request('http://localhost/v1/me'), clientId: '' },
        worker as unknown as Parameters<typeof answerThroughWindow>[1],
      )
      expect(answer.status).toBe(200)
      for (const port of [toCaller, toWindow, nowhere]) port.close()
    }),
    { numRuns: 100 },
  )
})

test('calls between page and worker outlive foreign values', async () => {
  registerTransferHandlers()
  const handlers = [...transferHandlers.values()]
  await fc.assert(
    fc.asyncProperty(several, async (values) => {
      const call = new OutgoingCall(undefined, async (wanted) => wanted)
      const handler = handlers.find(({ canHandle }) => canHandle(call))
      const [wire] = handler?.serialize(call) ?? []
      const { port } = wire as { port: MessagePort }
      for (const value of values) if (value !== 'over') port.postMessage(value)
      const served = handler?.deserialize(wire) as ServedCall
      expect(await served.need?.('features')).toBe('features')
      call.close()
    }),
    { numRuns: 100 },
  )
})
