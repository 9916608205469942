import { expect, test } from 'vitest'
import { makeJobId } from '#contract/ids.ts'
import { advanceJob, createJob } from '#contract/job.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { advanceEdits, type EditHistory, emptyHistory } from '#library/history/edit-history.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import { nextDiffersIn, type VideoJob } from '#library/videos/video-item.ts'
import { newVideo } from '#library/videos/video-state.ts'

test('the next result differs in edits only where it will have them', () => {
  const at = new Date()
  const queued = createJob({
    ...{ id: makeJobId(), at, format: 'webm', channels: 'rgba', duration_seconds: 4, fps: 25 },
    ...{ width: 64, height: 48, frames: 100, status_url: 'v1/jobs/x' },
  })
  const job = advanceJob(advanceJob(queued, { type: 'start', at }), {
    ...{ type: 'complete', at, result_url: 'v1/x', stats: { output_width: 64, output_height: 48 } },
  })
  const file = new File(['clip'], 'clip.mp4')
  const edits: EditHistory<VideoEdits['list'][number]> = advanceEdits(emptyHistory, {
    ...{ type: 'value', name: 'feather', value: 2, isContinued: false },
  })
  const made: VideoJob = {
    job,
    options: defaultVideoOptions,
    trim: null,
    runLocation: 'device',
    source: file,
  }
  const item = { ...newVideo({ file, name: 'clip.mp4', url: null }, defaultVideoRecipe), jobs: [made] }
  expect(nextDiffersIn(item, made, 'webm')).toBe('settings')
  expect(nextDiffersIn({ ...item, edits }, made, 'webm')).toBe('edits')
  const edited = { ...made, edits: edits.present }
  expect(nextDiffersIn({ ...item, edits, jobs: [edited] }, edited, 'mov')).toBe('file')
  // The edits are those of the whole clip.
  const trim = { fromSeconds: 1, toSeconds: 2 }
  expect(nextDiffersIn({ ...item, edits, jobs: [edited], trim }, edited, 'webm')).toBe('file')
})
