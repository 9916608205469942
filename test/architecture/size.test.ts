import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sizeOfTree, type TreeSize } from './size-of-tree.ts'

const limits: TreeSize = JSON.parse(readFileSync('test/architecture/size.json', 'utf8'))
const size = sizeOfTree()

test.each(Object.entries(size.rooms))(
  '%s is not larger than size.json says',
  (room, { lines, files, arrows }) => {
    // `npm run measure` lowers a limit, and raises one for a reason.
    const limit = limits.rooms[room] ?? { lines: 0, files: 0, arrows: 0 }
    const most = {
      lines: Math.max(lines, limit.lines),
      files: Math.max(files, limit.files),
      arrows: Math.max(arrows, limit.arrows),
    }
    expect(most).toEqual(limit)
  },
)

test('the documents are not larger than size.json says', () => {
  expect(size.documents).toBeLessThanOrEqual(limits.documents)
})

test('size.json has no limit for a room that is gone', () => {
  expect(Object.keys(limits.rooms)).toEqual(Object.keys(size.rooms))
})
