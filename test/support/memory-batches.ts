import { createStore } from '#base/store.ts'
import { formatColor } from '#contract/color.ts'
import type { LeftOut } from '#contract/left-out.ts'
import type { BatchPlan, BatchState } from '#library/batch/batch.ts'
import type { BatchLedger, BatchRecord, FileRecord } from '#library/batch/batch-ledger.ts'
import { drivenBatch } from '#library/batch/drive-batch.ts'
import { plainPlan, plainRecipe } from './batch-room.ts'
import { inMemoryService } from './in-memory-service.ts'
import type { MemoryDisk, MemoryPage } from './memory-folders.ts'

/** A ledger that outlives its pages. Each writing is a step of the page. */
export const memoryLedger = (disk: MemoryDisk) => {
  const batches = new Map<string, BatchRecord>()
  const files = new Map<string, FileRecord>()
  const open = (page: MemoryPage): BatchLedger => ({
    list: async () => [...batches.values()],
    write: (record) => disk.step('ledger', page, () => void batches.set(record.id, record)),
    unreadable: async () => [],
    delete: async (ids) => {
      for (const id of ids) batches.delete(id)
    },
    files: async (id) => structuredClone([...files.values()].filter(({ batchId }) => batchId === id)),
    writeFiles: (records) =>
      disk.step('ledger', page, () => {
        for (const each of records) files.set(`${each.batchId} ${each.path}`, structuredClone(each))
      }),
  })
  return { open, files }
}

/** Locks of one browser; those of a page that is killed are free again. */
export const memoryTabLocks = () => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    inTurn: <T>(work: () => Promise<T>): Promise<T> => {
      const mine = last.then(work, work)
      last = mine.catch(() => {})
      return mine
    },
    free: () => {
      last = Promise.resolve()
    },
  }
}

type Made = {
  readonly disk: MemoryDisk
  readonly ledger: ReturnType<typeof memoryLedger>
  readonly plan: BatchPlan
  readonly id?: string
  readonly page?: MemoryPage
  readonly from?: string
  readonly to?: string
  /** What is made of the text of a picture and a colour. */
  readonly render?: (text: string, color: string) => Promise<string>
  readonly inTurn?: <T>(work: () => Promise<T>) => Promise<T>
  /** What every result lacks of its picture. */
  readonly leftOut?: readonly LeftOut[]
}

/** A plan of one recipe that puts this colour behind pictures. */
export const planOf = (background: string, more: Partial<BatchPlan> = {}): BatchPlan => ({
  ...plainPlan,
  recipes: [{ ...plainRecipe, settings: { ...plainRecipe.settings, background } }],
  ...more,
})

let runs = 0

/** What is made of a picture in memory: its colour, and its own text behind that. */
export const madeOf = (text: string, color: string): string => `cut out on ${color}: ${text}`

/** The content of a picture that says this: it is known as a WebP by its first bytes. */
export const pictureOf = (text: string): string => `RIFF0000WEBPVP8 ${text}`

/** A batch between folders in memory, from its begin on; `background` of a recipe is the colour of what it makes. */
export const openMemoryBatch = ({
  disk,
  ledger,
  plan,
  id = 'one',
  page = { isGone: false },
  from = 'from',
  to = 'to',
  render = async (text, color) => madeOf(text, color),
  inTurn = (work) => work(),
  leftOut,
}: Made) => {
  runs += 1
  const source = { kind: 'folder', handle: disk.handle(from, page) } as const
  const store = createStore<BatchState>({
    id,
    name: 'photos',
    plan,
    phase: 'listing',
    pause: null,
    files: [],
    unread: null,
    progress: null,
    secondsLeft: null,
    creditsSpent: 0,
    zip: null,
  })
  const batch = drivenBatch({
    device: inMemoryService({
      progress: [],
      ...(leftOut && { leftOut }),
      render: async (image, { bg_color }) => ({
        image: new Blob([await render(await image.text(), bg_color ? formatColor(bg_color) : 'nothing')]),
        source: { width: 4, height: 3 },
      }),
    }),
    remote: () => null,
    hold: async () => () => {},
    held: new Map(),
    lookEveryMs: 0,
    inTurn,
    ledger: ledger.open(page),
    record: {
      id,
      run: `run ${runs}`,
      at: disk.clock.now,
      isOpen: true,
      total: 0,
      creditsSpent: 0,
      source,
      plan,
      target: { kind: 'folder', handle: disk.handle(to, page) },
    },
    source,
    store,
  })
  /** The state when it is so. */
  const when = (isSo: (state: BatchState) => boolean) =>
    new Promise<BatchState>((resolve) => {
      const look = () => {
        if (!isSo(store.get())) return
        leave()
        resolve(store.get())
      }
      const leave = store.subscribe(look)
      look()
    })
  return { batch, store, page, when }
}
