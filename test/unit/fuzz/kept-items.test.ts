import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeJobId } from '#contract/ids.ts'
import { defaultImageOptions } from '#contract/image-options.ts'
import { createJob } from '#contract/job.ts'
import { ServiceError } from '#contract/service-error.ts'
import { defaultVideoOptions, serializeVideoOptions } from '#contract/video-options.ts'
import { keepingPictures } from '#library/pictures/kept-picture.ts'
import { advancePicture, newPicture } from '#library/pictures/picture-item.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import { keepingVideos } from '#library/videos/keeping-videos.ts'
import { newVideo } from '#library/videos/video-state.ts'
import { pictureStateText } from '#studio/features/image/queue/picture-text.ts'
import { percentOf, phaseText } from '#studio/features/video/queue/video-status-text.ts'
import { damaged } from '#support/damaged-data.ts'

const file = new File(['file'], 'a.jpg')
const files = { original: file, sent: new Blob(['sent']), thumbnail: new Blob(['small']) }
const runs = { numRuns: 10_000 }

/** A picture that a service refused, after it had made a result. */
const picture = () => {
  const facts = {
    request_id: 'req_1',
    processing_ms: 1,
    width: 2,
    height: 3,
    confidence: 0.9,
    ambiguous_ratio: 0.1,
    content_type: 'image/png' as const,
  }
  const answer = { image: new Blob(['result']), facts }
  const item = newPicture({ id: 'a', file, name: 'a.jpg', fileKind: 'jpeg' }, 'service', defaultRecipe)
  const sent = { answer, options: defaultImageOptions, note: null, isCutout: true }
  const error = new ServiceError('rate_limit_exceeded', {
    reason: 'service_asks_to_wait',
    params: { waitSeconds: 60 },
  })
  const answered = advancePicture(item, { type: 'answered', sent })
  return advancePicture(answered, { type: 'failed', error })
}

test('a kept picture of any shape comes back, or is none', () => {
  const { data } = keepingPictures.toKept(picture())
  fc.assert(
    fc.property(damaged(fc.constant(structuredClone(data))), (stored) => {
      const item = keepingPictures.fromKept({ id: 'a', kind: 'image', order: 1, data: stored, files }, true)
      if (!item) return
      expect(typeof (pictureStateText(item) ?? '')).toBe('string')
      expect(keepingPictures.toKept(item).files.original).toBe(file)
    }),
    runs,
  )
})

test('a kept clip of any shape comes back, or is none', async () => {
  const keeping = keepingVideos(
    async () => [],
    async () => {},
  )
  const clip = newVideo({ file, name: 'clip.mp4', url: null }, defaultVideoRecipe)
  const job = createJob({
    id: makeJobId(),
    at: new Date('2026-01-02'),
    format: 'mp4',
    channels: 'rgba',
    duration_seconds: 4,
    fps: 25,
    width: 64,
    height: 48,
    frames: 100,
    status_url: 'v1/jobs/x',
  })
  const data = {
    ...(keeping.toKept(clip)?.data as object),
    sent: [{ job, options: serializeVideoOptions(defaultVideoOptions), trim: null }],
  }
  await fc.assert(
    fc.asyncProperty(damaged(fc.constant(structuredClone(data))), async (stored) => {
      const kept = { id: 'a', kind: 'video', order: 1, data: stored, files }
      // The list takes a failure for none.
      const item = await Promise.resolve(keeping.fromKept(kept, true))
      if (!item) return
      expect(typeof phaseText(item)).toBe('string')
      expect(percentOf(item) ?? 0).toBeGreaterThanOrEqual(0)
      expect(keeping.toKept(item)?.files.original).toBe(file)
    }),
    runs,
  )
})

test('an error with parameters that cannot be worded keeps its sentence', () => {
  const { params: _, ...plain } = new ServiceError('validation_error', {
    reason: 'method_not_allowed',
    params: { methods: ['GET'] },
  }).toPlain()
  const revived = ServiceError.fromPlain(plain as never)
  expect(revived).toMatchObject({ code: 'validation_error', message: plain.message, reason: undefined })
})
