import { expect, test } from 'vitest'
import type { FileRecord } from '#library/batch/batch-ledger.ts'
import { createOutputNames } from '#library/batch/claim-names.ts'
import { openFolderTarget } from '#library/batch/folder-target.ts'
import { listBatch } from '#library/batch/list-batch.ts'
import { hashFile } from '#library/store/file-hashes.ts'
import { createMemoryDisk } from '#support/memory-folders.ts'

const noSource = { isSource: () => false, isInSource: () => false, isListed: () => false, begun: 0 }

test('a copy of an unreadable file replaces no file', async () => {
  const disk = createMemoryDisk()
  disk.put('unprocessed/notes.txt', 'of somebody else')
  const target = openFolderTarget(disk.handle(''), (work) => work())
  const records = new Map<string, FileRecord>()
  const list = (text: string) =>
    listBatch(
      {
        id: 'one',
        run: 'first',
        sourceRoot: null,
        targetRoot: disk.handle(''),
        source: { kind: 'files', name: 'photos', files: [new File([text], 'notes.txt')] },
        plan: {
          recipes: [],
          names: '',
          existing: 'replace',
          copiesUnprocessed: true,
          watches: false,
          runLocation: 'device',
          creditLimit: null,
        },
        target,
        isOutput: () => false,
        hashOf: (_, file) => hashFile(file),
        names: createOutputNames({ ...target, ...noSource }),
        recordOf: (path) => records.get(path),
        keep: async (...kept) => {
          for (const record of kept) records.set(record.path, record)
        },
      },
      {
        fingerprintOf: async () => ({
          fingerprint: '',
          asks: new Map(),
          edited: { kind: 'picture', edits: null },
        }),
        isWhole: () => true,
        isOver: () => false,
        onFiles: () => {},
      },
    )
  await list('no picture')
  await list('no picture')
  expect(records.get('notes.txt')?.copy).toBe('unprocessed/notes (2).txt')
  await list('of one size')
  await list('of 11 bytes')
  expect(Object.fromEntries(disk.files('unprocessed'))).toEqual({
    'notes.txt': 'of somebody else',
    'notes (2).txt': 'no picture',
    'notes (3).txt': 'of one size',
    'notes (4).txt': 'of 11 bytes',
  })
})
