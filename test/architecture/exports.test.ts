import { expect, test } from 'vitest'
import { exportsOf, importedNames, importedPath, sourceFiles } from './source-files.ts'

/** Why these exports need no import. */
const named: Readonly<Record<string, string>> = {
  'src/base/promises.ts MemoizedPromise': 'the compiler names it in what other layers export',
}

test('what a file exports is imported somewhere', () => {
  const users = [...sourceFiles('src', 'workers', 'test'), 'vite.config.ts']
  const used = new Set(
    users.flatMap((file) =>
      importedNames(file).map(({ from, name }) => `${importedPath(file, from)} ${name}`),
    ),
  )
  const unused = sourceFiles('src', 'workers')
    // Languages are found by their folder.
    .filter((file) => !file.startsWith('src/studio/messages/languages/') && !used.has(`${file} *`))
    .flatMap((file) => exportsOf(file).map((name) => `${file} ${name}`))
    .filter((each) => !used.has(each) && !Object.hasOwn(named, each))
  expect(used.size).toBeGreaterThan(2000)
  expect(unused).toEqual([])
})
