import { expect, test } from 'vitest'
import { databaseName, scopedName } from '#base/scoped-name.ts'

test('a studio at the root of its origin has plain names', () => {
  expect(scopedName('clearcut-jobs', '/')).toBe('clearcut-jobs')
  // Without a path, as here in Node and in tests.
  expect(scopedName('clearcut-jobs')).toBe('clearcut-jobs')
})

test('names of a studio below a path hold the path', () => {
  expect(scopedName('clearcut-jobs', '/studio/')).toBe('clearcut-jobs:%2Fstudio%2F')
})

test('no two paths share a name, nor with the root', () => {
  const paths = ['/', '/a/', '/b/', '/a/b/', '/a%2Fb/', '/a:b/', '/A/']
  const names = paths.flatMap((path) =>
    ['clearcut-jobs', 'clearcut-edits'].map((name) => scopedName(name, path)),
  )
  expect(new Set(names).size).toBe(names.length)
  // OPFS takes no slash in a name.
  expect(names.filter((name) => name.includes('/'))).toEqual([])
})

test('the name of a database holds the number of its shape', () => {
  expect(databaseName('clearcut-jobs', '/studio/')).toMatch(/^clearcut-jobs-\d+:%2Fstudio%2F$/)
})
