import { expect, test } from 'vitest'
import { importedPath, importsOf, sourceFiles } from './source-files.ts'

const files = new Set(sourceFiles('src', 'workers', 'test'))

/** The files that import each other, directly or by others, for types or values; each circle from its first file on. */
const circlesOf = (
  importedBy: (file: string) => readonly string[],
  all: Iterable<string> = files,
): readonly string[] => {
  const circles: string[] = []
  const seen = new Set<string>()
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' > '))
    if (seen.has(file)) return
    seen.add(file)
    for (const next of importedBy(file)) visit(next, [...way, file])
  }
  for (const file of all) visit(file, [])
  return circles
}

const imported = (file: string) =>
  importsOf(file)
    .map(({ from }) => importedPath(file, from))
    .filter((path) => files.has(path))

test('no files import each other in a circle, types included', () => {
  expect([...files].flatMap(imported).length).toBeGreaterThan(3000)
  expect(circlesOf(imported)).toEqual([])
})

test('no folders of the studio import each other in a circle', () => {
  const folderOf = (path: string) => /^src\/studio\/(\w+)\//.exec(path)?.[1]
  const folders = new Set([...files].flatMap((file) => folderOf(file) ?? []))
  const importedBy = (folder: string) =>
    [...files]
      .filter((file) => folderOf(file) === folder)
      .flatMap((file) => imported(file).map(folderOf))
      .filter((other) => other !== undefined && other !== folder)
      .map(String)
  expect(folders.size).toBeGreaterThan(10)
  expect(circlesOf(importedBy, folders)).toEqual([])
})

test('a circle of types is found', () => {
  const [a = '', b = ''] = files
  const both: Readonly<Record<string, readonly string[]>> = { [a]: [b], [b]: [a] }
  expect(circlesOf((file) => both[file] ?? [])).toEqual([`${a} > ${b} > ${a}`])
})
