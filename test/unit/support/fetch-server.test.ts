import { expect, onTestFinished, test } from 'vitest'
import { startApiServer } from '#support/api-server.ts'
import { rawAnswer } from '#support/raw-answer.ts'

const open = async () => {
  const server = await startApiServer()
  onTestFinished(server.close)
  return { server, port: Number(new URL(server.url).port) }
}

const form = 'Content-Type: multipart/form-data; boundary=b'

test('an announced length over the limit is answered 413 at once', async () => {
  const { port, server } = await open()
  const lines = ['POST /v1/remove HTTP/1.1', 'Host: localhost', form, 'Content-Length: 200000000']
  expect(await rawAnswer(port, ...lines)).toMatch(/^HTTP\/1\.1 413 /)
  expect(server.requests).toEqual([])
})

test('a client that waits for 100 Continue is refused without it', async () => {
  const { port } = await open()
  const lines = [
    'POST /v1/remove HTTP/1.1',
    'Host: localhost',
    form,
    'Content-Length: 5',
    'Expect: 100-continue',
  ]
  const refused = await rawAnswer(port, ...lines)
  expect(refused).toMatch(/^HTTP\/1\.1 401 /)
  expect(refused).toMatch(/connection: close/i)
})

test('what does not parse gets 400, and the server goes on', async () => {
  const { port, server } = await open()
  for (const line of [
    'GET http://[ HTTP/1.1',
    'GET http://a:b@localhost/ HTTP/1.1',
    'TRACE / HTTP/1.1',
    'NONSENSE',
  ])
    expect(await rawAnswer(port, line, 'Host: localhost')).toMatch(/^HTTP\/1\.1 400 /)
  expect(await rawAnswer(port, 'GET /v1/me HTTP/1.1', 'Host: [')).toMatch(/^HTTP\/1\.1 400 /)
  for (const target of ['//', `http://localhost:${port}/nowhere`])
    expect(await rawAnswer(port, `GET ${target} HTTP/1.1`, 'Host: localhost')).toMatch(/^HTTP\/1\.1 404 /)
  expect((await fetch(`${server.url}/me`, { headers: { 'x-api-key': 'pk_test_studio' } })).status).toBe(200)
})
