import { expect, test } from 'vitest'
import { defaultImageOptions } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import { keepingPictures } from '#library/pictures/kept-picture.ts'
import { advancePicture, newPicture, type PictureItem } from '#library/pictures/picture-item.ts'
import { keyOf } from '#library/pictures/picture-output.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'

const file = new File(['photo'], 'a.jpg')
const picture = (runLocation: PictureItem['runLocation'] = 'device') =>
  newPicture({ id: 'a', file, name: 'a.jpg', fileKind: 'jpeg' }, runLocation, {
    ...defaultRecipe,
    background: '#00ff00',
  })
const answer = {
  image: new Blob(['result']),
  facts: {
    request_id: null,
    processing_ms: 1,
    width: 2,
    height: 3,
    confidence: 0.9,
    ambiguous_ratio: 0.1,
    content_type: 'image/png' as const,
  },
  placement: {
    source: { width: 2, height: 3 },
    box: { x: 0, y: 0, width: 2, height: 3 },
    device: { backend: 'wasm' as const, threads: 2 },
    reused: false,
    hasSubject: true,
    risk: 0.3,
    places: [],
  },
}
const sent = {
  answer,
  options: { ...defaultImageOptions, width: 40 },
  note: 'Converted.',
  isCutout: true,
}

/** What comes back of an item on a later visit; storage keeps plain data. */
const afterwards = (item: PictureItem, leaveOut?: string, mayBegin = true) => {
  const { data, files } = keepingPictures.toKept(item)
  const kept = Object.entries(files).filter(([name]) => name !== leaveOut)
  const stored = { id: item.id, kind: 'image', order: 1, data: structuredClone(data) }
  return keepingPictures.fromKept({ ...stored, files: Object.fromEntries(kept) }, mayBegin)
}

test('a finished picture comes back finished', () => {
  const item = [
    { type: 'finished', answer } as const,
    {
      type: 'pictured',
      thumbnail: new Blob(['small']),
      look: keyOf({ options: defaultImageOptions }),
    } as const,
  ].reduce(advancePicture, picture())
  expect(afterwards(item)).toEqual(item)
  expect(keepingPictures.toKept(item).source).toBe(item.file)
})

test("the content of an earlier release's thumbnail is unknown", () => {
  const thumbnail = new Blob(['small'])
  const look = '[false,"0px",null,null,"contain","rgba",null,true,null]'
  const item = advancePicture(picture(), { type: 'pictured', thumbnail, look })
  expect(afterwards(item)).toMatchObject({ thumbnail, thumbnailLook: null })
})

test('a picture at work here goes on by itself', () => {
  const item = advancePicture(picture(), { type: 'started' })
  expect(afterwards(item)).toMatchObject({ phase: 'waiting', answer: null })
  expect(afterwards(item, undefined, false)).toMatchObject({ phase: 'stopped' })
})

test('a result of a service comes back with its options', () => {
  const item = advancePicture(picture('service'), { type: 'answered', sent })
  expect(afterwards(item)).toEqual(item)
})

test('a request to a service waits for a click', () => {
  const waiting = advancePicture(picture('service'), { type: 'retried' })
  expect(afterwards(waiting)).toMatchObject({ phase: 'ready', runLocation: 'service' })
  expect(afterwards(advancePicture(waiting, { type: 'started' }))).toMatchObject({ phase: 'stopped' })
})

test('a failed picture comes back with its error', () => {
  const error = new ServiceError('validation_error', { reason: 'edits_unreadable' })
  const failed = afterwards(advancePicture(picture(), { type: 'failed', error }))
  expect(failed).toMatchObject({ phase: 'failed', error: { reason: 'edits_unreadable' } })
})

test('a result whose file is gone is requested again', () => {
  const item = advancePicture(picture('service'), { type: 'answered', sent })
  expect(afterwards(item, 'sent')).toMatchObject({ phase: 'ready', serviceResult: null })
})

test('an unreadable picture does not come back', () => {
  expect(afterwards(picture(), 'original')).toBeNull()
  const { data, files } = keepingPictures.toKept(picture())
  const later = { id: 'a', kind: 'image', order: 1, data: { ...(data as object), version: 2 }, files }
  expect(keepingPictures.fromKept(later, true)).toBeNull()
})
