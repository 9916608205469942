import { expect, test } from 'vitest'
import { parseApiKey, parseBaseAddress } from '#service/connection/parse-credentials.ts'

test('an address is read as people write it', () => {
  const base = 'https://api.example.com/v1'
  for (const typed of [
    base,
    ` ${base}/ `,
    'api.example.com/v1',
    `${base}/remove`,
    `${base}/me/`,
    `${base}?key=pk_1#top`,
  ])
    expect(parseBaseAddress(typed)).toEqual({ base })
  expect(parseBaseAddress('http://localhost:8787/v1')).toEqual({ base: 'http://localhost:8787/v1' })
})

test('the address must be https and hold no credentials', () => {
  const problem = (typed: string) => (parseBaseAddress(typed) as { problem: string }).problem
  expect(problem('')).toMatch(/Enter the address/)
  expect(problem('http://api.example.com/v1')).toMatch(/https/)
  expect(problem('http://localhost.example.com/v1')).toMatch(/https/)
  expect(problem('ftp://api.example.com')).toMatch(/https/)
  expect(problem('https://me:secret@api.example.com/v1')).toMatch(/name and password/)
  expect(problem('https://')).toMatch(/no web address/)
})

test('white space and quotes around a key go (D-55)', () => {
  for (const typed of ['pk_a1', '  pk_a1\n', '"pk_a1"', " 'pk_a1' ", '“pk_a1”', '`pk_a1`\t'])
    expect(parseApiKey(typed)).toEqual({ key: 'pk_a1' })
})

test('what cannot be a key is told in a sentence (D-55)', () => {
  const problem = (typed: string) => (parseApiKey(typed) as { problem: string }).problem
  expect(problem('  ')).toMatch(/Enter the key/)
  expect(problem('sk_live_1')).toMatch(/starts with pk_/)
  expect(problem('PK_live_1')).toMatch(/starts with pk_/)
  expect(problem('pk_live 1')).toMatch(/space or a foreign character/)
  expect(problem('pk_живи')).toMatch(/space or a foreign character/)
  expect(problem('pk_a\r\nx-evil: 1')).toMatch(/space or a foreign character/)
  expect(problem('pk_')).toMatch(/Copy it whole/)
})
