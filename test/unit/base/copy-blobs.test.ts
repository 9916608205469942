import { expect, test } from 'vitest'
import { copyBlobs, withBlobs } from '#base/copy-blobs.ts'
import { ServiceError } from '#contract/service-error.ts'

test('a copy has bytes and type of its Blob', async () => {
  const [typed, plain] = [new Blob(['a'], { type: 'image/png' }), new Blob(['b'])]
  const copies = await copyBlobs([typed, plain, typed])
  expect(copies.size).toBe(2)
  const found = await Promise.all(
    [typed, plain].map(async (blob) => [copies.get(blob)?.type, await copies.get(blob)?.text()]),
  )
  expect(found).toEqual([
    ['image/png', 'a'],
    ['', 'b'],
  ])
  expect(copies.get(typed)).not.toBe(typed)
})

test('a Blob that cannot be read is left out', async () => {
  const gone = new Blob(['a'])
  gone.stream = () => new ReadableStream({ start: (stream) => stream.error(new Error('gone')) })
  expect((await copyBlobs([gone])).size).toBe(0)
})

test('Blobs are exchanged wherever they lie in plain data', () => {
  const [before, after, other] = [new Blob(), new Blob(), new Blob()]
  const error = new ServiceError('invalid_video')
  const untouched = { file: other }
  const value = { id: 'a', file: before, jobs: [{ file: before }, untouched], error, recipe: { a: 1 } }
  const changed = withBlobs(value, new Map([[before, after]]))
  expect(changed.file).toBe(after)
  expect(changed.jobs[0]?.file).toBe(after)
  expect(changed.jobs[1]).toBe(untouched)
  expect(changed.error).toBe(error)
  expect(changed.recipe).toBe(value.recipe)
  expect(withBlobs(value, new Map())).toBe(value)
})
