import { expect, test } from 'vitest'
import { type ClickEdit, noEdits } from '#contract/image-edits.ts'
import { parseImageOptions } from '#contract/image-options.ts'
import { type BlobStore, memoryBlobStore, withKeyPrefix } from '#matting/blob-store.ts'
import { featureSize } from '#pipeline/feature-cache.ts'
import { openImageEditEngine } from '#pipeline/image-edit-engine.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { fakeMatter } from '#support/fake-matter.ts'
import { nodeCodecs } from '#support/node-codecs.ts'
import { paintPhoto, toBlob } from '#support/painted-photo.ts'

const call = { signal: new AbortController().signal, onProgress: () => {} }
const click: ClickEdit = { kind: 'click', mode: 'remove', x: 200, y: 150 }

/** An engine whose store has the matte of a photo and no features; each look for features waits for `release`. */
const openEngine = async () => {
  const image = await toBlob(paintPhoto().png())
  const request = { id: 'req_1', image, options: parseImageOptions({}) }
  const kept = memoryBlobStore()
  const pipeline = openImagePipeline({
    ...nodeCodecs,
    matter: fakeMatter,
    matteStore: withKeyPrefix(kept, 'matte '),
  })
  await pipeline.removeImage(request, call)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow: BlobStore = {
    ...kept,
    get: async (key) => {
      if (key.startsWith('features ')) await released
      return kept.get(key)
    },
  }
  return { engine: openImageEditEngine(slow, nodeCodecs), request, release }
}

test('a click asks for features, and does without them when prepared', async () => {
  const { engine, request, release } = await openEngine()
  release()
  const edits = { ...noEdits, list: [click] }
  expect(await engine.editImage({ ...request, edits }, call)).toEqual({
    missing: 'features',
    picture: { ...featureSize, data: expect.any(Uint8ClampedArray) },
  })
  expect(await engine.editImage({ ...request, edits, isPrepared: true }, call)).toHaveProperty('image')
})

test('a hover beside a prepared edit does not make it ask again', async () => {
  const { engine, request, release } = await openEngine()
  const edits = { ...noEdits, list: [click] }
  const edited = engine.editImage({ ...request, edits, isPrepared: true }, call)
  const outlined = engine.outlineClick({ ...request, edits: noEdits, click }, call)
  release()
  expect(await edited).toHaveProperty('image')
  expect(await outlined).toBeNull()
})
