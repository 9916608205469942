import { expect, test, vi } from 'vitest'
import { noEdits } from '#contract/image-edits.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { readJobRecord } from '#library/store/stored-job.ts'
import { openUnreadable } from '#service/local/local-service.ts'
import { eventually } from '#support/eventually.ts'
import { endOf, memoryBrowser } from '#support/memory-browser.ts'
import { memoryJobs } from '#support/memory-storage.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

type Record = { [name: string]: unknown; job: object; options: object }

/** A browser where a job was made, and a copy of its record is changed into one of another version. */
const openBrowser = async (change: (record: Record) => unknown) => {
  const store = memoryJobs()
  const browser = memoryBrowser({ store })
  const { videos } = browser.openTab()
  const { id } = await videos.submitVideo(scriptedVideo(), defaultVideoOptions)
  await endOf(videos, id)
  const record = structuredClone(store.records.get(id)) as Record
  const other = 'job_0123456789ab'
  const changed = change({
    ...record,
    name: 'other.mp4',
    job: { ...record.job, id: other, status: 'queued' },
  })
  store.records.set(other, changed)
  return { store, browser, id, other: other as typeof id, changed }
}

test.each([
  ['of an unknown format', (r: Record) => ({ ...r, options: { ...r.options, format: 'av3' } })],
  ['without attempts', ({ attempts: _, ...r }: Record) => r],
  ['paused at no time', (r: Record) => ({ ...r, pause: { state: 'on' } })],
  ['without facts', ({ facts: _, ...r }: Record) => r],
  ['of an unknown state', (r: Record) => ({ ...r, job: { ...r.job, status: 'dreaming' } })],
  ['without a video', ({ videoHash: _, ...r }: Record) => r],
  ['without the name of its mattes', ({ matteKey: _, ...r }: Record) => r],
])('a job %s is passed by, left as it is, and counted', async (_, change) => {
  const { store, browser, id, other, changed } = await openBrowser(change)
  const { videos } = browser.openTab()
  const next = await videos.submitVideo(scriptedVideo({ fps: 30 }), defaultVideoOptions)
  expect((await endOf(videos, next.id)).status).toBe('completed')
  const list = await videos.onDevice.list()
  expect(list.map(({ job }) => job.id).sort()).toEqual([id, next.id].sort())
  await expect(videos.getJob(other)).rejects.toMatchObject({ code: 'job_not_found' })
  expect(store.records.get(other)).toBe(changed)
  const unreadable = openUnreadable([store], videos.retention.sweep)
  expect(await unreadable.count()).toBe(1)
  await unreadable.delete()
  expect([...store.records.keys()].sort()).toEqual([id, next.id].sort())
})

test('the result of an unreadable job goes with its record', async () => {
  const { browser, store, id, other } = await openBrowser((record) => ({ ...record, pause: 7 }))
  const { content } = browser.files
  content.set(`results/${other}.av3`, new Blob(['x']))
  const { videos } = browser.openTab()
  await videos.onDevice.forget(id)
  expect([...content.keys()]).toEqual([`results/${other}.av3`])
  await openUnreadable([store], videos.retention.sweep).delete()
  expect([content.size, store.records.size]).toEqual([0, 0])
})

test('a job with unreadable edits is skipped', async () => {
  const { store, browser, other } = await openBrowser((record) => record)
  store.extras.set(other, { edits: { version: 9 } })
  const { videos } = browser.openTab()
  await endOf(videos, (await videos.submitVideo(scriptedVideo({ fps: 30 }), defaultVideoOptions)).id)
  expect((await videos.onDevice.list()).map(({ job }) => job.id)).not.toContain(other)
  expect(store.extras.get(other)).toEqual({ edits: { version: 9 } })
})

test('unknown fields of a job are preserved', async () => {
  const { store, browser, other } = await openBrowser((record) => ({ ...record, ofTomorrow: { a: 1 } }))
  const { videos } = browser.openTab()
  expect((await endOf(videos, other)).status).toBe('completed')
  expect(store.records.get(other)).toMatchObject({ ofTomorrow: { a: 1 } })
})

test('progress writes neither edits nor composition', async () => {
  const store = memoryJobs()
  const update = vi.spyOn(store, 'update')
  const { videos } = memoryBrowser({ store }).openTab({ stepMs: 60 })
  const click = { kind: 'click', mode: 'keep', x: 1, y: 1, atSeconds: 0 } as const
  const edits = { ...noEdits, list: [click] }
  const { id } = await videos.submitVideo(scriptedVideo(), defaultVideoOptions, { edits })
  await endOf(videos, id)
  for (const { value } of update.mock.results) expect(await value).not.toHaveProperty('edits')
  expect((await videos.onDevice.list())[0]).toMatchObject({ edits, job: { status: 'completed' } })
})

test('a stored job is read as it was written', async () => {
  const { store, id } = await openBrowser((record) => record)
  const read = readJobRecord(store.records.get(id))
  expect(read).toMatchObject({ name: expect.any(String), attempts: { count: 1, progress: 0 } })
})

test('one failed write at the end costs no finished result', async () => {
  const store = memoryJobs()
  const { update } = store
  let faults = 2
  store.update = async (id, change) =>
    update(id, (stored) => {
      const next = change(stored)
      if (next?.job.status === 'completed' && faults-- > 0) throw new DOMException('', 'UnknownError')
      return next
    })
  let renders = 0
  const { videos } = memoryBrowser({ store }).openTab({ onStep: (done) => void (done === 0 && renders++) })
  const { id } = await videos.submitVideo(scriptedVideo(), defaultVideoOptions)
  expect((await endOf(videos, id)).status).toBe('completed')
  expect(renders).toBe(1)
  expect((await videos.getResult(id)).size).toBeGreaterThan(0)
})

test('a failed write as a job begins does not fail it', async () => {
  const store = memoryJobs()
  const { update } = store
  let faults = 2
  store.update = async (id, change) => {
    if (faults-- > 0) throw new DOMException('', 'UnknownError')
    return update(id, change)
  }
  const { videos } = memoryBrowser({ store }).openTab()
  const { id } = await videos.submitVideo(scriptedVideo(), defaultVideoOptions)
  await eventually(async () => expect((await videos.getJob(id)).status).toBe('completed'))
})
