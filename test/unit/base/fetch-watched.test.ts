import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchWatched } from '#base/fetch-watched.ts'

/** Sends all, half of it, or nothing, by the path; it never ends an answer that is not whole. */
const server = createServer((request, response) => {
  if (request.url === '/whole') response.end('whole')
  if (request.url === '/half') response.write('half')
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, listening))
  base = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.closeAllConnections())

test('a fetch that stalls ends, before its answer and within it', async () => {
  const whole = await fetchWatched(`${base}/whole`, { stallMs: 5000 })
  expect([whole.status, await whole.text()]).toEqual([200, 'whole'])
  await expect(fetchWatched(`${base}/none`, { stallMs: 100 })).rejects.toThrow('nothing came for 0.1 s')
  const half = await fetchWatched(`${base}/half`, { stallMs: 100 })
  await expect(half.text()).rejects.toThrow('nothing came for 0.1 s')
})
