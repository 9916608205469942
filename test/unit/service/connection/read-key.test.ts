import { expect, test } from 'vitest'
import { readKey } from '#service/connection/read-key.ts'

test('white space and quotes around a key go (D-55)', () => {
  for (const typed of ['pk_a1', '  pk_a1\n', '"pk_a1"', " 'pk_a1' ", '“pk_a1”', '`pk_a1`\t'])
    expect(readKey(typed)).toEqual({ key: 'pk_a1' })
})

test('what cannot be a key is told in a sentence (D-55)', () => {
  const problem = (typed: string) => (readKey(typed) as { problem: string }).problem
  expect(problem('  ')).toMatch(/Enter the key/)
  expect(problem('sk_live_1')).toMatch(/starts with pk_/)
  expect(problem('PK_live_1')).toMatch(/starts with pk_/)
  expect(problem('pk_live 1')).toMatch(/space or a foreign character/)
  expect(problem('pk_живи')).toMatch(/space or a foreign character/)
  expect(problem('pk_a\r\nx-evil: 1')).toMatch(/space or a foreign character/)
  expect(problem('pk_')).toMatch(/Copy it whole/)
})
