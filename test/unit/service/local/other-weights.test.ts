import { expect, test } from 'vitest'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { eventually } from '#support/eventually.ts'
import { fakeVideoWorkers } from '#support/fake-video-workers.ts'
import { endOf, memoryBrowser } from '#support/memory-browser.ts'
import { memoryJobs } from '#support/memory-storage.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const chunk = '000000-000023-0-958333.mattes'

/** A browser whose tabs may be of several releases; notes the folders that mattes are written to. */
const openBrowser = () => {
  const store = memoryJobs()
  const browser = memoryBrowser({ store })
  const folders: string[] = []
  /** A tab of a release whose weights have this key; with `crashes`, it crashes once it has the first mattes. */
  const openRelease = (matteKey: string, crashes = false) => {
    const { work } = fakeVideoWorkers(browser.files)
    const estimateMattes: typeof work.estimateMattes = async (request, call) => {
      folders.push(request.mattes)
      browser.files.content.set(`${request.mattes}/${chunk}`, new Blob([matteKey]))
      return crashes ? new Promise(() => {}) : work.estimateMattes(request, call)
    }
    const tab = browser.openTab({ matteKey }, { work: { ...work, estimateMattes } })
    return { ...tab, submit: () => tab.videos.submitVideo(scriptedVideo(), defaultVideoOptions) }
  }
  const tracks = () => [...browser.files.content.keys()].filter((path) => path.startsWith('tracks/'))
  return { openRelease, store, folders, tracks }
}

test('a half-matted clip of other weights restarts', async () => {
  const { openRelease, folders, tracks } = openBrowser()
  const before = openRelease('weights-1', true)
  const { id } = await before.submit()
  await eventually(() => expect(tracks()).toHaveLength(1))
  before.crash()
  const after = openRelease('weights-2')
  expect((await endOf(after.videos, id)).status).toBe('completed')
  const [first = '', second = ''] = folders
  expect(first).toMatch(/^tracks\/\w+\/weights-1$/)
  expect(second).toBe(first.replace('weights-1', 'weights-2'))
  await eventually(() => expect(tracks()).toEqual([`${second}/${chunk}`]))
})

test('a half-matted clip of the same weights goes on', async () => {
  const { openRelease, folders, tracks } = openBrowser()
  const before = openRelease('weights-1', true)
  const { id } = await before.submit()
  await eventually(() => expect(tracks()).toHaveLength(1))
  before.crash()
  expect((await endOf(openRelease('weights-1').videos, id)).status).toBe('completed')
  expect(new Set(folders).size).toBe(1)
})

test('a finished clip keeps the mattes of its weights', async () => {
  const { openRelease, folders, tracks } = openBrowser()
  const before = openRelease('weights-1')
  const { id } = await before.submit()
  await endOf(before.videos, id)
  before.crash()
  const after = openRelease('weights-2')
  await endOf(after.videos, (await after.submit()).id)
  expect(folders.map((path) => path.split('/')[2])).toEqual(['weights-1', 'weights-2'])
  await eventually(() => expect(tracks()).toHaveLength(2))
  await after.videos.onDevice.forget(id)
  expect(tracks()).toEqual([`${folders.at(-1)}/${chunk}`])
})
