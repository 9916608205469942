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
  const problem = (typed: string) => {
    const read = parseBaseAddress(typed)
    return 'problem' in read ? read.problem : null
  }
  expect(problem('')).toBe('address_missing')
  expect(problem('http://api.example.com/v1')).toBe('address_not_https')
  expect(problem('http://localhost.example.com/v1')).toBe('address_not_https')
  expect(problem('ftp://api.example.com')).toBe('address_not_https')
  expect(problem('https://me:secret@api.example.com/v1')).toBe('address_with_credentials')
  expect(problem('https://')).toBe('address_malformed')
})

test('white space and quotes around a key are removed (D-55)', () => {
  for (const typed of ['pk_a1', '  pk_a1\n', '"pk_a1"', " 'pk_a1' ", '“pk_a1”', '`pk_a1`\t'])
    expect(parseApiKey(typed)).toEqual({ key: 'pk_a1' })
})

test('a malformed key is refused with a reason (D-55)', () => {
  const problem = (typed: string) => {
    const read = parseApiKey(typed)
    return 'problem' in read ? read.problem.reason : null
  }
  expect(problem('  ')).toBe('api_key_missing')
  expect(problem('sk_live_1')).toBe('api_key_without_prefix')
  expect(problem('PK_live_1')).toBe('api_key_without_prefix')
  expect(problem('pk_live 1')).toBe('api_key_with_foreign_character')
  expect(problem('pk_живи')).toBe('api_key_with_foreign_character')
  expect(problem('pk_a\r\nx-evil: 1')).toBe('api_key_with_foreign_character')
  expect(problem('pk_')).toBe('api_key_cut_short')
})

test('all white space and quotes around a key go, and nothing within', () => {
  for (const around of [' ', '\n\t', '\u00a0', '\ufeff', '"', "'", '` ', '“'])
    expect(parseApiKey(`${around}pk_1"2${around}`)).toEqual({ key: 'pk_1"2' })
})

test('a long run before the last character is passed over once', () => {
  // In quadratic time this would take an hour.
  expect(parseApiKey(`${' '.repeat(2_000_000)}pk_1${' '.repeat(2_000_000)}.`)).toHaveProperty('problem')
  expect(parseBaseAddress(`a.example/v1${'/'.repeat(2_000_000)}a`)).toHaveProperty('base')
})
