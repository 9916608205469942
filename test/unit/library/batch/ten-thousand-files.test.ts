import { expect, test } from 'vitest'
import { madeOf, memoryLedger, openMemoryBatch, pictureOf, planOf } from '#support/memory-batches.ts'
import { createMemoryDisk, type MemoryPage } from '#support/memory-folders.ts'
import { withoutDocument } from '#support/without-document.ts'

withoutDocument()

const count = 10_000

test('ten thousand files are made once, by a page that is killed', async () => {
  const disk = createMemoryDisk()
  const ledger = memoryLedger(disk)
  for (let at = 0; at < count; at++) disk.put(`from/${at}.webp`, pictureOf(`${at}`))
  const plan = planOf('#ffffff')
  const page: MemoryPage = { isGone: false }
  let closed = 0
  disk.steps.on = (what) => (what === 'close' && ++closed === 5000 ? 'killAfter' : null)
  const isGone = new Promise<void>((resolve) => {
    page.onGone = resolve
  })
  await openMemoryBatch({ disk, ledger, plan, page }).batch.resume()
  await isGone
  const { batch, when } = openMemoryBatch({ disk, ledger, plan })
  await batch.resume()
  const { files } = await when(({ phase }) => phase === 'ended')
  expect(new Set(files.map(({ state, outputs }) => `${state} ${outputs.length}`))).toEqual(
    new Set(['done 1', 'skipped 1']),
  )
  const results = disk.files('to')
  expect(results.size).toBe(count)
  for (let at = 0; at < count; at++)
    if (results.get(`${at}.png`) !== madeOf(pictureOf(`${at}`), '#ffffff')) expect.fail(`${at}.png`)
})
