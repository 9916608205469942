import { expect, test } from 'vitest'
import { listBatch } from '#library/batch/list-batch.ts'

test('a copy of what cannot be read replaces no file', async () => {
  const notes = new File(['no picture'], 'notes.txt')
  const files = new Map<string, Blob>([['unprocessed/notes.txt', new Blob(['of somebody else'])]])
  const list = () =>
    listBatch(
      {
        ...{ id: 'one', run: 'first', source: { kind: 'files', name: 'photos', files: [notes] } },
        ...{ sourceRoot: null, targetRoot: {} as FileSystemDirectoryHandle, isOutput: () => false },
        plan: {
          ...{ recipes: [], names: '', existing: 'replace', copiesUnprocessed: true, watches: false },
          ...{ runLocation: 'device', creditLimit: null },
        },
        target: {
          find: async (path) => {
            const found = files.get(path)
            return found ? new File([found], path) : null
          },
          write: async (path, content) => {
            files.set(path, content)
            return path
          },
        },
        ...{ recordOf: () => undefined, keep: async () => {} },
      },
      {
        fingerprintOf: async () => ({ fingerprint: '', edited: { kind: 'picture', edits: null } }),
        ...{ isWhole: () => true, isOver: () => false, onFiles: () => {} },
      },
    )
  await list()
  await list()
  const texts = await Promise.all([...files].map(async ([path, content]) => [path, await content.text()]))
  expect(texts).toEqual([
    ['unprocessed/notes.txt', 'of somebody else'],
    ['unprocessed/notes (2).txt', 'no picture'],
  ])
})
