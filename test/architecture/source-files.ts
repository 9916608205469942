import { readdirSync, readFileSync } from 'node:fs'

/** The TypeScript files below `folders`, as paths from the root of the project. */
export const sourceFiles = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  )

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
