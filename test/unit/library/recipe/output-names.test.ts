import { expect, test } from 'vitest'
import { checkNamePattern, outputPath } from '#library/recipe/output-names.ts'

const output = {
  path: 'shoes/red/IMG 1.JPG',
  root: 'spring',
  recipe: 'Web: white',
  number: 7,
  date: new Date(2026, 10, 3),
  size: { width: 800, height: 600 },
  extension: 'png',
}

test('a pattern names results and keeps the folders of the source', () => {
  const names = (pattern: string, path = output.path) => outputPath(pattern, { ...output, path })
  expect(names('{name}')).toBe('shoes/red/IMG 1.png')
  expect(names('{n:3}-{name}-{width}x{height}')).toBe('shoes/red/007-IMG 1-800x600.png')
  expect(names('{recipe}/{folder}/{name}')).toBe('Web- white/shoes/red/IMG 1.png')
  expect(names('{folder}-{name}')).toBe('shoes-red-IMG 1.png')
  expect(names('{folder}-{date}', 'IMG.jpg')).toBe('spring-2026-11-03.png')
})

test('names are safe on every file system', () => {
  const named = (pattern: string, path = 'a.jpg') => outputPath(pattern, { ...output, path })
  expect(named('../{name}/..')).toBe('a/picture.png')
  expect(named('con')).toBe('_con.png')
  expect(named('{name}. ')).toBe('a.png')
  expect(named('{name}', 'nul/x?.jpg')).toBe('_nul/x-.png')
  expect(named('{name}', `${'é'.repeat(300)}.jpg`).length).toBeLessThan(130)
})

test('an empty pattern is refused with its field', () => {
  for (const pattern of [' ', '{nam}', '{name', '{name:3}'])
    expect(() => checkNamePattern(pattern)).toThrow(
      expect.objectContaining({ code: 'validation_error', fieldReasons: { names: [expect.anything()] } }),
    )
  checkNamePattern('{folder}/{recipe}/{n:4} {name} {date} {width}')
})
