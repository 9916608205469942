import { expect, test } from 'vitest'
import { createOutputNames } from '#library/batch/claim-names.ts'
import { openFolderTarget } from '#library/batch/folder-target.ts'
import { createMemoryDisk } from '#support/memory-folders.ts'

const { signal } = new AbortController()
const keepAll = async () => false

const noSource = { isSource: () => false, isInSource: () => false, isListed: () => false, begun: 0 }

test('a name that a folder refuses becomes one that is free', async () => {
  const disk = createMemoryDisk()
  disk.put('picture-.png', 'of somebody else')
  const target = openFolderTarget(disk.handle(''), (work) => work())
  const names = createOutputNames({ ...target, ...noSource })
  const owner = { path: 'a', recipe: 'b', own: [], isOwn: keepAll }
  for (const [name, path] of [
    ['a.png', 'a'],
    ['ä?.png', 'b'],
    ['ö?.png', 'c'],
  ] as const) {
    const claim = await names.claim(name, { ...owner, path }, 'number')
    await target.write(claim?.name ?? '', new Blob([name]), keepAll, signal)
  }
  expect(Object.fromEntries(disk.files(''))).toEqual({
    'picture-.png': 'of somebody else',
    'a.png': 'a.png',
    'picture- (2).png': 'ä?.png',
    'picture- (3).png': 'ö?.png',
  })
})

test('two tabs that write the same name write one file each', async () => {
  const disk = createMemoryDisk()
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine
    return mine
  }
  const isWritten = await Promise.all(
    ['one', 'two'].map((text) =>
      openFolderTarget(disk.handle(''), inTurn).write('a.png', new Blob([text]), keepAll, signal),
    ),
  )
  expect(isWritten.toSorted()).toEqual([false, true])
  expect([...disk.files('').keys()]).toEqual(['a.png'])
})

test('a write that ends early leaves nothing, and no file of others', async () => {
  const disk = createMemoryDisk()
  const target = openFolderTarget(disk.handle(''), (work) => work())
  for (const fault of ['create', 'open', 'write', 'close']) {
    disk.steps.on = (what) => (what === fault ? { fault: 'QuotaExceededError' } : null)
    await expect(target.write('a.png', new Blob(['a']), keepAll, signal)).rejects.toThrow()
    expect([...disk.files('')]).toEqual([])
  }
  const stop = new AbortController()
  disk.steps.on = (what) => {
    if (what === 'write') stop.abort()
    return null
  }
  await expect(target.write('a.png', new Blob(['a']), keepAll, stop.signal)).rejects.toThrow()
  expect([...disk.files('')]).toEqual([])
})
