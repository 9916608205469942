import { afterEach, expect, test, vi } from 'vitest'
import { makeJobId } from '#contract/ids.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { openApiBridge } from '#service/api-bridge/open-api-bridge.ts'
import { eventually } from '#support/eventually.ts'
import { endOf, memoryBrowser } from '#support/memory-browser.ts'
import { recordedAccount, recordingService } from '#support/recording-service.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** `navigator.serviceWorker` where a service worker has control. Node has none. */
const controlledContainer = () =>
  Object.assign(new EventTarget(), {
    controller: {},
    startMessages: () => {},
    register: async () => ({ active: null }),
  })

/** Sends a message as it was recorded from a service worker; gives the replies up to the one that ends the request. */
const repliesTo = async (message: object, service = recordingService()): Promise<{ kind: string }[]> => {
  const container = controlledContainer()
  vi.stubGlobal('navigator', { serviceWorker: container })
  await openApiBridge(service, { basePath: '/' })
  const { port1, port2 } = new MessageChannel()
  const replies: { kind: string }[] = []
  const ended = new Promise<void>((resolve) => {
    port1.onmessage = ({ data }) => {
      replies.push(data)
      if (data.kind !== 'taken') resolve()
    }
  })
  container.dispatchEvent(new MessageEvent('message', { data: message, ports: [port2] }))
  await ended
  port1.close()
  return replies
}

const request = {
  kind: 'bridge-request',
  protocol: 'clearcut-api-bridge/1',
  method: 'GET',
  url: 'http://localhost/v1/me',
  headers: [['accept', '*/*']],
  body: null,
}

test('a request of the same protocol is answered', async () => {
  const [taken, answer] = await repliesTo(request)
  expect(taken).toEqual({ kind: 'taken' })
  expect(answer).toMatchObject({ kind: 'answer', status: 200, body: expect.any(Blob) })
  expect(JSON.parse(await (answer as unknown as { body: Blob }).body.text())).toEqual(recordedAccount)
})

/** A form as a service worker reads it from its request. */
const asSent = async (form: FormData) => {
  const sent = new Request('http://localhost/v1/remove', { method: 'POST', body: form })
  return { headers: [...sent.headers], body: await sent.blob() }
}

test('a request of another protocol is refused at once, unread', async () => {
  const replies = await repliesTo({ kind: 'bridge-request', protocol: 'clearcut-api-bridge/2', parts: [] })
  expect(replies).toEqual([{ kind: 'unavailable', protocol: 'clearcut-api-bridge/1' }])
})

test('a window finds the video job of one that closed', async () => {
  const form = new FormData()
  form.set('file', scriptedVideo())
  const { headers, body } = await asSent(form)
  const jobId = makeJobId()
  const message = { ...request, method: 'POST', url: 'http://localhost/v1/remove', headers, body, jobId }
  const browser = memoryBrowser()
  const { videos, parts } = browser.openTab()
  const jobOf = async ({ submitVideo }: Pick<BackgroundService, 'submitVideo'>) => {
    const [, answer] = await repliesTo(message, { ...recordingService(), submitVideo })
    return JSON.parse(await (answer as unknown as { body: Blob }).body.text())
  }
  expect(await jobOf(videos)).toMatchObject({ id: jobId, status: 'queued' })
  await endOf(videos, jobId)
  const { usedCredits } = await parts.account.read()
  expect(await jobOf(browser.openTab().videos)).toMatchObject({ id: jobId, status: 'completed' })
  expect(await parts.account.read()).toMatchObject({ usedCredits })
})

test('a service worker hears from the page until its answer is there', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const container = controlledContainer()
  vi.stubGlobal('navigator', { serviceWorker: container })
  let answer = (_: typeof recordedAccount) => {}
  const account = new Promise<typeof recordedAccount>((resolve) => {
    answer = resolve
  })
  await openApiBridge(
    recordingService(undefined, () => account),
    { basePath: '/' },
  )
  const asker = { postMessage: vi.fn() }
  const { port1, port2 } = new MessageChannel()
  const message = new MessageEvent('message', { data: request, ports: [port2] })
  container.dispatchEvent(Object.defineProperty(message, 'source', { value: asker }))
  // Firefox ends a service worker that gets no event for 60 seconds.
  vi.advanceTimersByTime(29_000)
  expect(asker.postMessage).toHaveBeenLastCalledWith({ kind: 'keep-alive' })
  vi.advanceTimersByTime(29_000)
  const heard = asker.postMessage.mock.calls.length
  expect(heard).toBeGreaterThan(1)

  const answered = new Promise<void>((resolve) => {
    port1.onmessage = ({ data }) => data.kind === 'answer' && resolve()
  })
  answer(recordedAccount)
  await answered
  await eventually(() => expect(vi.getTimerCount()).toBe(0))
  vi.advanceTimersByTime(60_000)
  expect(asker.postMessage).toHaveBeenCalledTimes(heard)
  port1.close()
})
