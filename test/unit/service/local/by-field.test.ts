import { expect, test } from 'vitest'
import { toFrameRate } from '#contract/video-facts.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { readJobRecord } from '#library/store/stored-job.ts'
import { defaultVideoFacts } from '#support/fake-video-workers.ts'
import { endOf, memoryBrowser } from '#support/memory-browser.ts'
import { memoryJobs } from '#support/memory-storage.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const byField = { ...defaultVideoOptions, deinterlace: 'field' } as const
const rate = { fps: 25, frames: 50, durationSeconds: 2 }
const interlaced = scriptedVideo({ fields: 'top', ...rate })

test('a job by field has twice the frames, and its own mattes', async () => {
  const store = memoryJobs()
  const { openTab } = memoryBrowser({ store })
  const { videos } = openTab()
  const keys = []
  for (const options of [defaultVideoOptions, byField]) {
    const { id } = await videos.submitVideo(interlaced, options)
    await endOf(videos, id)
    keys.push((await store.state(id))?.matteKey)
    expect(await videos.getJob(id)).toMatchObject(
      options === byField ? { ...jobRate, fps: 50, frames: 100 } : { ...jobRate, fps: 25, frames: 50 },
    )
    expect(readJobRecord(await store.state(id))?.facts.isByField).toBe(options === byField || undefined)
  }
  expect(new Set(keys).size).toBe(2)
})

const jobRate = { status: 'completed', duration_seconds: 2 }

test('a clip without fields is the same by field', async () => {
  const store = memoryJobs()
  const { openTab } = memoryBrowser({ store })
  const { videos } = openTab()
  const states = []
  for (const options of [defaultVideoOptions, byField]) {
    const { id } = await videos.submitVideo(scriptedVideo(rate), options)
    states.push(await store.state(id))
  }
  const [plain, asked] = states
  expect(asked?.facts).toEqual(plain?.facts)
  expect(asked?.matteKey).toBe(plain?.matteKey)
})

test('facts by field are doubled once', () => {
  const facts = { ...defaultVideoFacts, fields: 'bottom', gridFps: 25, ...rate } as const
  const doubled = toFrameRate(facts, 'field')
  expect(doubled).toEqual({ ...facts, isByField: true, fps: 50, frames: 100, gridFps: 50 })
  expect(toFrameRate(doubled, 'field')).toEqual(doubled)
  expect(toFrameRate(facts, undefined)).toEqual(facts)
})
