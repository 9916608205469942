import { expect, test } from 'vitest'
import { makeJobId } from '#contract/ids.ts'
import { advanceJob, createJob, type Job } from '#contract/job.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { keepingVideos } from '#studio/features/video/queue/kept-video.ts'
import { phaseOf, type VideoItem } from '#studio/features/video/queue/video-item.ts'
import { advanceVideo, newVideo, type VideoEvent } from '#studio/features/video/queue/video-state.ts'
import { defaultVideoRecipe } from '#studio/state/video-recipe.ts'

const file = new File(['clip'], 'clip.mp4')
const recipe = { ...defaultVideoRecipe, format: 'mp4' as const, background: '#00ff00' }
const clip = newVideo({ file, name: 'clip.mp4', url: 'https://example.com/clip.mp4' }, recipe)
const facts: VideoFacts = {
  ...{ container: 'mp4', codec: 'avc', isVariable: false, hasAlpha: false, decoder: 'webcodecs' },
  ...{ durationSeconds: 4, fps: 25, width: 64, height: 48, frames: 100, audio: null },
}
const at = new Date('2026-01-02T03:04:05Z')
const queued = (): Job =>
  createJob({
    ...{ id: makeJobId(), at, duration_seconds: 4, fps: 25, width: 64, height: 48, frames: 100 },
    ...{ format: 'mp4', channels: 'rgba', status_url: 'v1/jobs/x' },
  })
const failed = () =>
  advanceJob(advanceJob(queued(), { type: 'start', at }), {
    type: 'fail',
    at,
    error: { code: 'processing_failed', message: 'Failed.' },
  })
const submitted = (job: Job, runLocation: VideoItem['runLocation']): VideoEvent => ({
  type: 'submitted',
  job: { job, options: defaultVideoOptions, trim: null, runLocation, source: file },
})
const after = (...events: readonly VideoEvent[]) => events.reduce(advanceVideo, clip)

/** What comes back of a video on a later visit; storage keeps plain data. */
const afterwards = (item: VideoItem, mayBegin = true) => {
  const kept = keepingVideos.toKept(item)
  if (!kept) return null
  const stored = { id: item.id, kind: 'video', order: 1, data: structuredClone(kept.data) }
  return keepingVideos.fromKept({ ...stored, files: kept.files }, mayBegin)
}

test('a video that was not started comes back with its choices', () => {
  const trim = { fromSeconds: 1, toSeconds: 2 }
  const item = after({ type: 'probed', facts }, { type: 'trimmed', trim })
  expect(afterwards(item)).toEqual({ ...item, facts: null })
  expect(phaseOf(advanceVideo(afterwards(item) ?? item, { type: 'probed', facts }))).toBe('ready')
  expect(afterwards(after({ type: 'locationChosen', runLocation: 'service' }))?.runLocation).toBe('service')
})

test('a video whose start failed or was cancelled comes back', () => {
  const start = { type: 'starting', runLocation: 'device', usedCreditsBefore: null } as const
  const error = new ServiceError('internal_server_error', { reason: 'storage_full' })
  for (const end of [{ type: 'failed', error } as const, { type: 'stopped' } as const])
    expect(afterwards(after({ type: 'probed', facts }, start, end))).toEqual(clip)
})

test('a send that the page did not survive may have been charged', () => {
  const start = { type: 'starting', runLocation: 'service', usedCreditsBefore: 3 } as const
  const send = { type: 'sending', progress: { step: 'send', ratio: 0.5 } } as const
  const cut = { type: 'sending', progress: { step: 'save', ratio: 0.5 } } as const
  expect(afterwards(after(start, send))).toMatchObject({ isOutcomeUnknown: true, usedCreditsBefore: 3 })
  expect(afterwards(after(start, cut))).toMatchObject({ isOutcomeUnknown: false })
})

test('a video with a job is kept by that', () => {
  expect(afterwards(after(submitted(queued(), 'device')))).toBeNull()
  expect(afterwards(after(submitted(failed(), 'device')))).toBeNull()
  expect(afterwards(after(submitted(queued(), 'service')))).toBeNull()
  expect(afterwards({ ...clip, isRestored: true })).toBeNull()
})

test('a video that failed on a service is kept', () => {
  expect(afterwards(after(submitted(failed(), 'service')))).toEqual(clip)
})

test('a video that no page survives rests until it is asked for', () => {
  const resting = afterwards(clip, false) ?? clip
  expect(phaseOf(resting)).toBe('stopped')
  expect(phaseOf(advanceVideo(resting, { type: 'probed', facts }))).toBe('ready')
})

test('what cannot be read of a video does not come back', () => {
  const kept = { id: 'a', kind: 'video', order: 1, ...keepingVideos.toKept(clip) }
  const { data = null, files = {} } = kept
  expect(keepingVideos.fromKept({ ...kept, data, files: {} }, true)).toBeNull()
  expect(
    keepingVideos.fromKept({ ...kept, files, data: { ...(data as object), version: 2 } }, true),
  ).toBeNull()
  expect(keepingVideos.parseRecipe('none')).toBeNull()
})
