import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStore } from '#base/store.ts'
import { parseLayerReport } from '#contract/edit-layers.ts'
import { parseImageEdits } from '#contract/image-edits.ts'
import { decodeChunk, encodeChunk, parseChunkFileName } from '#contract/matte-chunk.ts'
import { ServiceError } from '#contract/service-error.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { advanceEdits, type EditHistory, emptyHistory } from '#library/history/edit-history.ts'
import { keepEdits } from '#library/history/keep-edits.ts'
import { parseSavedHistory, toSavedHistory } from '#library/history/saved-history.ts'
import type { EditsToSave } from '#library/on-device-edits.ts'
import { readJobRecord } from '#library/store/stored-job.ts'
import { readStored } from '#service/activity-log/stored-activity.ts'
import { parseApiKey, parseBaseAddress } from '#service/connection/parse-credentials.ts'
import { openSettings, parseSettings } from '#studio/state/settings.ts'
import { anyVideoEdits } from '#support/arbitrary-edits.ts'
import { damaged } from '#support/damaged-data.ts'
import { activityOf, jobOf } from '#support/memory-activity.ts'
import { endOf, memoryBrowser } from '#support/memory-browser.ts'
import { memoryJobs } from '#support/memory-storage.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

/** The record and the extras of a finished job. */
const finishedJob = async () => {
  const store = memoryJobs()
  const { videos } = memoryBrowser({ store }).openTab()
  const { id } = await videos.submitVideo(scriptedVideo(), defaultVideoOptions)
  await endOf(videos, id)
  return store.records.get(id) as { readonly job: object; readonly pause?: object }
}
const record = await finishedJob()
const at = '2026-11-14T12:00:00.000Z'
const otherStates = [
  record,
  { ...record, job: { ...record.job, status: 'queued', completed_at: null, result_url: null, stats: null } },
  {
    ...record,
    job: { ...record.job, status: 'processing', completed_at: null },
    pause: { state: 'on', at, until: at },
  },
]

test('a record of any shape stops no queue and hides no list', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(damaged(fc.constantFrom(...otherStates)), { minLength: 1, maxLength: 3 }),
      damaged(fc.record({ edits: anyVideoEdits })),
      async (records, extras) => {
        const store = memoryJobs()
        for (const [i, each] of records.entries()) {
          // The database has the key of a record in `job.id`.
          const id = `job_damaged${i}`
          const whole = (typeof each === 'object' && each !== null ? each : {}) as { readonly job?: object }
          store.records.set(id, { ...whole, job: { ...whole.job, id } })
          store.extras.set(id, extras)
        }
        const before = structuredClone(store.records)
        const { videos } = memoryBrowser({ store }).openTab()
        const { id } = await videos.submitVideo(scriptedVideo(), defaultVideoOptions)
        expect((await endOf(videos, id)).status).toBe('completed')
        const listed = await videos.onDevice.list()
        expect(listed.map(({ job }) => job.id)).toContain(id)
        const unreadable = await store.unreadable()
        for (const each of unreadable) {
          expect(listed.map(({ job }) => job.id)).not.toContain(each)
          if (!readJobRecord(before.get(each))) expect(store.records.get(each)).toEqual(before.get(each))
        }
        await store.delete(unreadable)
        expect(await store.unreadable()).toEqual([])
      },
    ),
    { numRuns: 40 },
  )
})

test('an entry of any shape is read, or is none', () => {
  const entry = activityOf({ kind: 'video', job: jobOf() })
  fc.assert(
    fc.property(damaged(fc.constant(entry)), (stored) => {
      const read = readStored(stored)
      if (read) expect([typeof read.id, Number.isFinite(Date.parse(read.at))]).toEqual(['string', true])
    }),
    { numRuns: 500 },
  )
  expect(readStored(entry)).toEqual(entry)
})

const jsonOf = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? '{'
  } catch {
    return '{'
  }
}

test('settings of any shape are read, and lose no field of others', () => {
  fc.assert(
    fc.property(damaged(fc.constant(parseSettings(null))), (value) => {
      const kept = new Map([['clearcut.settings', jsonOf(value)]])
      const before = kept.get('clearcut.settings') ?? ''
      const browser = {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, text: string) => void kept.set(key, text),
      }
      const settings = openSettings(() => browser)
      settings.set((all) => ({ ...all, nudged: !all.nudged }))
      const after = JSON.parse(kept.get('clearcut.settings') ?? '') as object
      expect(parseSettings(JSON.stringify(after)).nudged).toBe(settings.get().nudged)
      if (before.startsWith('{') && before.length > 1) {
        const { nudged: _, ...others } = JSON.parse(before) as { readonly nudged?: unknown }
        expect(after).toMatchObject(others)
      } else expect(kept.get('clearcut.settings.damaged')).toBe(before)
    }),
    { numRuns: 300 },
  )
})

test('reports, names and chunks of any shape are read or refused', () => {
  const chunk = encodeChunk({
    width: 2,
    height: 2,
    frames: [{ timestampSeconds: 0, isCut: true, data: new Uint8Array(4) }],
  })
  const reports = damaged(fc.constant({ firstFrames: [0], fromSeconds: 0, toSeconds: 1 }))
  fc.assert(
    fc.property(
      fc.string(),
      reports,
      fc.uint8Array({ maxLength: 40 }),
      fc.nat(chunk.length),
      (name, report, bytes, cut) => {
        parseChunkFileName(`${name}.mattes`)
        parseLayerReport(jsonOf(report))
        parseBaseAddress(name)
        parseApiKey(name)
        for (const odd of [bytes, chunk.slice(0, cut), Uint8Array.from([...chunk.slice(0, cut), ...bytes])])
          try {
            decodeChunk(odd)
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(RangeError)
          }
      },
    ),
    { numRuns: 500 },
  )
})

const stroke = (history: EditHistory, x: number) =>
  advanceEdits(history, { type: 'add', edit: { kind: 'click', mode: 'keep', x, y: 0 } })
const strokesOf = ({ present }: EditHistory) =>
  present.list.map((edit) => (edit.kind === 'click' ? edit.x : null))

test('edits are kept or stay, in whatever order storage fails', async () => {
  const faults = fc.array(fc.boolean(), { maxLength: 6 })
  const stored = fc.constantFrom<unknown>(
    null,
    toSavedHistory(stroke(emptyHistory, 100)),
    { version: 2 },
    { version: 1, steps: 7 },
  )
  await fc.assert(
    fc.asyncProperty(stored, faults, fc.integer({ min: 1, max: 4 }), async (first, writeFaults, count) => {
      const left = [...writeFaults]
      const kept = { value: first }
      const warned: string[] = []
      const file = new Blob(['a'])
      const items = createStore([{ id: 'a', name: 'a.png', file, edits: emptyHistory as EditHistory }])
      const edit = (next: (edits: EditHistory) => EditHistory) =>
        items.set((all) => all.map((each) => ({ ...each, edits: next(each.edits) })))
      const parse = (value: unknown) => parseSavedHistory(value, parseImageEdits)
      const saved = {
        read: async () => kept.value,
        write: async (_: Blob, edits: EditsToSave | null) => {
          if (left.shift()) throw new ServiceError('internal_server_error', { reason: 'storage_refused' })
          kept.value = structuredClone(edits)
        },
      }
      const keeper = keepEdits(
        { ...items, restore: (_, history) => edit(() => history), parse },
        saved,
        ({ type }) => {
          if (type !== 'editsRestored') warned.push(type)
        },
      )
      await Promise.resolve()
      for (let x = 1; x <= count; x++) {
        edit((edits) => stroke(edits, x))
        await new Promise(setImmediate)
      }
      // Each try that failed waits; leaving the page makes the next one at once.
      for (const _ of writeFaults) {
        keeper.flush()
        await new Promise(setImmediate)
      }
      keeper.stop()
      const isReadable = first === null || 'done' in (first as object)
      if (!isReadable) expect([kept.value, warned.length]).toEqual([first, 1])
      else expect(strokesOf(parse(kept.value))).toEqual(strokesOf(items.get()[0]?.edits ?? emptyHistory))
    }),
    { numRuns: 60 },
  )
})
