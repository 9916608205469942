import { afterEach, expect, test, vi } from 'vitest'
import { pagePolicy, policyHeader, workerPolicy } from '#contract/content-policy.ts'
import { withHostHeaders } from '#workers/host-headers.ts'

const base = 'https://studio.test/'

afterEach(() => {
  vi.unstubAllGlobals()
})

const script = { destination: 'script', mode: 'cors' } as const
const worker = { destination: 'worker', mode: 'same-origin' } as const
const tab = { destination: 'document', mode: 'navigate' } as const
const frame = { destination: 'iframe', mode: 'navigate' } as const

const html = () => new Response('<title>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } })

const policyOf = async (response: Response, request: Parameters<typeof withHostHeaders>[1]) =>
  (await withHostHeaders(response, request, base)).headers.get(policyHeader)

test('a response gets the isolation headers and keeps its own', async () => {
  const sent = new Response('let x', {
    status: 203,
    statusText: 'Kept',
    headers: { 'Content-Type': 'text/javascript' },
  })
  const response = await withHostHeaders(sent, script, base)
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/javascript',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect([response.status, response.statusText, await response.text()]).toEqual([203, 'Kept', 'let x'])
})

test('headers that the host sends are not changed', async () => {
  const sent = new Response('', {
    headers: {
      'Content-Type': 'text/html',
      'Content-Security-Policy': "default-src 'self'",
      'Cross-Origin-Embedder-Policy': 'credentialless',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
  expect(await withHostHeaders(sent, tab, base)).toBe(sent)
})

test('bodiless and opaque responses pass unchanged', async () => {
  expect((await withHostHeaders(new Response(null, { status: 304 }), script, base)).status).toBe(304)
  const failed = Response.error()
  expect(await withHostHeaders(failed, tab, base)).toBe(failed)
})

test('a worker fetches its own origin only; no site frames the page', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no such file')))
  expect(await policyOf(new Response('let x'), worker)).toBe(workerPolicy)
  expect(workerPolicy).toContain("connect-src 'self' blob:;")
  for (const request of [tab, frame]) expect(await policyOf(html(), request)).toBe(pagePolicy([]))
  expect(pagePolicy([])).toContain("frame-ancestors 'none'")
  expect(await policyOf(new Response('{}'), tab)).toBeNull()
})

test('the origins that config.json lists may frame the page', async () => {
  const fetching = vi.fn(async () => Response.json({ frame_ancestors: ['https://intranet.example.com'] }))
  vi.stubGlobal('fetch', fetching)
  expect(await policyOf(html(), frame)).toContain('frame-ancestors https://intranet.example.com')
  expect(fetching.mock.calls).toEqual([[new URL('https://studio.test/config.json'), expect.anything()]])
  // A tab is not framed, so its answer does not wait for `config.json`.
  await policyOf(html(), tab)
  expect(fetching).toHaveBeenCalledTimes(1)
})
