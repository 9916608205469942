import { gzipSync } from 'node:zlib'
import { seededRandom } from './seeded-random.ts'

/** Random choices that are the same in each run. */
export type RandomChoice = {
  /** 0 up to 1. */
  next(): number
  pick<T>(from: readonly T[]): T
}

export const seededChoice = (seed: number): RandomChoice => {
  const next = seededRandom(seed)
  return { next, pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number] }
}

/** What a server sends. `end`: what follows the body; where absent, the answer ends normally. */
export type HttpAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly end?: 'endless' | 'drip' | 'hang' | 'drop'
}

const bytes = (text: string) => new TextEncoder().encode(text)
const isJson = ({ headers }: HttpAnswer) => headers['content-type'] === 'application/json'

const oddValues = [
  ...[
    'null',
    'true',
    '-1',
    '0.5',
    '1e999',
    '-1e999',
    '1e308',
    '9007199254740993',
    '""',
    '"half"',
    '[]',
    '{}',
  ],
  ...[
    '[[["a"]]]',
    '{"toString":1}',
    '{"__proto__":{"a":1}}',
    `"${'long '.repeat(5000)}"`,
    '"javascript:alert(1)"',
  ],
]

/** Gives one field of a JSON object an odd value; in any other body, inverts about 1 % of the bytes. */
const withOddField = (sent: HttpAnswer, random: RandomChoice): HttpAnswer => {
  if (!isJson(sent))
    return { ...sent, body: sent.body.map((byte) => (random.next() < 0.01 ? 255 - byte : byte)) }
  const fields = Object.entries(JSON.parse(new TextDecoder().decode(sent.body)) as object)
  const odd = random.pick(fields)[0]
  const text = fields.map(([name, value]) =>
    name === odd
      ? `${JSON.stringify(name)}:${random.pick(oddValues)}`
      : `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  )
  return { ...sent, body: bytes(`{${text.join()}}`) }
}

/** Details that break a careless conversion to text. */
const oddDetails = [
  '{"crop":[{"toString":1}]}',
  '{"a":[[[1]]],"b":{"toString":{}}}',
  `{"a":${'['.repeat(9999)}${']'.repeat(9999)}}`,
]

const statuses = [
  201, 202, 204, 206, 226, 299, 302, 304, 308, 400, 401, 402, 403, 404, 405, 408, 410, 413, 418, 429,
]

/** Broken answers, each made from a good one. */
export const answerMutations: Readonly<
  Record<string, (sent: HttpAnswer, random: RandomChoice) => HttpAnswer>
> = {
  'an odd field': withOddField,
  'two odd fields': (sent, random) => withOddField(withOddField(sent, random), random),
  'a missing field': (sent, random) => {
    if (!isJson(sent)) return sent
    const fields = Object.entries(JSON.parse(new TextDecoder().decode(sent.body)) as object)
    const left = fields.filter(() => random.next() > 0.3)
    return { ...sent, body: bytes(JSON.stringify(Object.fromEntries(left))) }
  },
  'cut short': (sent, random) => ({ ...sent, body: sent.body.subarray(0, random.next() * sent.body.length) }),
  'less than announced': (sent) => ({
    ...sent,
    headers: { ...sent.headers, 'content-length': String(sent.body.length + 1000) },
    end: 'drop',
  }),
  empty: (sent) => ({ ...sent, body: new Uint8Array() }),
  'a page': (sent) => ({
    ...sent,
    headers: { 'content-type': 'text/html' },
    body: bytes('<!doctype html><title>Log in</title>'),
  }),
  'another type': (sent, random) => ({
    ...sent,
    headers: {
      ...sent.headers,
      'content-type': random.pick(['', 'text/plain', 'image/gif', 'x', 'video/mp4; a="']),
    },
  }),
  'no headers': (sent) => ({ ...sent, headers: {} }),
  'odd headers': (sent, random) => ({
    ...sent,
    headers: {
      ...sent.headers,
      ...Object.fromEntries(
        ['x-image-width', 'x-image-height', 'x-matte-confidence', 'x-processing-time-ms', 'retry-after'].map(
          (name) => [
            name,
            random.pick([
              '1e999',
              '-1',
              'NaN',
              '0x10',
              '',
              '1e300',
              '99999999999',
              'Fri, 31 Dec 9999 23:59:59 GMT',
              '1',
            ]),
          ],
        ),
      ),
    },
  }),
  'another status': (sent, random) => ({
    ...sent,
    status: random.next() < 0.5 ? random.pick(statuses) : random.pick([500, 501, 502, 503, 504, 507, 599]),
    headers: { ...sent.headers, 'retry-after': random.pick(['0', '3', '7000', '9999999999', 'soon']) },
  }),
  'an odd error': (sent, random) => ({
    status: random.pick([...statuses.slice(8), 500, 502, 503]),
    headers: sent.headers,
    body: bytes(
      `{"code":${random.pick(['"upstream_error"', '"moon_phase"', ...oddValues])},"message":${random.pick(oddValues)},` +
        `"details":${random.pick(random.next() < 0.7 ? oddDetails : oddValues)},` +
        `"request_id":${random.pick(oddValues)},"doc_url":${random.pick(oddValues)}}`,
    ),
  }),
  'a redirect': (sent, random) => ({
    ...sent,
    status: random.pick([301, 302, 303, 307, 308]),
    headers: { location: random.pick(['/v1/me', '/nowhere', 'https://[bad', 'data:text/html,x', '']) },
  }),
  'deep nesting': (sent, random) => ({
    ...sent,
    body: bytes(
      random.pick(['['.repeat(200_000), `${'['.repeat(90_000)}${']'.repeat(90_000)}`, deepDetails]),
    ),
  }),
  'no text': (sent, random) => ({
    ...sent,
    body: Uint8Array.from({ length: 5000 }, () => random.next() * 256),
  }),
  'packed badly': (sent) => ({ ...sent, headers: { ...sent.headers, 'content-encoding': 'gzip' } }),
  'a packed bomb': (sent) => ({
    ...sent,
    headers: { ...sent.headers, 'content-encoding': 'gzip' },
    body: bomb,
  }),
  endless: (sent) => ({ ...sent, end: 'endless' }),
  'an endless error': (sent, random) => ({ ...sent, status: random.pick([400, 500, 404]), end: 'endless' }),
  'a trickle': (sent) => ({ ...sent, end: 'drip' }),
  silence: (sent) => ({ ...sent, end: 'hang' }),
  dropped: (sent) => ({ ...sent, body: sent.body.subarray(0, 10), end: 'drop' }),
}

const deepDetails = `{"details":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`

/** 8 MB in 8 kB: more than any limit of these tests. */
const bomb = gzipSync(new Uint8Array(8_000_000))
