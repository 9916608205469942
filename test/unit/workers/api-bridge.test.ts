import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reasonMessages } from '#contract/reason-messages.ts'
import { megabytes } from '#support/form-requests.ts'
import { answerThroughWindow, isApiPath } from '#workers/api-bridge.ts'
import type { BridgeCommand, BridgeReply, BridgeRequest } from '#workers/api-bridge-messages.ts'

const scope = 'http://localhost/studio/'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lets time pass for both sides; messages between ports arrive in real turns of the event loop. */
const pass = async (ms: number) => {
  for (let passed = 0; passed <= ms; passed += 500) {
    vi.advanceTimersByTime(500)
    for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}

type Behaviour =
  | 'answers'
  | 'is silent'
  | 'works for ever'
  | 'hangs after accepting'
  | 'refuses'
  | 'is of another release'

/** As the window of a later release sends it; the form may never change. */
const refusalOfProtocol2 = { kind: 'unavailable', protocol: 'clearcut-api-bridge/2' }

/** A window of the studio, as far as the service worker can see it. */
const windowThat = (behaviour: Behaviour, facts: { focused?: boolean; url?: string } = {}) => {
  const heard: BridgeRequest[] = []
  const orders: BridgeCommand['kind'][] = []
  return {
    id: `${behaviour} ${Math.random()}`,
    url: facts.url ?? scope,
    focused: facts.focused ?? false,
    visibilityState: 'visible',
    heard,
    orders,
    postMessage: (message: BridgeRequest, [port]: [MessagePort]) => {
      heard.push(message)
      const reply = (said: BridgeReply) => port.postMessage(said)
      port.onmessage = ({ data }: MessageEvent<BridgeCommand>) => {
        orders.push(data.kind)
        if (data.kind === 'ping' && behaviour === 'works for ever') reply({ kind: 'pong' })
        if (data.kind === 'abort') port.close()
      }
      if (behaviour === 'is of another release') return void port.postMessage(refusalOfProtocol2)
      if (behaviour !== 'is silent') reply({ kind: 'taken' })
      if (behaviour === 'refuses') reply({ kind: 'unavailable', protocol: 'clearcut-api-bridge/1' })
      if (behaviour === 'answers')
        reply({ kind: 'answer', status: 201, headers: [['X-Request-ID', 'req_w']], body: new Blob(['done']) })
    },
  }
}

type FakeWindow = ReturnType<typeof windowThat>

const ask = (windows: FakeWindow[], request = new Request(`${scope}v1/me`), clientId = '') => {
  const clients = {
    matchAll: async () => [...windows],
    get: async (id: string) => windows.find((window) => window.id === id),
  }
  const scopeLike = { clients, registration: { scope } } as unknown as Parameters<
    typeof answerThroughWindow
  >[1]
  return answerThroughWindow({ request, clientId }, scopeLike)
}

test('API paths start with a version below the scope (D-70)', () => {
  for (const path of ['v1/remove', 'v1/jobs/job_1', 'v1/me', 'v1.0/removebg'])
    expect(isApiPath(scope + path, scope)).toBe(true)
  for (const url of [scope, `${scope}v1x/me`, `${scope}assets/v1/me`, 'http://localhost/v1/me'])
    expect(isApiPath(url, scope)).toBe(false)
})

test('a request reaches the window unchanged, and the answer the caller', async () => {
  const window = windowThat('answers')
  const request = new Request(`${scope}v1/remove?x=1`, {
    method: 'POST',
    headers: { 'x-api-key': 'pk_1', 'Content-Type': 'multipart/form-data; boundary=b' },
    body: 'the form',
  })
  const response = await ask([window], request)
  expect([response.status, response.headers.get('X-Request-ID'), await response.text()]).toEqual([
    201,
    'req_w',
    'done',
  ])
  const [heard] = window.heard
  expect(heard).toMatchObject({ method: 'POST', url: `${scope}v1/remove?x=1` })
  expect(new Headers(heard?.headers.map(([...pair]) => pair)).get('x-api-key')).toBe('pk_1')
  expect(await heard?.body?.text()).toBe('the form')
})

test('a body over the limit is cancelled where it is', async () => {
  const { body, read } = megabytes(120)
  const window = windowThat('answers')
  const init = { method: 'POST', body, duplex: 'half' }
  await ask([window], new Request(`${scope}v1/remove`, init))
  expect(window.heard[0]?.body?.size).toBe(102_000_000)
  expect(read.isCancelled).toBe(true)
  expect(read.megabytes).toBeLessThan(106)
})

test('the focused studio window answers, and other pages get no request', async () => {
  const background = windowThat('answers')
  const focused = windowThat('answers', { focused: true })
  const errors = windowThat('answers', { focused: true, url: `${scope}errors.html` })
  await ask([background, errors, focused])
  expect([background, errors, focused].map(({ heard }) => heard.length)).toEqual([0, 0, 1])
})

test('a window that accepts no request is aborted and another is asked', async () => {
  const silent = windowThat('is silent', { focused: true })
  const waiting = ask([silent, windowThat('answers')])
  await pass(3000)
  expect((await waiting).status).toBe(201)
  expect(silent.orders).toContain('abort')
})

test('the next window is asked when one closes, refuses or stops answering', async () => {
  const closing = windowThat('works for ever', { focused: true })
  const windows = [closing, windowThat('refuses'), windowThat('hangs after accepting'), windowThat('answers')]
  const waiting = ask(windows)
  await pass(2000)
  windows.shift()
  await pass(20_000)
  expect((await waiting).status).toBe(201)
})

test('every window that is asked gets the same id for the job', async () => {
  const [closing, next] = [windowThat('works for ever', { focused: true }), windowThat('answers')]
  const windows = [closing, next]
  const waiting = ask(windows)
  await pass(2000)
  windows.shift()
  await pass(2000)
  await waiting
  const [first, second] = [closing, next].map(({ heard }) => heard[0]?.jobId)
  expect(first).toMatch(/^job_/)
  expect(second).toBe(first)
})

test('a window that worked before the device slept is left to answer', async () => {
  const working = windowThat('works for ever', { focused: true })
  const other = windowThat('answers')
  const controller = new AbortController()
  const waiting = ask([working, other], new Request(`${scope}v1/me`, { signal: controller.signal }))
  await pass(3000)
  // A clock that goes on while no timer runs: the pong of the last ping is read after the next tick.
  vi.setSystemTime(Date.now() + 3_600_000)
  await pass(3000)
  expect(other.heard).toEqual([])
  expect(working.orders).not.toContain('abort')
  controller.abort()
  await expect(waiting).rejects.toThrow('The caller gave up')
})

test('a window that answers pings has unlimited time until the caller aborts', async () => {
  const window = windowThat('works for ever')
  const controller = new AbortController()
  let end = 'none'
  ask([window], new Request(`${scope}v1/me`, { signal: controller.signal })).then(
    () => (end = 'answered'),
    (error: Error) => (end = error.name),
  )
  await pass(120_000)
  expect(end).toBe('none')
  controller.abort()
  await pass(500)
  expect(end).toBe('AbortError')
  expect(window.orders.at(-1)).toBe('abort')
})

test('the work stops when the page of the caller is closed', async () => {
  const window = windowThat('works for ever')
  const waiting = expect(ask([window], new Request(`${scope}v1/me`), 'a closed page')).rejects.toMatchObject({
    name: 'AbortError',
  })
  await pass(2000)
  await waiting
  expect(window.orders.at(-1)).toBe('abort')
})

/** As browsers have it; no script can make a navigation. */
const asNavigation = (request: Request): Request =>
  Object.defineProperty(request, 'mode', { value: 'navigate' })

test.each([
  ['a form of another site', asNavigation(new Request(`${scope}v1/remove`, { method: 'POST', body: 'a=b' }))],
  [
    'a script of another site',
    new Request(`${scope}v1/remove`, { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' } }),
  ],
  [
    'a script of another host of this site',
    new Request(`${scope}v1/me`, { headers: { 'Sec-Fetch-Site': 'same-site' } }),
  ],
])('%s is refused before any window works on it', async (_, request) => {
  const window = windowThat('answers')
  const response = await ask([window], request)
  expect([response.status, (await response.json()).code]).toEqual([403, 'permission_denied'])
  expect([window.heard.length, request.bodyUsed]).toEqual([0, false])
})

test('a link to a result works without the page that asked', async () => {
  const window = windowThat('works for ever')
  const link = asNavigation(new Request(`${scope}v1/jobs/job_1/result.webm`))
  let end = 'none'
  ask([window, windowThat('answers')], link, 'a page of another site').then(
    ({ status }) => (end = String(status)),
    (error: Error) => (end = error.name),
  )
  await pass(5000)
  expect([window.heard.length, end]).toEqual([1, 'none'])
})

test('without an open window the answer is upstream_error (D-50)', async () => {
  const response = await ask([])
  expect(response.status).toBe(502)
  const body = await response.json()
  expect(body).toMatchObject({
    code: 'upstream_error',
    doc_url: `${scope}errors.html#upstream_error`,
    request_id: response.headers.get('X-Request-ID'),
  })
  expect(body.request_id).toMatch(/^req_/)
})

const messageOf = async (response: Response) => [response.status, (await response.json()).message]

test('a window of another release is left for one of this release', async () => {
  const [other, current] = [windowThat('is of another release', { focused: true }), windowThat('answers')]
  expect((await ask([other, current])).status).toBe(201)
  expect(other.heard).toMatchObject([{ kind: 'bridge-request', protocol: 'clearcut-api-bridge/1' }])
})

test('a window of another release is answered at once by "reload"', async () => {
  // No time passes: the clock of this file stands still.
  const response = await ask([windowThat('is of another release')])
  expect(await messageOf(response)).toEqual([502, reasonMessages.window_of_other_release])
})

test('when the only window stays silent, the answer says to reload it', async () => {
  const waiting = ask([windowThat('is silent')])
  await pass(10_000)
  expect(await messageOf(await waiting)).toEqual([502, reasonMessages.window_silent])
})
