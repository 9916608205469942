import { expect, test, vi } from 'vitest'
import { type ClickEdit, noEdits } from '#contract/image-edits.ts'
import { parseImageOptions } from '#contract/image-options.ts'
import { memoryBlobStore } from '#matting/blob-store.ts'
import { openLater } from '#matting/image-matter.ts'
import { featureSize } from '#pipeline/feature-cache.ts'
import type { ImageCall, PartNeeded } from '#pipeline/image-requests.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { eventually } from '#support/eventually.ts'
import { fakeMatter } from '#support/fake-matter.ts'
import { nodeCodecs } from '#support/node-codecs.ts'
import { paintPhoto, toBlob } from '#support/painted-photo.ts'

const base = { signal: new AbortController().signal, onProgress: () => {} }
const click: ClickEdit = { kind: 'click', mode: 'remove', x: 200, y: 150 }
const clicked = { ...noEdits, list: [click] }
const stroke = {
  kind: 'stroke',
  mode: 'keep',
  radius: 9,
  hardness: 1,
  snap: false,
  points: [[9, 9, 1]],
} as const

/** Two pipelines with the same stores: one edits without networks, what it needs the other makes. */
const openBoth = async () => {
  const image = await toBlob(paintPhoto().png())
  const source = { image, options: parseImageOptions({}) }
  const stores = { matteStore: memoryBlobStore(), featureStore: memoryBlobStore() }
  const maker = openImagePipeline({ ...nodeCodecs, ...stores, matter: fakeMatter })
  const matter = openLater(() => Promise.reject(new Error('a network was loaded')))
  const editor = openImagePipeline({ ...nodeCodecs, ...stores, matter })
  const need = vi.fn((wanted: PartNeeded) => maker.makePart(wanted, base))
  const call: ImageCall = { ...base, need }
  const request = { ...source, id: 'req_1' }
  return { source, request, maker, editor, need, call }
}

const partsOf = ({ mock }: { readonly mock: { readonly calls: readonly (readonly [PartNeeded])[] } }) =>
  mock.calls.map(([{ part }]) => part)

test('an edit without networks has its matte made once', async () => {
  const { request, editor, need, call } = await openBoth()
  const edit = () => editor.editImage({ ...request, edits: noEdits }, call)
  expect((await edit()).placement?.reused).toBe(false)
  expect((await edit()).placement?.reused).toBe(true)
  expect(partsOf(need)).toEqual(['matte'])
})

test('a click has features made where the matte is kept', async () => {
  const { request, maker, editor, need, call } = await openBoth()
  await maker.removeImage(request, base)
  const { placement } = await editor.editImage({ ...request, edits: clicked }, call)
  expect(placement?.reused).toBe(true)
  expect(need.mock.calls).toEqual([
    [expect.objectContaining({ part: 'features', picture: expect.objectContaining(featureSize) })],
  ])
})

test('a click does without features that cannot be had', async () => {
  const { request, maker, editor, need, call } = await openBoth()
  await maker.removeImage(request, base)
  need.mockResolvedValue(true)
  expect(await editor.editImage({ ...request, edits: clicked }, call)).toHaveProperty('image')
})

test('hovering and proposals make no parts', async () => {
  const { source, request, maker, editor, need, call } = await openBoth()
  await maker.removeImage(request, base)
  await editor.editImage({ ...request, edits: noEdits }, call)
  const hover = () => editor.outlineClick({ ...source, edits: noEdits, click }, call)
  expect([await hover(), await editor.proposeCutouts(source, call)]).toEqual([null, null])
  expect(need).not.toHaveBeenCalled()
  await editor.openEdits(source, call)
  expect(await hover()).toEqual(expect.any(String))
})

test('a stroke does not wait while features are made', async () => {
  const { source, request, maker, editor, need, call } = await openBoth()
  await maker.removeImage(request, base)
  let give = () => {}
  need.mockImplementation(async (wanted) => {
    await new Promise<void>((resolve) => {
      give = resolve
    })
    return maker.makePart(wanted, base)
  })
  const opening = editor.openEdits(source, call)
  await eventually(() => expect(need).toHaveBeenCalled())
  await editor.editImage({ ...request, edits: { ...noEdits, list: [stroke] } }, call)
  give()
  await opening
  expect(partsOf(need)).toEqual(['features'])
})

test('a matte that was made nowhere is an error', async () => {
  const { request, editor, need, call } = await openBoth()
  need.mockResolvedValue(false)
  await expect(editor.editImage({ ...request, edits: noEdits }, call)).rejects.toMatchObject({
    code: 'internal_server_error',
  })
})
