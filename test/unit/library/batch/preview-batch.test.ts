import { expect, test } from 'vitest'
import type { BatchPlan } from '#library/batch/batch.ts'
import { createPreview } from '#library/batch/preview-batch.ts'
import { memoryLedger, openMemoryBatch, pictureOf, planOf } from '#support/memory-batches.ts'
import { createMemoryDisk } from '#support/memory-folders.ts'
import { withoutDocument } from '#support/without-document.ts'

withoutDocument()

test('Replace tells how many files of others it takes', async () => {
  const disk = createMemoryDisk()
  const ledger = memoryLedger(disk)
  for (const name of ['a', 'b', 'c']) disk.put(`from/${name}.webp`, pictureOf(name))
  disk.put('to/A.png', 'of another case')
  disk.put('to/b.png', 'of somebody else')
  disk.put('to/other.png', 'of another name')
  const replace = { existing: 'replace' } as const
  const plan = planOf('#ffffff', replace)
  const page = { isGone: false }
  const countOf = (asked: BatchPlan, to = 'to') =>
    createPreview(ledger.open(page), () => undefined).countReplaced(
      { kind: 'folder', handle: disk.handle('from') },
      { kind: 'folder', handle: disk.handle(to) },
      asked,
      new AbortController().signal,
    )
  expect(await countOf(plan)).toBe(1)
  const { batch, when } = openMemoryBatch({ disk, ledger, plan, page })
  await batch.resume()
  await when(({ phase }) => phase === 'ended')
  expect([await countOf(plan), await countOf(planOf('#ff0000', replace))]).toEqual([0, 3])
  disk.put('to/a.png', 'retouched')
  disk.put('from/c.webp', pictureOf('changed'))
  expect(await countOf(plan)).toBe(2)
  // Another file of that name gets a number, and takes the place of none.
  disk.put('from/b.heic', pictureOf('of another kind'))
  disk.put('to/b (2).png', 'of a person')
  expect(await countOf(plan)).toBe(2)
  disk.remove('from/b.heic')
  // What lies in the source is numbered.
  expect(await countOf(planOf('#ffffff', { ...replace, names: 'a' }), 'from')).toBe(0)
  expect(await countOf({ ...plan, names: '{name}-{width}' })).toBeNull()
})
