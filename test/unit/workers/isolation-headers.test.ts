import { expect, test } from 'vitest'
import { withIsolation } from '#workers/isolation-headers.ts'

test('a response gets the headers that isolate a page, and keeps its own', async () => {
  const response = withIsolation(
    new Response('let x', {
      status: 203,
      statusText: 'Kept',
      headers: { 'Content-Type': 'text/javascript' },
    }),
  )
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/javascript',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect([response.status, response.statusText, await response.text()]).toEqual([203, 'Kept', 'let x'])
})

test('what a host sends itself is left alone', () => {
  const sent = new Response('', {
    headers: {
      'Cross-Origin-Embedder-Policy': 'credentialless',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
  expect(withIsolation(sent)).toBe(sent)
})

test('a response that can have no body, and one that nobody may read, pass', () => {
  expect(withIsolation(new Response(null, { status: 304 })).status).toBe(304)
  const failed = Response.error()
  expect(withIsolation(failed)).toBe(failed)
})
