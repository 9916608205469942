import { readFileSync, writeFileSync } from 'node:fs'
import { sizeOfTree, type TreeSize } from './size-of-tree.ts'

/**
 * `npm run measure`: prints the size of the tree beside that of `size.json`, and lowers there what fell. A figure that
 * has to rise is raised by `npm run measure -- "the reason"`, which is written down with it.
 */
type Limits = TreeSize & { readonly raised: readonly string[] }
const path = new URL('size.json', import.meta.url)
const before: Limits = JSON.parse(readFileSync(path, 'utf8'))
const now = sizeOfTree()
const reason = process.argv[2]
const raised: string[] = []

const limitOf = (name: string, size: number, limit: number): number => {
  const rises = size > limit
  if (rises || size < limit) console.log(`${name}: ${limit} -> ${size}${rises ? ' (more)' : ''}`)
  if (rises) raised.push(`${name} ${limit} to ${size}`)
  return rises && !reason ? limit : size
}

const rooms = Object.entries(now.rooms).map(([room, size]) => {
  const old = before.rooms[room] ?? { lines: 0, files: 0, arrows: 0 }
  const limits = {
    lines: limitOf(`${room} lines`, size.lines, old.lines),
    files: limitOf(`${room} files`, size.files, old.files),
    arrows: limitOf(`${room} arrows`, size.arrows, old.arrows),
  }
  return [room, limits] as const
})
const documents = limitOf('documents kB', now.documents, before.documents)
const reasons = reason && raised.length > 0 ? [`${raised.join(', ')}: ${reason}`] : []
const after: Limits = { rooms: Object.fromEntries(rooms), documents, raised: [...before.raised, ...reasons] }
writeFileSync(path, `${JSON.stringify(after, null, 2)}\n`)

const { test, ...code } = now.rooms
const sum = (part: 'lines' | 'files') => Object.values(code).reduce((total, room) => total + room[part], 0)
console.log(`src and workers: ${sum('lines')} lines in ${sum('files')} files`)
console.log(`tests: ${test?.lines} lines in ${test?.files} files; documents: ${now.documents} kB`)
if (raised.length > 0 && !reason) console.log('More than size.json allows. Give the reason to raise it.')
