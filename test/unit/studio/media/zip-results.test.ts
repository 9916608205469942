import { expect, test } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import { zipResults } from '#studio/media/zip-results.ts'

const entry = (name: string, text: string) => ({ name, bytes: 0, make: async () => new Blob([text]) })
const never = new AbortController().signal
const textOf = async (zip: Blob) => new TextDecoder('latin1').decode(await zip.arrayBuffer())

test('all results are in the ZIP under their own names', async () => {
  const { zip, failed } = await zipResults([entry('a.png', 'first'), entry('a.png', 'second')], {
    signal: never,
    onReport: () => {},
  })
  const text = await textOf(zip)
  expect(text.startsWith('PK')).toBe(true)
  for (const part of ['a.png', 'a (2).png', 'first', 'second']) expect(text).toContain(part)
  expect(failed).toEqual([])
})

test('a result that cannot be made is left out and listed', async () => {
  const broken = {
    name: 'b.png',
    bytes: 0,
    make: () => Promise.reject(new ServiceError('internal_server_error')),
  }
  const { zip, failed } = await zipResults([entry('a.png', 'first'), broken, entry('c.png', 'third')], {
    signal: never,
    onReport: () => {},
  })
  const text = await textOf(zip)
  expect(failed).toEqual(['b.png'])
  expect(text).toContain('third')
  expect(text).not.toContain('b.png')
})

test('each result is reported, and then made when its turn comes', async () => {
  const log: string[] = []
  const logged = (name: string) => ({
    name,
    bytes: 0,
    make: async () => {
      log.push(`make ${name}`)
      return new Blob([name])
    },
  })
  await zipResults([logged('a.png'), logged('b.png')], {
    signal: never,
    onReport: ({ done, total }) => log.push(`${done} of ${total}`),
  })
  expect(log).toEqual(['0 of 2', 'make a.png', '1 of 2', 'make b.png'])
})

test('a cancelled ZIP rejects with an abort and makes no further result', async () => {
  const abort = new AbortController()
  let made = 0
  const counted = (name: string) => ({
    name,
    bytes: 0,
    make: async () => {
      made += 1
      abort.abort()
      return new Blob([name])
    },
  })
  const work = zipResults([counted('a.png'), counted('b.png')], { signal: abort.signal, onReport: () => {} })
  await expect(work).rejects.toMatchObject({ name: 'AbortError' })
  expect(made).toBe(1)
})
