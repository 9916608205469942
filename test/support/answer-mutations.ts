import { gzipSync } from 'node:zlib'
import { seededRandom } from './mutate-bytes.ts'

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

/** What a server sends. `end`: how it goes on after the body; it ends well where absent. */
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

/** A field of a JSON object is something else. */
const withOddField = (sent: HttpAnswer, dice: RandomChoice): HttpAnswer => {
  if (!isJson(sent))
    return { ...sent, body: sent.body.map((byte) => (dice.next() < 0.01 ? 255 - byte : byte)) }
  const fields = Object.entries(JSON.parse(new TextDecoder().decode(sent.body)) as object)
  const odd = dice.pick(fields)[0]
  const text = fields.map(([name, value]) =>
    name === odd
      ? `${JSON.stringify(name)}:${dice.pick(oddValues)}`
      : `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  )
  return { ...sent, body: bytes(`{${text.join()}}`) }
}

/** They break what makes a text of them. */
const oddDetails = [
  '{"crop":[{"toString":1}]}',
  '{"a":[[[1]]],"b":{"toString":{}}}',
  `{"a":${'['.repeat(9999)}${']'.repeat(9999)}}`,
]

const statuses = [
  201, 202, 204, 206, 226, 299, 302, 304, 308, 400, 401, 402, 403, 404, 405, 408, 410, 413, 418, 429,
]

/** Ways to answer nonsense, each from an answer that makes sense. */
export const answerMutations: Readonly<Record<string, (sent: HttpAnswer, dice: RandomChoice) => HttpAnswer>> =
  {
    'an odd field': withOddField,
    'two odd fields': (sent, dice) => withOddField(withOddField(sent, dice), dice),
    'a missing field': (sent, dice) => {
      if (!isJson(sent)) return sent
      const fields = Object.entries(JSON.parse(new TextDecoder().decode(sent.body)) as object)
      const left = fields.filter(() => dice.next() > 0.3)
      return { ...sent, body: bytes(JSON.stringify(Object.fromEntries(left))) }
    },
    'cut short': (sent, dice) => ({ ...sent, body: sent.body.subarray(0, dice.next() * sent.body.length) }),
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
    'another type': (sent, dice) => ({
      ...sent,
      headers: {
        ...sent.headers,
        'content-type': dice.pick(['', 'text/plain', 'image/gif', 'x', 'video/mp4; a="']),
      },
    }),
    'no headers': (sent) => ({ ...sent, headers: {} }),
    'odd headers': (sent, dice) => ({
      ...sent,
      headers: {
        ...sent.headers,
        ...Object.fromEntries(
          [
            'x-image-width',
            'x-image-height',
            'x-matte-confidence',
            'x-processing-time-ms',
            'retry-after',
          ].map((name) => [
            name,
            dice.pick([
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
          ]),
        ),
      },
    }),
    'another status': (sent, dice) => ({
      ...sent,
      status: dice.next() < 0.5 ? dice.pick(statuses) : dice.pick([500, 501, 502, 503, 504, 507, 599]),
      headers: { ...sent.headers, 'retry-after': dice.pick(['0', '3', '7000', '9999999999', 'soon']) },
    }),
    'an odd error': (sent, dice) => ({
      status: dice.pick([...statuses.slice(8), 500, 502, 503]),
      headers: sent.headers,
      body: bytes(
        `{"code":${dice.pick(['"upstream_error"', '"moon_phase"', ...oddValues])},"message":${dice.pick(oddValues)},` +
          `"details":${dice.pick(dice.next() < 0.7 ? oddDetails : oddValues)},` +
          `"request_id":${dice.pick(oddValues)},"doc_url":${dice.pick(oddValues)}}`,
      ),
    }),
    'a redirect': (sent, dice) => ({
      ...sent,
      status: dice.pick([301, 302, 303, 307, 308]),
      headers: { location: dice.pick(['/v1/me', '/nowhere', 'https://[bad', 'data:text/html,x', '']) },
    }),
    'deep nesting': (sent, dice) => ({
      ...sent,
      body: bytes(
        dice.pick(['['.repeat(200_000), `${'['.repeat(90_000)}${']'.repeat(90_000)}`, deepDetails]),
      ),
    }),
    'no text': (sent, dice) => ({
      ...sent,
      body: Uint8Array.from({ length: 5000 }, () => dice.next() * 256),
    }),
    'packed badly': (sent) => ({ ...sent, headers: { ...sent.headers, 'content-encoding': 'gzip' } }),
    'a packed bomb': (sent) => ({
      ...sent,
      headers: { ...sent.headers, 'content-encoding': 'gzip' },
      body: bomb,
    }),
    endless: (sent) => ({ ...sent, end: 'endless' }),
    'an endless error': (sent, dice) => ({ ...sent, status: dice.pick([400, 500, 404]), end: 'endless' }),
    'a trickle': (sent) => ({ ...sent, end: 'drip' }),
    silence: (sent) => ({ ...sent, end: 'hang' }),
    dropped: (sent) => ({ ...sent, body: sent.body.subarray(0, 10), end: 'drop' }),
  }

const deepDetails = `{"details":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`

/** 64 MB in 64 kB. */
const bomb = gzipSync(new Uint8Array(64_000_000))
