import { readdirSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'

/** The TypeScript files below `folders`, as paths from the root of the project. */
export const sourceFiles = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  )

const folders: Readonly<Record<string, string>> = { workers: 'workers', support: 'test/support' }

/** The path of the file that an import means; for a package, its own name. */
export const importedPath = (file: string, from: string): string =>
  from.startsWith('.')
    ? posix.join(dirname(file), from)
    : from.replace(/^#(\w+)\//, (_, layer: string) => `${folders[layer] ?? `src/${layer}`}/`)

/** What a file exports under a name, as far as it is declared there. */
export const exportsOf = (file: string): readonly string[] => {
  const declared = /^export (?:async )?(?:const|let|function\*?|class|type|interface)\s+(\w+)/gm
  return [...readFileSync(file, 'utf8').matchAll(declared)].map(([, name = '']) => name)
}

export type ImportedName = { readonly from: string; readonly name: string }

/** Each name that a file imports; `*` where it imports all that a file exports. */
export const importedNames = (file: string): readonly ImportedName[] => {
  const code = readFileSync(file, 'utf8')
  const lists = code.matchAll(/^import\s+(?:type\s+)?(?:\w+,\s*)?\{([^}]*)\}\s*from\s*'([^']+)'/gm)
  const wholes = code.matchAll(/\b(?:import\s+(?:type\s+)?\*\s+as\s+\w+\s+from\s*|import\(\s*)'([^']+)'/g)
  return [
    ...[...lists].flatMap(([, list = '', from = '']) =>
      list.split(',').map((name) => ({
        from,
        name:
          name
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0] ?? '',
      })),
    ),
    ...[...wholes].map(([, from = '']) => ({ from, name: '*' })),
  ]
}

export type ImportLine = { readonly from: string; readonly isType: boolean }

/** What a file imports, statically or not, or exports from elsewhere. Comments do not count. */
export const importsOf = (file: string): readonly ImportLine[] => {
  const code = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const lines = code.matchAll(/^(?:import|export)\b(\s+type\b)?(?:[^;'"]*?\bfrom\s*)?\s*['"]([^'"]+)['"]/gm)
  const calls = code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)
  return [
    ...[...lines].map(([, type, from = '']) => ({ from, isType: type !== undefined })),
    ...[...calls].map(([, from = '']) => ({ from, isType: false })),
  ]
}
