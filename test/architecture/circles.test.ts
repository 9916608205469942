import { expect, test } from 'vitest'
import { importedPath, importsOf, sourceFiles } from './source-files.ts'

const files = new Set(sourceFiles('src', 'workers', 'test'))

/** The files that import each other, directly or by others, for types or values; each circle from its first file on. */
const circlesOf = (importedBy: (file: string) => readonly string[]): readonly string[] => {
  const circles: string[] = []
  const seen = new Set<string>()
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' > '))
    if (seen.has(file)) return
    seen.add(file)
    for (const next of importedBy(file)) visit(next, [...way, file])
  }
  for (const file of files) visit(file, [])
  return circles
}

test('no files import each other in a circle, types included', () => {
  const imported = (file: string) =>
    importsOf(file)
      .map(({ from }) => importedPath(file, from))
      .filter((path) => files.has(path))
  expect([...files].flatMap(imported).length).toBeGreaterThan(3000)
  expect(circlesOf(imported)).toEqual([])
})

test('a circle of types is found', () => {
  const [a = '', b = ''] = files
  const imported: Readonly<Record<string, readonly string[]>> = { [a]: [b], [b]: [a] }
  expect(circlesOf((file) => imported[file] ?? [])).toEqual([`${a} > ${b} > ${a}`])
})
