import { expect, test } from 'vitest'
import type { BatchPlan } from '#library/batch/batch.ts'
import { createPreview } from '#library/batch/preview-batch.ts'
import { memoryLedger, openMemoryBatch, pictureOf, planOf } from '#support/memory-batches.ts'
import { createMemoryDisk } from '#support/memory-folders.ts'
import { withoutDocument } from '#support/without-document.ts'

withoutDocument()

test('Replace counts the foreign files that it replaces', async () => {
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

test('files of the target are not counted and give no example', async () => {
  const disk = createMemoryDisk()
  for (const path of ['from/a.webp', 'from/done/b.webp', 'from/done/c/d.mp4']) disk.put(path, pictureOf(path))
  const folder = (path: string) => ({ kind: 'folder', handle: disk.handle(path) }) as const
  const preview = createPreview(memoryLedger(disk).open({ isGone: false }), () => undefined)
  const { signal } = new AbortController()
  const counted = async (target: ReturnType<typeof folder> | null) => [
    await preview.count(folder('from'), target, signal),
    await preview.exampleNames(folder('from'), target, planOf('#ffffff'), 3),
  ]
  expect(await counted(folder('from/done'))).toEqual([{ pictures: 1, clips: 0 }, ['a.png']])
  expect((await counted(folder('from')))[0]).toEqual({ pictures: 2, clips: 1 })
  expect((await counted(null))[0]).toEqual({ pictures: 2, clips: 1 })
})

test('results beside their sources are not counted again', async () => {
  const disk = createMemoryDisk()
  const ledger = memoryLedger(disk)
  disk.put('from/a.webp', pictureOf('a'))
  const page = { isGone: false }
  const plan = planOf('#ffffff', { names: '{name}-white' })
  const { batch, when } = openMemoryBatch({ disk, ledger, plan, page, to: 'from' })
  await batch.resume()
  await when(({ phase }) => phase === 'ended')
  const folder = { kind: 'folder', handle: disk.handle('from') } as const
  const { count } = createPreview(ledger.open(page), () => undefined)
  expect(await count(folder, folder, new AbortController().signal)).toEqual({ pictures: 1, clips: 0 })
})
