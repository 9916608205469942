import { expect, test } from 'vitest'
import { makeJobId } from '#contract/ids.ts'
import { advanceJob, createJob, type Job } from '#contract/job.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { advanceEdits, type EditHistory, emptyHistory } from '#library/history/edit-history.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import type { VideoJob } from '#library/videos/video-item.ts'
import { advanceVideo, newVideo } from '#library/videos/video-state.ts'

const at = new Date()
const file = new File(['clip'], 'clip.mp4')
const trim = { fromSeconds: 1, toSeconds: 2 }
const edits: EditHistory<VideoEdits['list'][number]> = advanceEdits(emptyHistory, {
  type: 'value',
  name: 'feather',
  value: 2,
  isContinued: false,
})
const started = () =>
  advanceJob(
    createJob({
      id: makeJobId(),
      at,
      format: 'webm',
      channels: 'rgba',
      duration_seconds: 4,
      fps: 25,
      width: 64,
      height: 48,
      frames: 100,
      status_url: 'v1/jobs/x',
    }),
    { type: 'start', at },
  )
const completed = (job: Job) =>
  advanceJob(job, {
    type: 'complete',
    at,
    result_url: 'v1/x',
    stats: { output_width: 64, output_height: 48 },
  })
const madeOf = (job: Job, part: VideoJob['trim']): VideoJob => ({
  job,
  options: defaultVideoOptions,
  trim: part,
  runLocation: 'device',
  source: file,
})
const clip = newVideo({ file, name: 'clip.mp4', url: null }, defaultVideoRecipe)

test('edits leave a clip when a result of another part is there', () => {
  const item = { ...clip, edits, jobs: [madeOf(completed(started()), null)] }
  const job = started()
  const working = advanceVideo(item, { type: 'submitted', job: madeOf(job, trim) })
  expect(working.edits).toBe(edits)
  const done = advanceVideo(working, { type: 'jobChanged', job: completed(job) })
  expect(done.edits).toBe(emptyHistory)
  const same = started()
  const again = advanceVideo(
    { ...item, jobs: [madeOf(same, null), ...item.jobs] },
    {
      type: 'jobChanged',
      job: completed(same),
    },
  )
  expect(again.edits).toBe(edits)
})
