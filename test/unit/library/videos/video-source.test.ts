import { expect, test, vi } from 'vitest'
import { makeJobId } from '#contract/ids.ts'
import { createJob } from '#contract/job.ts'
import { toFrameRate } from '#contract/video-facts.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import type { VideoItem } from '#library/videos/video-item.ts'
import { fileToSubmit } from '#library/videos/video-source.ts'
import { newVideo } from '#library/videos/video-state.ts'
import { defaultVideoFacts } from '#support/fake-video-workers.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

test('only a service gets a rewritten copy of an unsupported file', async () => {
  const { onDevice } = inMemoryService()
  const file = scriptedVideo({ durationSeconds: 2 })
  const signal = new AbortController().signal
  const isSame = async (container: 'mp4' | 'gif' | 'webp' | 'other', isSent: boolean) => {
    const facts = { ...defaultVideoFacts, container, durationSeconds: 2 }
    const item = { ...newVideo({ file, name: file.name, url: null }, defaultVideoRecipe), facts }
    return (
      (await fileToSubmit(item, defaultVideoOptions, onDevice, { signal, onProgress: () => {}, isSent })) ===
      file
    )
  }
  for (const container of ['webp', 'other'] as const)
    expect([await isSame(container, true), await isSame(container, false)]).toEqual([false, true])
  for (const container of ['mp4', 'gif'] as const) expect(await isSame(container, true)).toBe(true)
})

test('a part is cut by field here, by frame elsewhere', async () => {
  const { signal } = new AbortController()
  const { onDevice } = inMemoryService()
  if (!onDevice) throw new Error('This service has no device.')
  const trim = vi.spyOn(onDevice.workers, 'trim')
  const file = scriptedVideo({ durationSeconds: 2 })
  const facts = { ...defaultVideoFacts, fields: 'top', fps: 25, frames: 50, durationSeconds: 2 } as const
  const part = { fromSeconds: 0, toSeconds: 1 }
  const begun = newVideo({ file, name: file.name, url: null }, defaultVideoRecipe)
  const job = createJob({
    id: makeJobId(),
    at: new Date(0),
    format: 'webm',
    channels: 'rgba',
    duration_seconds: 1,
    fps: 25,
    width: 64,
    height: 48,
    frames: 25,
    status_url: 'v1/jobs/x',
  })
  let item: VideoItem = { ...begun, facts, trim: part }
  const submit = async (deinterlace: 'frame' | 'field', runLocation: 'device' | 'service') => {
    const options = { ...defaultVideoOptions, deinterlace }
    const isSent = runLocation === 'service'
    const source = await fileToSubmit(item, options, onDevice, { signal, onProgress: () => {}, isSent })
    item = { ...item, jobs: [{ job, options, trim: part, runLocation, source }, ...item.jobs] }
  }
  await submit('field', 'device')
  await submit('field', 'service')
  await submit('field', 'device')
  await submit('frame', 'device')
  expect(trim.mock.calls.map(([request]) => request.facts)).toEqual([toFrameRate(facts, 'field'), facts])
  expect(item.jobs.map(({ source }) => source === item.jobs[0]?.source)).toEqual([true, false, true, false])
})
