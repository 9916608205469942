import { expect, test } from 'vitest'
import { readBase } from '#service/connection/read-base.ts'

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
    expect(readBase(typed)).toEqual({ base })
  expect(readBase('http://localhost:8787/v1')).toEqual({ base: 'http://localhost:8787/v1' })
})

test('the key travels over https only, and no secret hides in an address', () => {
  const problem = (typed: string) => (readBase(typed) as { problem: string }).problem
  expect(problem('')).toMatch(/Enter the address/)
  expect(problem('http://api.example.com/v1')).toMatch(/https/)
  expect(problem('http://localhost.example.com/v1')).toMatch(/https/)
  expect(problem('ftp://api.example.com')).toMatch(/https/)
  expect(problem('https://me:secret@api.example.com/v1')).toMatch(/name and password/)
  expect(problem('https://')).toMatch(/no web address/)
})
