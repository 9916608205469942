import { deleteDB, openDB } from 'idb'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { namesIn } from '#base/opfs.ts'
import { databaseName } from '#base/scoped-name.ts'
import { makeJobId } from '#contract/ids.ts'
import { noEdits } from '#contract/image-edits.ts'
import { createJob } from '#contract/job.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { type TabLock, webLock } from '#library/store/cross-tab.ts'
import { openDatabase } from '#library/store/database.ts'
import { broadcastJobEvents, resultPath, storedJobs } from '#library/store/job-store.ts'
import { openLocalAccount, storedCredits } from '#library/store/local-account.ts'
import { filePath } from '#library/store/stored-files.ts'
import type { StoredJob } from '#library/store/stored-job.ts'
import { type NeededPath, opfsVideoStorage } from '#library/store/video-storage.ts'
import type { JobWorkers } from '#library/work/run-job.ts'
import { openLocalVideos } from '#service/local/local-videos.ts'
import { eventually } from '#support/eventually.ts'
import { defaultVideoFacts, fakeVideoWorkers } from '#support/fake-video-workers.ts'
import { endOf } from '#support/memory-browser.ts'
import { memoryFiles } from '#support/memory-storage.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

/** A folder for this test, so that other files of this origin are not touched. */
const openRoot = async () =>
  (await navigator.storage.getDirectory()).getDirectoryHandle('jobs-under-test', { create: true })

const clean = async () => {
  await (await navigator.storage.getDirectory())
    .removeEntry('jobs-under-test', { recursive: true })
    .catch(() => {})
  await deleteDB(databaseName('clearcut'))
}
beforeEach(clean)
afterEach(clean)

const write = async (path: string, content: Blob) => {
  const names = path.split('/')
  let folder = await openRoot()
  for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true })
  const file = await folder.getFileHandle(names.at(-1) ?? '', { create: true })
  await content.stream().pipeTo(await file.createWritable())
}

/** A tab with its own connections to the shared storage. Its workers are fakes that write the same files. */
const openTab = (script = {}, parts: { readonly lock?: TabLock } = {}) => {
  const files = opfsVideoStorage(openRoot)
  const account = openLocalAccount(storedCredits(openDatabase()), () => new Date())
  const { work, tools } = fakeVideoWorkers(memoryFiles(), script)
  const renderVideo: JobWorkers['renderVideo'] = async (request, call) => {
    await write(request.path, new Blob(['half']))
    const report = await work.renderVideo(request, call)
    await write(request.path, request.video)
    return report
  }
  const videos = openLocalVideos({
    store: storedJobs(openDatabase()),
    files,
    events: broadcastJobEvents(new BroadcastChannel('jobs-under-test')),
    lock: webLock,
    account,
    now: () => new Date(),
    ownList: async () => 'list',
    itemFiles: async () => new Set<string>(),
    base: 'https://studio.test/',
    work: { ...work, renderVideo },
    tools,
    ...parts,
  })
  return { videos, files, account }
}

const storedJob = (): StoredJob => {
  const { durationSeconds: duration_seconds, fps, width, height, frames } = defaultVideoFacts
  return {
    job: createJob({
      id: makeJobId(),
      at: new Date(),
      duration_seconds,
      fps,
      width,
      height,
      frames,
      format: 'mov',
      channels: 'rgba',
      status_url: 'https://studio.test/v1/jobs/x',
    }),
    name: 'clip.mp4',
    options: { ...defaultVideoOptions, bg_color: { r: 1, g: 2, b: 3 } },
    facts: defaultVideoFacts,
    videoHash: 'a1',
    matteKey: 'k1',
    attempts: { count: 0, progress: 0 },
  }
}

test('a stored job is read by every connection', async () => {
  const [one, other] = [storedJobs(openDatabase()), storedJobs(openDatabase())]
  const stored = storedJob()
  await one.put(stored)
  expect(await other.get(stored.job.id)).toEqual(stored)
  expect(await other.list()).toEqual([stored])
  await other.delete([stored.job.id])
  expect(await one.get(stored.job.id)).toBeUndefined()
  expect(await one.update(stored.job.id, (found) => found)).toBeUndefined()
})

test('progress of a job writes its state alone', async () => {
  const store = storedJobs(openDatabase())
  const click = { kind: 'click', mode: 'keep', x: 1, y: 1, atSeconds: 0 } as const
  const whole = { ...storedJob(), edits: { ...noEdits, list: Array.from({ length: 2000 }, () => click) } }
  await store.put(whole)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  await store.update(whole.job.id, (stored) => ({ ...stored, name: 'other.mp4' }))
  expect(JSON.stringify(put.mock.calls).length).toBeLessThan(2000)
  put.mockRestore()
  expect(await store.get(whole.job.id)).toEqual({ ...whole, name: 'other.mp4' })
})

test('a record of another version hides no other job', async () => {
  const store = storedJobs(openDatabase())
  const stored = storedJob()
  await store.put(stored)
  const database = await openDB(databaseName('clearcut'))
  await database.put('jobs', { job: { id: 'job_other' }, name: 7 })
  database.close()
  expect(await store.list()).toEqual([stored])
  expect(await store.unreadable()).toEqual(['job_other'])
  expect(await store.update('job_other', (found) => found)).toBeUndefined()
  await store.delete(['job_other'])
  expect(await store.unreadable()).toEqual([])
})

test('two tabs change one job without losing a change', async () => {
  const [one, other] = [storedJobs(openDatabase()), storedJobs(openDatabase())]
  const { job, ...rest } = storedJob()
  await one.put({ job, ...rest })
  const count = (store: typeof one) =>
    store.update(job.id, ({ attempts, ...stored }) => ({
      ...stored,
      attempts: { ...attempts, count: attempts.count + 1 },
    }))
  await Promise.all(Array.from({ length: 20 }, (_, turn) => count(turn % 2 ? one : other)))
  expect((await one.get(job.id))?.attempts.count).toBe(20)
  expect(await one.update(job.id, () => undefined)).toBeUndefined()
})

test('a video is copied once and read back without its name', async () => {
  const files = opfsVideoStorage(openRoot)
  const video = new Blob([new Uint8Array(3_000_000).fill(7)])
  await files.keepSource('t1', video)
  const before = ((await files.read(filePath('t1'))) as File).lastModified
  await eventually(() => expect(Date.now()).toBeGreaterThan(before))
  await files.keepSource('t1', video)
  const kept = (await files.read(filePath('t1'))) as File
  expect(kept.size).toBe(3_000_000)
  expect(kept.lastModified).toBe(before)
  expect(await files.read(filePath('t2'))).toBeNull()
})

test('a copy that is cancelled or fails leaves no file', async () => {
  const files = opfsVideoStorage(openRoot)
  const endless = (pull: (controller: ReadableStreamDefaultController) => void) =>
    Object.defineProperty(new Blob(['x']), 'stream', {
      value: () => new ReadableStream<Uint8Array>({ pull }),
    })
  const caller = new AbortController()
  let chunks = 0
  const cancelled = files.keepSource(
    't1',
    endless((controller) => {
      controller.enqueue(new Uint8Array(1000))
      if (++chunks === 20) caller.abort()
    }),
    caller.signal,
  )
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
  const full = endless((controller) =>
    controller.error(new DOMException('The operation failed', 'QuotaExceededError')),
  )
  await expect(files.keepSource('t2', full)).rejects.toMatchObject({
    code: 'internal_server_error',
    message: expect.stringContaining('not enough room'),
  })
  for (const hash of ['t1', 't2']) expect(await files.read(filePath(hash))).toBeNull()
})

test('needed files stay; open files are deleted later', async () => {
  const files = opfsVideoStorage(openRoot)
  const paths = [
    'files/a',
    'files/b',
    'tracks/a/fast/1.mattes',
    'tracks/a/of-other-weights/1.mattes',
    'tracks/b/fine/1.mattes',
    'results/job_a.webm',
  ]
  await Promise.all(paths.map((path) => write(path, new Blob(['x']))))
  expect(await files.listMattes('tracks/b/fine')).toEqual(['1.mattes'])
  expect(await files.listMattes('tracks/b/fast')).toEqual([])

  const results = await (await openRoot()).getDirectoryHandle('results')
  const writer = await (await results.getFileHandle('job_a.webm')).createWritable()
  const isOfA = (file: NeededPath) =>
    file.kind === 'file' ? file.hash === 'a' : file.kind === 'mattes' && file.path === 'tracks/a/fast'
  expect(await files.deleteUnneeded(isOfA)).toEqual({ isClean: false, deleted: 3 })
  await writer.close()
  expect(await files.deleteUnneeded(isOfA)).toEqual({ isClean: true, deleted: 1 })
  const left = await Promise.all(paths.map((path) => files.read(path)))
  expect(left.map(Boolean)).toEqual([true, false, true, false, false, false])
  expect(await namesIn(await (await openRoot()).getDirectoryHandle('tracks'))).toEqual(['a'])
})

test('carried edits are listed with their size', async () => {
  const files = opfsVideoStorage(openRoot)
  const report = JSON.stringify({ firstFrames: [0], fromSeconds: 0, toSeconds: 1, bytes: 77 })
  await write('tracks/a/fast/report.json', new Blob(['{}']))
  await write('tracks/a/fast/edits-k1/report.json', new Blob([report]))
  await write('tracks/a/fast/edits-k2/1.mattes', new Blob(['x']))
  expect(await files.listLayers()).toEqual([
    { videoHash: 'a', mattes: 'tracks/a/fast', key: 'k1', bytes: 77, atMs: expect.any(Number) },
    { videoHash: 'a', mattes: 'tracks/a/fast', key: 'k2', bytes: 0, atMs: 0 },
  ])
})

test('a job completes in a browser, and its result has its type', async () => {
  const { videos, account } = openTab()
  const video = scriptedVideo({ durationSeconds: 2 })
  const { id } = await videos.submitVideo(video, { ...defaultVideoOptions, format: 'mov' })
  expect(await endOf(videos, id)).toMatchObject({ status: 'completed', credits: 10 })
  const result = await videos.getResult(id)
  expect([result.type, await result.text()]).toEqual(['video/quicktime', await video.text()])
  expect(await (await videos.onDevice.source(id)).text()).toBe(await video.text())
  expect((await account.read()).usedCredits).toBe(10)
  await videos.onDevice.forget(id)
  expect(await (await opfsVideoStorage(openRoot)).read(`results/${id}.mov`)).toBeNull()
})

test('two tabs take turns and may cancel each other’s jobs', async () => {
  const hang = { onStep: (done: number) => done > 20 && new Promise(() => {}) }
  const [one, other] = [openTab(hang), openTab(hang)]
  const first = await one.videos.submitVideo(scriptedVideo({ fps: 24 }), defaultVideoOptions)
  const second = await other.videos.submitVideo(scriptedVideo({ fps: 25 }), defaultVideoOptions)
  await expect.poll(async () => (await other.videos.getJob(first.id)).status).toBe('processing')
  expect((await one.videos.getJob(second.id)).status).toBe('queued')
  expect((await one.videos.onDevice.list()).map(({ job }) => job.id)).toEqual([second.id, first.id])
  await other.videos.onDevice.cancel(first.id)
  expect((await one.videos.getJob(first.id)).status).toBe('failed')
  await expect.poll(async () => (await one.videos.getJob(second.id)).status).toBe('processing')
  await one.videos.onDevice.cancel(second.id)
  expect((await endOf(other.videos, second.id)).error?.code).toBe('cancelled')
  expect((await one.account.read()).usedCredits).toBe(0)
})

test('the next visit continues the job of a closed tab (D-40)', async () => {
  const gone = Promise.withResolvers<void>()
  /** A lock that is freed with its tab, as by the browser; what ran in the tab neither ends nor fails then. */
  const mortal: TabLock = (name, task) =>
    new Promise((resolve, reject) => {
      webLock(name, () => Promise.race([task().then(resolve, reject), gone.promise])).catch(reject)
    })
  const first = openTab({ onStep: (done: number) => done > 20 && new Promise(() => {}) }, { lock: mortal })
  const { id } = await first.videos.submitVideo(scriptedVideo(), defaultVideoOptions)
  await expect.poll(async () => (await first.videos.getJob(id)).status).toBe('processing')
  gone.resolve()
  const next = openTab()
  expect((await endOf(next.videos, id)).status).toBe('completed')
  const stored = await storedJobs(openDatabase()).get(id)
  expect(stored?.attempts.count).toBe(2)
  expect(stored && (await next.files.read(resultPath(stored)))?.size).toBe(scriptedVideo().size)
})

test('a video that waits while another tab copies is cancelled at once', async () => {
  const copied = Promise.withResolvers<void>()
  onTestFinished(() => copied.resolve())
  const copying = webLock('files', () => copied.promise)
  const asked = Promise.withResolvers<void>()
  const lock: TabLock = (name, work, signal) => {
    // Only a copy passes a signal; the tab also asks for this lock to delete what no job needs.
    if (signal) asked.resolve()
    return webLock(name, work, signal)
  }
  const { videos } = openTab({}, { lock })
  const abort = new AbortController()
  const { signal } = abort
  const submitted = videos.submitVideo(scriptedVideo(), defaultVideoOptions, { signal })
  await asked.promise
  abort.abort()
  await expect(submitted).rejects.toMatchObject({ name: 'AbortError' })
  copied.resolve()
  await copying
  expect(await videos.onDevice.list()).toEqual([])
})
