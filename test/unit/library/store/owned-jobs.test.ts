import { expect, test } from 'vitest'
import { makeJobId } from '#contract/ids.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { folderJobItem, openOwnedJobs } from '#library/store/owned-jobs.ts'
import { memoryBrowser } from '#support/memory-browser.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const nothing = async () => undefined
const never = () => Promise.reject(new Error('not asked for'))

test('a clip of a folder job is no orphan of a list', async () => {
  const { videos, parts } = memoryBrowser().openTab()
  const { store } = parts
  const jobs = openOwnedJobs({
    store,
    events: { publish: () => {}, watch: () => () => {} },
    transitions: { fail: never },
    retention: { sweep: nothing },
  })
  const submit = (item: string, id = makeJobId()) =>
    videos.submitVideo(scriptedVideo(), defaultVideoOptions, { id, item })
  const id = makeJobId()
  await submit(folderJobItem(id), id)
  await submit('gone')
  await submit('known')
  expect([...(await jobs.orphans(['known'])).values()]).toEqual([new Set(['gone'])])
})
