import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerRequest } from '#service/http/answer-request.ts'
import { megabytes } from '#support/form-requests.ts'
import { recordingService } from '#support/recording-service.ts'

const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'

/** The answer to a form, and what reached the service of it. */
const send = async (
  body: string | ReadableStream,
  type = 'multipart/form-data; boundary=b',
  headers: Record<string, string> = {},
) => {
  const service = recordingService()
  const request = new Request('https://studio.test/v1/remove', {
    method: 'POST',
    headers: { 'Content-Type': type, ...headers },
    body,
    duplex: 'half',
  } as RequestInit)
  const answer = await answerRequest(request, service, { basePath: '/' })
  const [call] = service.calls
  return {
    status: answer.status,
    code: answer.ok ? null : (await answer.json()).code,
    format: (call?.options as { format?: string } | undefined)?.format,
    image: call && Buffer.from(await (call.image as Blob).arrayBuffer()).toString('latin1'),
    name: call && (call.image as File).name,
  }
}

/** Latin-1 text as a body that arrives in pieces of `bytes` bytes. */
const inPieces = (text: string, bytes: number) => {
  const all = Buffer.from(text, 'latin1')
  let at = 0
  return new ReadableStream({
    pull: (controller) => {
      if (at >= all.length) return controller.close()
      controller.enqueue(new Uint8Array(all.subarray(at, at + bytes)))
      at += bytes
    },
  })
}

const disposition = (text: string) => `Content-Disposition: form-data; ${text}\r\n`
const image = (text: string, type = 'Content-Type: image/png\r\n') =>
  `${disposition(text)}${type}\r\n${png}\r\n`
const webp = `${disposition('name=format')}\r\nwebp\r\n`

test.each<[string, string, string?]>([
  [
    'names without quotes, as .NET writes',
    `--b\r\n${image('name=image_file; filename=a.png')}--b\r\n${webp}--b--\r\n`,
  ],
  [
    'filename*, as .NET writes',
    `--b\r\n${image(`name=image_file; filename=x; filename*=utf-8''a.png`)}--b\r\n${webp}--b--\r\n`,
  ],
  [
    'a preamble and an epilogue',
    `For old mailers.\r\n--b\r\n${webp}--b\r\n${image('name="image_file"; filename="a.png"')}--b--\r\nThe end.`,
  ],
  ['a line end first', `\r\n--b\r\n${webp}--b\r\n${image('name="image_file"; filename="a.png"')}--b--`],
  [
    'quotes and semicolons in names',
    `--b\r\n${image('filename="a\\"; name=x;.png"; name="image_file"')}--b\r\n${webp}--b--\r\n`,
    'a"; name=x;.png',
  ],
  [
    'a folded header',
    `--b\r\n${image('\r\n\tname="image_file";\r\n filename="a.png"')}--b\r\n${webp}--b--\r\n`,
  ],
  [
    'a name in UTF-8',
    `--b\r\n${image('name="image_file"; filename="\xe2\x82\xac.png"')}--b\r\n${webp}--b--\r\n`,
    '€.png',
  ],
  ['a file without a name', `--b\r\n${image('name="image_file"')}--b\r\n${webp}--b--\r\n`, ''],
  [
    'blanks behind boundaries',
    `--b \t\r\n${webp}--b \r\n${image('name="image_file"; filename="a.png"', '')}--b--\r\n`,
  ],
])('a form with %s is read', async (_what, text, name = 'a.png') => {
  for (const bytes of [1, 7, 1000])
    expect(await send(inPieces(text, bytes))).toEqual({
      status: 200,
      code: null,
      format: 'webp',
      image: png,
      name,
    })
})

test('a boundary in quotes has blanks', async () => {
  const text = `--b c\r\n${image('name="image_file"; filename="a.png"')}--b c--\r\n`
  const { status } = await send(inPieces(text, 50), 'multipart/form-data; charset=utf-8; boundary="b c"')
  expect(status).toBe(200)
})

test.each([
  ['no end', `--b\r\n${image('name="image_file"; filename="a.png"')}`],
  ['a part without a name', `--b\r\n${image('filename="a.png"')}--b--\r\n`],
  ['a part without a head', `--b\r\n\r\n${png}\r\n--b--\r\n`],
  ['a head without end', `--b\r\n${disposition('name="image_file"').repeat(1000)}`],
  ['text behind a boundary', `--b x\r\n${image('name="image_file"; filename="a.png"')}--b--\r\n`],
])('D-2: a form with %s is none', async (_what, text) => {
  expect(await send(inPieces(text, 40_000))).toMatchObject({ status: 400, code: 'missing_image' })
})

test('a damaged form is read or refused, never a fault', async () => {
  const whole = `--b\r\n${image('name=image_file; filename=a.png')}`
  const cuts = fc.array(
    fc.tuple(fc.nat(whole.length), fc.nat(9), fc.constantFrom('', '\r\n', '--b', '"', '\\', ';')),
  )
  await fc.assert(
    fc.asyncProperty(cuts, fc.integer({ min: 1, max: 60 }), async (changes, bytes) => {
      let text = whole
      for (const [at, length, put] of changes) text = text.slice(0, at) + put + text.slice(at + length)
      expect([200, 400]).toContain((await send(inPieces(text, bytes))).status)
    }),
    { numRuns: 300 },
  )
})

const field = (name: string) => `--b\r\n${disposition(`name="${name}"; filename="a"`)}\r\n`

test.each([
  ['an image', 'image_file', 'image_too_large', 20],
  ['an image in base64', 'image_file_b64', 'image_too_large', 40],
  ['a video', 'file', 'video_too_large', 100],
  ['a text', 'format', 'video_too_large', 101],
])('D-5: %s over its limit is refused before the rest is read', async (_what, name, code, limit) => {
  const { body, read } = megabytes(limit + 10, field(name))
  expect(await send(body)).toMatchObject({ status: 400, code })
  expect(read.isCancelled).toBe(true)
  expect(read.megabytes).toBeLessThan(limit + 5)
})

test('D-5: a body that announces too much is not read', async () => {
  const { body, read } = megabytes(3, field('image_file'))
  expect(await send(body, undefined, { 'Content-Length': '101000001' })).toMatchObject({
    code: 'video_too_large',
  })
  expect(read).toEqual({ megabytes: 0, isCancelled: true })
})

const part = (at: number) => `--b\r\n${disposition(`name=f${at}`)}\r\nx\r\n`
const whole = `--b\r\n${image('name=image_file; filename=a.png')}`

const sendText = (text: string) => send(inPieces(text, 65_536))

test('a form of 1,000 fields is read, one of more is refused', async () => {
  const form = (count: number) =>
    `${whole}${Array.from({ length: count - 1 }, (_, at) => part(at)).join('')}--b--\r\n`
  expect(await sendText(form(1000))).toMatchObject({ status: 200 })
  expect(await sendText(form(1001))).toMatchObject({ status: 400, code: 'validation_error' })
})

test('a form of endless fields is not read on', async () => {
  let pulled = 0
  const body = new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new TextEncoder().encode(part(pulled++)))
    },
  })
  expect(await send(body)).toMatchObject({ status: 400, code: 'validation_error' })
  expect(pulled).toBeLessThan(1100)
})

test('texts of a form have 1 MB in all, without files', async () => {
  const text = (bytes: number) => `--b\r\n${disposition('name=a')}\r\n${'x'.repeat(bytes)}\r\n`
  const file = `--b\r\n${disposition('name=b; filename=b')}\r\n${'x'.repeat(2_000_000)}\r\n`
  expect(await sendText(`${whole}${text(999_000)}${file}--b--\r\n`)).toMatchObject({ status: 200 })
  expect(await sendText(`${whole}${text(600_000)}${text(600_000)}--b--\r\n`)).toMatchObject({
    status: 400,
    code: 'validation_error',
  })
})
