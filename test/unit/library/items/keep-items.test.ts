import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import type { Item, Phase } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import { keepItems } from '#library/items/keep-items.ts'
import type { ItemToKeep } from '#library/kept-items.ts'
import { mediaKind, plainItem, plainRecipe } from '#support/open-items.ts'

const fileOf = (name: string) => new File([name], name)
const itemOf = (file: File, name: string = file.name): Item => plainItem(file.name, { name, file })

/** A list whose items are kept by name and file; `calls` is what the storage was asked for. */
const openKept = (phase: Phase = 'done') => {
  const list = createItemList()
  /** Files that are made anew where they are missing. */
  const thumbnails = new Map<string, Blob>()
  list.register(
    mediaKind<Item>({
      name: 'image',
      firstRecipe: plainRecipe,
      create: async ({ file }) => itemOf(file),
      phase: () => phase,
      keeping: {
        irreplaceable: ['original'],
        toKept: ({ id, name, file }) => {
          const thumbnail = thumbnails.get(id)
          return {
            data: name,
            files: { original: file as Blob, ...(thumbnail && { thumbnail }) },
            source: file,
          }
        },
        parseRecipe: () => null,
        fromKept: ({ data, files: { original } }) =>
          original ? { ...itemOf(original as File, String(data)), recipe: { ...plainRecipe } } : null,
      },
    }),
  )
  const calls: string[] = []
  const faults: unknown[] = []
  const script: { fault: Error | null } = { fault: null }
  const store = {
    put: async ({ id, data }: ItemToKeep) => {
      if (script.fault) throw script.fault
      calls.push(`put ${id} ${data}`)
    },
    setRemoved: async (ids: readonly string[], isRemoved: boolean) =>
      void calls.push(`${isRemoved ? 'removed' : 'back'} ${ids.join()}`),
    setAside: async (ids: readonly string[]) => void calls.push(`aside ${ids.join()}`),
    forget: async (ids: readonly string[]) => void calls.push(`forget ${ids.join()}`),
  }
  const keeper = keepItems({ list, store, onFault: (thrown) => faults.push(thrown) })
  const rename = (id: string, name: string) => list.update(id, (item) => ({ ...item, name }))
  return { list, calls, faults, script, keeper, rename, thumbnails }
}
/** Two looks, of which the second finds what the first found. */
const settle = () => vi.advanceTimersByTimeAsync(1000)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a new item is written at once, a change when it rests', async () => {
  const { list, calls, rename } = openKept()
  list.add([itemOf(fileOf('a'))])
  expect(calls).toEqual(['put a a'])
  await settle()
  for (const name of ['b', 'c', 'd']) {
    rename('a', name)
    await vi.advanceTimersByTimeAsync(400)
  }
  expect(calls).toEqual(['put a a'])
  await settle()
  expect(calls).toEqual(['put a a', 'put a d'])
})

test('an irreplaceable file is written at the next check', async () => {
  const { list, calls } = openKept()
  list.add([itemOf(fileOf('a'))])
  await settle()
  list.update('a', (item) => ({ ...item, name: 'b', file: fileOf('c') }))
  await vi.advanceTimersByTimeAsync(400)
  expect(calls).toEqual(['put a a', 'put a b'])
})

test('unkept data of an item is never written', async () => {
  const { list, calls } = openKept()
  list.add([itemOf(fileOf('a'))])
  await settle()
  list.update('a', (item) => ({
    ...item,
    progress: { step: 'cut', ratio: 0.5 },
  }))
  await settle()
  expect(calls).toEqual(['put a a'])
})

test('a closing page writes all changes', async () => {
  const { list, calls, keeper, rename } = openKept()
  list.add([itemOf(fileOf('a'))])
  await settle()
  rename('a', 'b')
  keeper.flush()
  expect(calls).toEqual(['put a a', 'put a b'])
})

test('a removed item is marked, and deleted when nothing restores it', async () => {
  const { list, calls } = openKept()
  list.add([itemOf(fileOf('a')), itemOf(fileOf('b'))])
  await settle()
  list.remove(['a', 'b'])
  list.undoRemove()
  list.remove(['b'])
  void list.purge()
  expect(calls.slice(2)).toEqual(['removed a,b', 'back a,b', 'removed b', 'forget b'])
})

test('kept items come back as they were, and are not written again', async () => {
  const { list, calls, keeper } = openKept()
  const kept = { id: 'a', kind: 'image', order: 1, data: 'name', files: { original: fileOf('a') } }
  await keeper.restore([kept, { ...kept, id: 'b', files: {} }, { ...kept, id: 'c', kind: 'sound' }])
  await settle()
  expect(list.get().items.map(({ id, name }) => [id, name])).toEqual([['a', 'name']])
  // One that its kind cannot read is set aside.
  expect(calls).toEqual(['aside b'])
})

test('items with equal settings share them when they come back', async () => {
  const { list, keeper } = openKept()
  const kept = (id: string) => ({ id, kind: 'image', order: 1, data: id, files: { original: fileOf(id) } })
  await keeper.restore([kept('a'), kept('b')])
  const [a, b] = list.get().items
  expect(a?.recipe).toEqual(plainRecipe)
  expect(b?.recipe).toBe(a?.recipe)
})

test('data that a page had not written is restored and written', async () => {
  const first = openKept()
  const file = fileOf('a')
  first.list.add([itemOf(file), itemOf(fileOf('b'))])
  await settle()
  first.thumbnails.set('a', new Blob())
  first.rename('a', 'changed')
  const unwritten = first.keeper.unwritten()
  expect(unwritten).toEqual({ a: 'changed' })
  const next = openKept()
  const kept = { id: 'a', kind: 'image', order: 1, data: 'a', files: { original: file } }
  await next.keeper.restore([kept], true, unwritten)
  expect(next.list.get().items[0]?.name).toBe('changed')
  await settle()
  expect(next.calls).toEqual(['put a changed'])
})

test('an item without room is unsafe, and is written later', async () => {
  const { list, calls, faults, script, keeper } = openKept()
  script.fault = new Error('full')
  list.add([itemOf(fileOf('a')), itemOf(fileOf('b'))])
  expect(keeper.isUnsafe()).toBe(true)
  await settle()
  expect(faults).toHaveLength(2)
  script.fault = null
  list.remove(['b'])
  void list.purge()
  await settle()
  expect(calls).toEqual(['removed b', 'forget b', 'put a a'])
  expect(keeper.isUnsafe()).toBe(false)
})

test('removed items make room for items that need it', async () => {
  const { list, calls, faults, script } = openKept()
  list.add([itemOf(fileOf('a'))])
  await settle()
  list.remove(['a'])
  script.fault = new ServiceError('internal_server_error', {
    reason: 'items_not_kept_full',
    params: { maxMegabytes: 1 },
  })
  list.add([itemOf(fileOf('b'))])
  script.fault = null
  await settle()
  expect(calls.slice(1)).toEqual(['removed a', 'forget a', 'put b b'])
  expect([list.get().removed, faults]).toEqual([[], []])
})

test('a storage that refuses for another reason takes no undo away', async () => {
  const { list, faults, script } = openKept()
  list.add([itemOf(fileOf('a'))])
  await settle()
  list.remove(['a'])
  script.fault = new ServiceError('internal_server_error', { reason: 'storage_refused' })
  list.add([itemOf(fileOf('b'))])
  await settle()
  expect([list.get().removed.length, faults.length]).toEqual([1, 1])
})

test('a failed item is nothing to lose', async () => {
  const { list, script, keeper } = openKept('failed')
  script.fault = new Error('refused')
  list.add([itemOf(fileOf('a'))])
  await settle()
  expect(keeper.isUnsafe()).toBe(false)
})
