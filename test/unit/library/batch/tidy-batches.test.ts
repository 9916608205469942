import { expect, test } from 'vitest'
import type { BatchRecord } from '#library/batch/batch-ledger.ts'
import { tidyBatches } from '#library/batch/tidy-batches.ts'

const zip = (id: string, at: number, isOpen: boolean): BatchRecord => ({
  id,
  at,
  isOpen,
  run: 'first',
  total: 1,
  creditsSpent: 0,
  source: { kind: 'files', name: 'photos' },
  target: { kind: 'zip' },
  plan: {
    recipes: [],
    names: '',
    existing: 'number',
    copiesUnprocessed: false,
    watches: false,
    runLocation: 'device',
    creditLimit: null,
  },
})

test('the files of a ZIP go when its page is gone', async () => {
  const deleted: string[] = []
  const removed: string[] = []
  const folder = (names: readonly string[]): object => ({
    async *keys() {
      yield* names
    },
    getDirectoryHandle: async (name: string) => folder(name === 'batches' ? ['gone', 'held', 'new'] : []),
    removeEntry: async (name: string) => void removed.push(name),
  })
  await tidyBatches(
    { delete: async (ids) => void deleted.push(...ids) },
    [zip('gone', 0, true), zip('held', 0, false), zip('new', Date.now(), true)],
    async (id) => (id === 'held' ? null : () => {}),
    async () => folder([]) as FileSystemDirectoryHandle,
  )
  expect([deleted, removed]).toEqual([['gone'], ['gone']])
})
