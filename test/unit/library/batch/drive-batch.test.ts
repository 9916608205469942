import { expect, test, vi } from 'vitest'
import { createStore } from '#base/store.ts'
import type { BatchState } from '#library/batch/batch.ts'
import type { BatchRecord } from '#library/batch/batch-ledger.ts'
import { drivenBatch } from '#library/batch/drive-batch.ts'
import type { HoldBatch } from '#library/batch/folder-rights.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { memoryLedger, openMemoryBatch, pictureOf, planOf } from '#support/memory-batches.ts'
import { createMemoryDisk } from '#support/memory-folders.ts'

const settings = { settings: defaultRecipe, clip: defaultVideoRecipe }
const plain = { id: 'plain', name: 'Plain', ...settings, picture: null, names: '{name}' }

/** A batch of an empty folder, which is listed when `gate` lets it. */
const emptyBatch = (
  hold: HoldBatch,
  gate: Promise<void> = Promise.resolve(),
  isFull: () => boolean = () => false,
) => {
  vi.stubGlobal('document', { visibilityState: 'hidden', addEventListener() {}, removeEventListener() {} })
  let listings = 0
  const folder = {
    name: 'photos',
    resolve: async () => null,
    async *entries() {
      listings += 1
      await gate
      yield* []
    },
    async *keys() {
      yield* []
    },
  } as unknown as FileSystemDirectoryHandle
  const record: BatchRecord = {
    id: 'one',
    run: 'first',
    at: 0,
    isOpen: true,
    total: 0,
    creditsSpent: 0,
    source: { kind: 'folder', handle: folder },
    target: { kind: 'folder', handle: folder },
    plan: {
      recipes: [plain],
      names: '',
      existing: 'number',
      copiesUnprocessed: false,
      watches: false,
      runLocation: 'device',
      creditLimit: null,
    },
  }
  const store = createStore<BatchState>({
    id: 'one',
    name: 'photos',
    plan: record.plan,
    phase: 'listing',
    pause: null,
    files: [],
    unread: null,
    progress: null,
    secondsLeft: null,
    creditsSpent: 0,
    zip: null,
  })
  const written: BatchRecord[] = []
  const batch = drivenBatch({
    device: inMemoryService(),
    remote: () => null,
    hold,
    held: new Map(),
    record,
    store,
    source: { kind: 'folder', handle: folder },
    ledger: {
      list: async () => [],
      write: async (each) => {
        if (isFull() && !each.isOpen) throw new DOMException('', 'QuotaExceededError')
        written.push(each)
      },
      unreadable: async () => [],
      delete: async () => {},
      files: async () => [],
      writeFiles: async () => {},
    },
  })
  return { batch, store, written, listings: () => listings }
}

test('a batch that is resumed twice continues once', async () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const { batch, store, listings } = emptyBatch(async () => () => {}, gate)
  await batch.resume()
  await eventually(() => expect(listings()).toBe(1))
  batch.pause()
  const asked = [batch.resume(), batch.resume()]
  open()
  await Promise.all(asked)
  await eventually(() => expect(store.get().phase).toBe('ended'))
  await batch.close()
  expect(listings()).toBe(2)
})

test('closing leaves the batch of another tab as it is', async () => {
  const { batch, store, written } = emptyBatch(async () => null)
  await batch.resume()
  expect(store.get().pause).toBe('otherTab')
  await batch.close()
  expect(written).toEqual([])
})

test('a full disk is reported after a pause, too', async () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const { batch, store, listings } = emptyBatch(
    async () => () => {},
    gate,
    () => true,
  )
  await batch.resume()
  await eventually(() => expect(listings()).toBe(1))
  batch.pause()
  open()
  await batch.resume()
  await eventually(() => expect(store.get()).toMatchObject({ phase: 'paused', pause: 'diskFull' }))
})

test('a pause while folders are opened is one', async () => {
  let open = (_: () => void) => {}
  const held = new Promise<() => void>((resolve) => {
    open = resolve
  })
  const { batch, store, listings } = emptyBatch(() => held)
  const resumed = batch.resume()
  batch.pause()
  expect(store.get()).toMatchObject({ phase: 'paused', pause: 'asked' })
  open(() => {})
  await resumed
  await batch.close()
  expect([store.get().phase, listings()]).toEqual(['paused', 0])
})

test('a watched folder first waits for half-written files', async () => {
  const disk = createMemoryDisk()
  disk.put('from/whole.webp', pictureOf('whole'))
  disk.put('from/half.webp', pictureOf('h'))
  const made: string[] = []
  let looks = 0
  disk.steps.on = (what) => {
    if (what === 'list' && ++looks < 4) disk.put('from/half.webp', pictureOf('half'.slice(0, looks + 1)))
    return null
  }
  const { batch, when } = openMemoryBatch({
    disk,
    ledger: memoryLedger(disk),
    plan: planOf('#ffffff', { watches: true }),
    render: async (text) => {
      made.push(text)
      return text
    },
  })
  await batch.resume()
  await when(({ files, phase }) => phase === 'watching' && files.length === 2)
  await batch.close()
  expect(made).toEqual([pictureOf('whole'), pictureOf('half')])
})
