import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { importRules, ruleOf } from './import-rules.ts'
import { importsOf, sourceFiles } from './source-files.ts'

/** Biome refuses imports by the rules of .biome.json; these tests check what Biome cannot. */
const files = sourceFiles('src', 'workers')
const imports = files.flatMap((file) => importsOf(file).map((line) => ({ file, ...line })))

type Reference = { readonly path: string }
const referencesOf = (tsconfig: string): readonly string[] => {
  const { references }: { readonly references: readonly Reference[] } = JSON.parse(
    readFileSync(tsconfig, 'utf8'),
  )
  return references.map(({ path }) => layerOf(join(dirname(tsconfig), path))).sort()
}
const layerOf = (folder: string): string => relative('src', folder).replace('../', '')

test('every source file has an import rule', () => {
  expect(files.length).toBeGreaterThan(100)
  // The build runs in Node and may use any package; its layers are its references.
  const free = files.filter((file) => !file.startsWith('src/build/') && !ruleOf(file))
  expect(free).toEqual([])
})

test('every import rule is for files that exist', () => {
  const unused = importRules.filter((rule) => !files.some((file) => ruleOf(file) === rule))
  expect(unused.map(({ prefixes }) => prefixes)).toEqual([])
})

test.each(importRules.filter(({ tsconfig }) => tsconfig !== null))(
  'the references of $tsconfig are the layers of its import rule',
  ({ tsconfig, ownLayer, layers }) => {
    expect(referencesOf(tsconfig ?? '')).toEqual(layers.filter((layer) => layer !== ownLayer).sort())
  },
)

test('the build refers to the layers that it imports', () => {
  const imported = imports
    .filter(({ file }) => file.startsWith('src/build/'))
    .flatMap(({ from }) => /^#([a-z]+)\//.exec(from)?.[1] ?? [])
    .filter((layer) => layer !== 'build')
  const references = referencesOf('src/build/tsconfig.json')
  expect([...new Set(imported)].filter((layer) => !references.includes(layer))).toEqual([])
})

test('every alias of package.json is a layer with a tsconfig', () => {
  const { imports: aliases } = JSON.parse(readFileSync('package.json', 'utf8'))
  const projects = referencesOf('tsconfig.json')
  for (const [alias, path] of Object.entries<string>(aliases)) {
    if (alias === '#support/*') continue
    expect(path.replace(/^\.\/(src\/)?|\/\*$/g, '')).toBe(alias.slice(1, -2))
    expect(projects).toContain(alias.slice(1, -2))
  }
})

test('the table of docs/architecture.md names the layers of each import rule', () => {
  const architecture = readFileSync('docs/architecture.md', 'utf8')
  const names = importRules.flatMap(({ ownLayer }) => ownLayer ?? [])
  const rows = [...architecture.matchAll(/^\| `(src\/[\w.]+|workers\/[\w.*-]+)`[^|]*\|[^|]*\|([^|]*)\|/gm)]
  const checked = rows.flatMap(([, path = '', cell = '']) => {
    const rule = ruleOf(path.replace('*', 'any')) ?? ruleOf(`${path}/any.ts`)
    if (!rule) return []
    const told = names.filter((name) => new RegExp(`\\b${name}\\b`).test(cell))
    return [{ path, told: told.sort() }].map((row) => ({
      ...row,
      allowed: rule.layers.filter((layer) => layer !== rule.ownLayer && layer !== 'base').sort(),
    }))
  })
  expect(checked.length).toBe(importRules.length)
  for (const { path, told, allowed } of checked) expect({ path, told }).toEqual({ path, told: allowed })
})

test('a file is imported through an alias or from its own folder', () => {
  expect(imports.filter(({ from }) => from.startsWith('..'))).toEqual([])
})

test('a service imports of a worker only types', () => {
  const wrong = imports.filter(({ from, isType }) => from.startsWith('#workers/') && !isType)
  expect(wrong).toEqual([])
})

test('features of the studio never import each other', () => {
  const featureOf = (path: string) => /studio\/features\/([^/]+)/.exec(path)?.[1]
  const wrong = imports.filter(({ file, from }) => {
    const mine = featureOf(file)
    const theirs = featureOf(from)
    return mine && theirs && mine !== theirs
  })
  expect(wrong).toEqual([])
})

test('list and page import no kind of media', () => {
  const general = /^src\/studio\/(?!features\/|tsconfig)/
  const wrong = imports.filter(
    ({ file, from }) => general.test(file) && /^#studio\/features\/(image|video)\//.test(from),
  )
  expect(wrong).toEqual([])
})
