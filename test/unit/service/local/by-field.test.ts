import { expect, test } from 'vitest'
import { toFrameRate } from '#contract/video-facts.ts'
import { defaultVideoOptions, type VideoOptions } from '#contract/video-options.ts'
import { readJobRecord } from '#library/store/stored-job.ts'
import { defaultVideoFacts } from '#support/fake-video-workers.ts'
import { endOf, memoryBrowser } from '#support/memory-browser.ts'
import { memoryJobs } from '#support/memory-storage.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const byField = { ...defaultVideoOptions, deinterlace: 'field' } as const
const rate = { fps: 25, frames: 50, durationSeconds: 2 }
const interlaced = scriptedVideo({ fields: 'top', ...rate })

/** The jobs of a video, by frame and by field, when they have ended, and what is kept of them. */
const submitted = async (video: File) => {
  const store = memoryJobs()
  const { videos } = memoryBrowser({ store }).openTab()
  const submit = async (options: VideoOptions) => {
    const { id } = await videos.submitVideo(video, options)
    await endOf(videos, id)
    return { job: await videos.getJob(id), state: await store.state(id) }
  }
  return { plain: await submit(defaultVideoOptions), asked: await submit(byField) }
}

test('a job by field has twice the frames, and its own mattes', async () => {
  const { plain, asked } = await submitted(interlaced)
  const ended = { status: 'completed', duration_seconds: 2 }
  expect(plain.job).toMatchObject({ ...ended, fps: 25, frames: 50 })
  expect(asked.job).toMatchObject({ ...ended, fps: 50, frames: 100 })
  expect(readJobRecord(plain.state)?.facts.isByField).toBeUndefined()
  expect(readJobRecord(asked.state)?.facts.isByField).toBe(true)
  expect(asked.state?.matteKey).not.toBe(plain.state?.matteKey)
})

test('a clip without fields is the same by field', async () => {
  const { plain, asked } = await submitted(scriptedVideo(rate))
  expect(asked.state?.facts).toEqual(plain.state?.facts)
  expect(asked.state?.matteKey).toBe(plain.state?.matteKey)
})

test('facts by field are doubled once', () => {
  const facts = { ...defaultVideoFacts, fields: 'bottom', gridFps: 25, ...rate } as const
  const doubled = toFrameRate(facts, 'field')
  expect(doubled).toEqual({ ...facts, isByField: true, fps: 50, frames: 100, gridFps: 50 })
  expect(toFrameRate(doubled, 'field')).toEqual(doubled)
  expect(toFrameRate(facts, undefined)).toEqual(facts)
})
