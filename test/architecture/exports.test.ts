import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exportsOf, importedNames, importedPath, sourceFiles } from './source-files.ts'

/** Why these exports need no import. */
const named: Readonly<Record<string, string>> = {
  'src/kernels/kernels.ts run': 'src/matting/kernel-runtime.ts calls what it is compiled into',
  'src/kernels/kernels.ts allowSleep': 'src/matting/kernel-runtime.ts calls what it is compiled into',
  'src/kernels/kernels.ts countHelpers': 'src/matting/kernel-runtime.ts calls what it is compiled into',
  'src/kernels/kernels.ts breakOff': 'src/matting/kernel-thread.ts calls what it is compiled into',
  'src/kernels/kernels.ts help': 'src/matting/kernel-thread.ts calls what it is compiled into',
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

const isComment = (line = '') => /\*\/$|^\s*\/\//.test(line)

/** The exports of a file that no comment explains: neither their own, nor that of the type that they make or have. */
const unexplained = (code: string): readonly string[] => {
  const lines = code.split('\n')
  const explained = new Set(
    lines.flatMap((line, at) =>
      isComment(lines[at - 1]) ? (/^(?:export )?(?:type|interface|class) (\w+)/.exec(line)?.[1] ?? []) : [],
    ),
  )
  return lines.flatMap((line, at) => {
    const name = /^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/.exec(line)?.[1]
    if (!name || isComment(lines[at - 1])) return []
    const head = lines.slice(at, at + 14).join('\n')
    const made = /^export const \w+: (\w+)|\): (?:Promise<)?(\w+)[<>\w, ]*>? (?:=>|\{)/.exec(head)
    return explained.has(made?.[1] ?? made?.[2] ?? '') ? [] : [name]
  })
}

test('what a layer exports has a comment', () => {
  const bare = sourceFiles('src', 'workers').flatMap((file) =>
    unexplained(readFileSync(file, 'utf8')).map((name) => `${file} ${name}`),
  )
  expect(bare).toEqual([])
})

test('an export without a comment is found', () => {
  expect(unexplained('/** A. */\nexport type A = 1\n\nexport type B = 2')).toEqual(['B'])
  expect(unexplained('/** A. */\ntype A = 1\n\nexport const a = (): A => 1')).toEqual([])
})
