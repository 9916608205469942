import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { importedPath, importsOf, sourceFiles } from './source-files.ts'

/** The size of a room: a folder of `src`, `workers` or `test`. */
export type RoomSize = {
  readonly lines: number
  readonly files: number
  /** Pairs of folders, of which one lies in the room and has a file that imports one of the other. */
  readonly arrows: number
}

export type TreeSize = {
  readonly rooms: Readonly<Record<string, RoomSize>>
  /** Of the README and `docs/`, in units of 1,000 bytes, rounded up. */
  readonly documents: number
}

const linesOf = (file: string): number => readFileSync(file, 'utf8').trimEnd().split('\n').length

function sizeOfRoom(files: readonly string[]): RoomSize {
  const arrows = files.flatMap((file) =>
    importsOf(file)
      .filter(({ from }) => /^[.#]/.test(from))
      .map(({ from }) => [dirname(file), dirname(importedPath(file, from))] as const)
      .filter(([folder, other]) => folder !== other)
      .map((pair) => pair.join(' > ')),
  )
  const lines = files.reduce((sum, file) => sum + linesOf(file), 0)
  return { lines, files: files.length, arrows: new Set(arrows).size }
}

/** What the code and the documents of this checkout measure. */
export function sizeOfTree(): TreeSize {
  const rooms = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const folders = [...rooms.map(({ name }) => `src/${name}`), 'workers', 'test'].toSorted()
  const documents = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
  const bytes = documents.reduce((sum, path) => sum + statSync(path).size, 0)
  return {
    rooms: Object.fromEntries(folders.map((folder) => [folder, sizeOfRoom(sourceFiles(folder))])),
    documents: Math.ceil(bytes / 1000),
  }
}
