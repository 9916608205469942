import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { defaultImageOptions } from '#contract/image-options.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { sendRequest } from '#service/remote/send-request.ts'
import { startApiServer, testKey } from '#support/api-server.ts'
import { eventually } from '#support/eventually.ts'
import { openRemote, smallPhoto } from '#support/remote-service-under-test.ts'
import { scriptedVideo } from '#support/scripted-video.ts'
import { rejectionOf } from '#support/thrown-errors.ts'

test('D-55: the key appears only in a request header', async () => {
  const { server, service } = await openRemote()
  await service.getAccount()
  await service.removeImage(await smallPhoto(), defaultImageOptions)
  const { id } = await service.submitVideo(scriptedVideo(), defaultVideoOptions)
  await eventually(async () => expect((await service.getJob(id)).status).toBe('completed'))
  expect((await service.getResult(id)).size).toBeGreaterThan(0)

  const results = server.requests.filter(({ host }) => host === 'results')
  expect(results).toHaveLength(1)
  for (const { headers } of results) expect([...headers.values()].join()).not.toContain(testKey)
  const asked = server.requests.filter(({ host }) => host === 'api')
  expect(asked.length).toBeGreaterThan(4)
  for (const { path, headers } of asked) {
    expect(headers.get('x-api-key')).toBe(testKey)
    expect(path).not.toContain(testKey)
    for (const [name, value] of headers) if (name !== 'x-api-key') expect(value).not.toContain(testKey)
  }
})

test.each([301, 302, 303, 307, 308])(
  'D-55: a redirect (%d) is not followed, so the key stays here',
  async (status) => {
    const { server, service } = await openRemote()
    const other = await startApiServer()
    const to = `${other.url}/remove`
    server.fault({ kind: 'redirect', to, status, times: 2 })
    const photo = await smallPhoto()
    const asking = [() => service.removeImage(photo, defaultImageOptions), () => service.getAccount()]
    for (const ask of asking)
      expect(await rejectionOf(ask())).toMatchObject({
        code: 'validation_error',
        details: { base: [expect.any(String)] },
      })
    expect(other.requests).toEqual([])
    await other.close()
  },
)

test("D-55: a key in a service's answer is not repeated", async () => {
  const { server, service } = await openRemote()
  const body = JSON.stringify({
    code: 'authentication_error',
    message: `The key ${testKey} is not known.`,
    details: { 'x-api-key': [`${testKey} was revoked`] },
    request_id: `req_${testKey}`,
  })
  server.fault({ kind: 'status', status: 401, body })
  const error = await rejectionOf(service.getAccount())
  expect(error).toMatchObject({ message: 'The key pk_… is not known.' })
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(testKey)
})

test('D-55: no answer repeats the key, however it is spelled', async () => {
  const escaped = [...testKey]
    .map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
  const ask = (status: number, text: string) => {
    const headers = { get: () => `req_${testKey}` }
    const transport = async () => ({ status, headers, body: new Blob([text]) })
    const sender = { transport, key: () => testKey, now: () => new Date(), silentSeconds: 10 }
    const signal = new AbortController().signal
    return sendRequest(sender, { method: 'GET', url: 'https://a.example/v1/me', maxBytes: 1000, signal })
  }
  const { headers, json } = await ask(200, `{"error":{"message":"No ${escaped}"},"${testKey}":1}`)
  expect([headers.get('X-Request-ID'), await json()]).toEqual([
    'req_pk_…',
    { error: { message: 'No pk_…' }, 'pk_…': 1 },
  ])
  for (const text of [`{"message":"No ${escaped}"}`, '']) {
    const told = await rejectionOf(ask(500, text))
    expect(inspect(told, { depth: 20, showHidden: true })).not.toContain(testKey)
  }
})

test('D-55: a key in another spelling is not repeated either', async () => {
  const key = 'pk_a"b\\\\c'
  const { server, service } = await openRemote({ key: () => key })
  server.fault({ kind: 'status', status: 401, body: JSON.stringify({ message: `No ${key}` }) })
  expect(await rejectionOf(service.getAccount())).toMatchObject({ message: 'No pk_…' })
  server.fault({ on: 'me', kind: 'malformed' })
  expect(inspect(await rejectionOf(service.getAccount()), { depth: 20 })).not.toContain(key)
})

test('D-55: no connection error contains the key', async () => {
  const { server, service } = await openRemote()
  await server.close()
  const error = await rejectionOf(service.getAccount())
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(testKey)
})

test.each(['', 'sk_live_1', 'pk_', 'pk_a b', 'pk_line\nbreak', 'pk_clé'])(
  'D-55: %j is no key: it is not sent, and not repeated',
  async (key) => {
    const { server, service } = await openRemote({ key: () => key })
    const error = await rejectionOf(service.getAccount())
    expect(error).toMatchObject({ code: 'authentication_error' })
    if (key.length > 3) expect(inspect(error, { depth: 20 })).not.toContain(key)
    expect(server.requests).toEqual([])
  },
)

test('a forgotten key is not sent again, even by a retry', async () => {
  let key = testKey
  const { server, service } = await openRemote({ key: () => key })
  server.fault({ kind: 'status', status: 502 })
  const asked = service.getAccount({
    onProgress: ({ retry }) => {
      if (retry) key = ''
    },
  })
  expect(await rejectionOf(asked)).toMatchObject({ code: 'authentication_error' })
  expect(server.requests).toHaveLength(1)
})
