import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startApiServer } from '#support/api-server.ts'
import { openFetchServer } from '#support/fetch-server.ts'
import { rawAnswer } from '#support/raw-answer.ts'

const open = async () => {
  const server = await startApiServer()
  onTestFinished(server.close)
  return { server, port: Number(new URL(server.url).port) }
}

/** Sends a head and then pieces of a body for as long as `goesOn`; answers what the server said, and how much was sent. */
const upload = (port: number, head: readonly string[], goesOn: (answer: string, sent: number) => boolean) =>
  new Promise<{ answer: string; sent: number }>((resolve, reject) => {
    const socket = connect(port, 'localhost')
    let answer = ''
    let sent = 0
    const piece = Buffer.alloc(200_000)
    const more = () => {
      if (!goesOn(answer, sent)) {
        socket.destroy()
        return resolve({ answer, sent })
      }
      const chunk = Buffer.concat([
        Buffer.from(`${piece.length.toString(16)}\r\n`),
        piece,
        Buffer.from('\r\n'),
      ])
      sent += piece.length
      socket.write(chunk, () => setImmediate(more))
    }
    socket.setEncoding('latin1').on('data', (data) => {
      answer += data
    })
    socket.once('error', reject)
    socket.write(`${[...head, 'Host: localhost', 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n`, more)
  })

const form = 'Content-Type: multipart/form-data; boundary=b'

test('a request without a key gets 401 while its body arrives', async () => {
  const { port } = await open()
  const { answer } = await upload(port, ['POST /v1/remove HTTP/1.1', form], (answer) => answer === '')
  expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*authentication_error/)
})

test('a body over the limit gets 413 before its end', async () => {
  const { port } = await open()
  const head = ['POST /v1/remove HTTP/1.1', form, 'x-api-key: pk_test_studio']
  const { answer, sent } = await upload(port, head, (answer, sent) => answer === '' && sent < 150_000_000)
  expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*video_too_large/)
  expect(answer).toMatch(/access-control-allow-origin: \*/i)
  expect(sent).toBeLessThan(130_000_000)
})

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

test('a client that sends all before it reads gets the refusal', async () => {
  const server = await openFetchServer(0, async () => new Response('no', { status: 401 }))
  onTestFinished(server.close)
  const body = new Uint8Array(30_000_000)
  for (let times = 0; times < 3; times++) {
    const answer = await fetch(server.origin, { method: 'POST', body })
    expect([answer.status, await answer.text()]).toEqual([401, 'no'])
  }
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
