import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Size } from '#base/geometry.ts'
import { fromRuns } from '#base/plane-runs.ts'
import {
  type AlternativeEdit,
  type Edit,
  type ImageEdits,
  noEdits,
  type StrokeEdit,
} from '#contract/image-edits.ts'
import { type ImageForm, parseImageOptions } from '#contract/image-options.ts'
import { beyondLimit, leftOut } from '#contract/left-out.ts'
import { matteConfidence } from '#engine/matte-confidence.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import { nameOf } from '#pipeline/content-hash.ts'
import type { EditRequest } from '#pipeline/image-requests.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { fakeMatter } from '#support/fake-matter.ts'
import { nodeCodecs } from '#support/node-codecs.ts'

/** A textured red disc on green, which the fake matter finds. */
const photo = ({ width, height }: Size = { width: 600, height: 400 }, seed = 0): Raster => {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    const x = (i % width) + 0.5 - width / 2
    const y = Math.floor(i / width) + 0.5 - height / 2
    const share = Math.min(1, Math.max(0, 0.5 + height * 0.3 - Math.hypot(x, y)))
    data.set([200 * share + ((i * 7) % 23), 180 * (1 - share) + seed, (i * 3) % 31, 255], i * 4)
  }
  return { width, height, data }
}

const fileOf = async ({ width, height, data }: Raster) => {
  const file = await sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(file)])
}

const never = new AbortController().signal
const shown = async ({ image }: { readonly image: Blob }) =>
  (await nodeCodecs.decodeImage(image, { signal: never })).raster

/** Names a picture by its pixels, since comparing megabytes takes seconds. */
const hashOf = (raster: Raster) => createHash('sha1').update(raster.data).digest('hex')
const shownHash = async (answer: { readonly image: Blob }) => hashOf(await shown(answer))

const stroke = (x: number, y: number, change: Partial<StrokeEdit> = {}): StrokeEdit => ({
  kind: 'stroke',
  mode: 'keep',
  radius: 20,
  hardness: 1,
  snap: false,
  points: [
    [x, y, 1],
    [x + 30, y, 1],
  ],
  ...change,
})
const edited = (...list: readonly Edit[]): ImageEdits => ({ ...noEdits, list })

/** `alpha` is that of the subject. */
const openStudio = async (raster = photo(), alpha = 1) => {
  const file = await fileOf(raster)
  let runs = 0
  const matter: typeof fakeMatter = {
    ...fakeMatter,
    estimate: async (...given) => {
      runs++
      const matte = await fakeMatter.estimate(...given)
      return { ...matte, data: matte.data.map((value) => value * alpha) }
    },
  }
  const pipeline = openImagePipeline({ ...nodeCodecs, matter })
  const call = { signal: never, onProgress: () => {} }
  return {
    pipeline,
    file,
    runs: () => runs,
    remove: (form: ImageForm = {}) =>
      pipeline.removeImage({ id: 'req_1', image: file, options: parseImageOptions(form) }, call),
    edit: (
      edits: ImageEdits,
      form: ImageForm = {},
      more: Partial<EditRequest> = {},
      signal: AbortSignal = never,
    ) =>
      pipeline.editImage(
        { id: 'req_2', image: file, options: parseImageOptions(form), edits, ...more },
        { ...call, signal },
      ),
  }
}

/** The positions of the pixels that differ. */
const differing = (one: Raster, other: Raster) => {
  const [a, b] = [one, other].map(({ data }) => new Uint32Array(data.buffer, data.byteOffset))
  return Array.from(a ?? [], (_, i) => i)
    .filter((i) => a?.[i] !== b?.[i])
    .map((i) => ({ x: i % one.width, y: Math.floor(i / one.width) }))
}

test('without edits the result is that of removal, bit for bit', async () => {
  const { edit, remove } = await openStudio()
  const removed = await shownHash(await remove())
  expect(await shownHash(await edit(noEdits))).toBe(removed)
  expect(await shownHash(await edit(edited(stroke(50, 50))))).not.toBe(removed)
  expect(await shownHash(await edit(noEdits))).toBe(removed)
})

test('an unedited result tells how far and where it is in doubt', async () => {
  const { edit, remove } = await openStudio(photo(), 0.5)
  const { risk, places } = (await remove()).placement ?? {}
  expect(risk).toBeGreaterThan(0)
  expect(places?.[0]?.box.width).toBeGreaterThan(0)
  expect((await edit(noEdits)).placement).toMatchObject({ risk, places })
  const { placement } = await edit(edited(stroke(50, 50)))
  expect(placement).not.toHaveProperty('risk')
  expect(placement).not.toHaveProperty('places')
})

test('a stroke changes no pixel half a pixel outside its radius', async () => {
  const { edit, remove } = await openStudio()
  const removed = await shown(await remove())
  for (const mode of ['keep', 'remove'] as const) {
    const out = await shown(await edit(edited(stroke(280, 70, { mode }))))
    const changed = differing(out, removed)
    expect(changed.length).toBeGreaterThan(100)
    const outside = changed.filter(({ x, y }) => {
      const nearest = Math.min(310, Math.max(280, x + 0.5))
      return Math.hypot(x + 0.5 - nearest, y + 0.5 - 70) > 20.5
    })
    expect(outside).toEqual([])
  }
})

test('a kept pixel is as photographed, a removed one is empty', async () => {
  const { edit } = await openStudio()
  const source = photo()
  const out = await shown(await edit(edited(stroke(40, 40), stroke(280, 200, { mode: 'remove' }))))
  const at = (raster: Raster, x: number, y: number) => [
    ...raster.data.subarray((y * raster.width + x) * 4, (y * raster.width + x) * 4 + 4),
  ]
  expect(at(out, 50, 45)).toEqual(at(source, 50, 45))
  expect(at(out, 290, 205)).toEqual([0, 0, 0, 0])
})

test('other content of a file is counted once for all edits', async () => {
  const file = await fileOf(photo())
  let counts = 0
  const readExtras = async () => [leftOut('pages', ++counts)]
  const pipeline = openImagePipeline({ ...nodeCodecs, matter: fakeMatter, readExtras })
  const request = { id: 'req_1', image: file, options: parseImageOptions({}) } as const
  const call = { signal: never, onProgress: () => {} }
  const answers = [
    await pipeline.removeImage(request, call),
    await pipeline.editImage({ ...request, edits: edited(stroke(40, 40)) }, call),
    await pipeline.removeImage({ ...request, options: parseImageOptions({ format: 'webp' }) }, call),
  ]
  for (const { placement } of answers) expect(placement?.leftOut).toEqual([leftOut('pages', 1)])
})

test('a file beyond its byte limit reports size and limit', async () => {
  const pipeline = openImagePipeline({ ...nodeCodecs, matter: fakeMatter })
  const request = { id: 'req_1', image: await fileOf(photo()), options: parseImageOptions({}) } as const
  const call = { signal: never, onProgress: () => {} }
  const lacking = async (maxBytes: number) => {
    const { image, placement } = await pipeline.editImage(
      { ...request, edits: noEdits, file: { format: 'png', maxBytes } },
      call,
    )
    return [image.size, placement?.leftOut] as const
  }
  const [bytes, none] = await lacking(1e6)
  expect(none).toBeUndefined()
  expect((await lacking(10))[1]).toEqual(beyondLimit(bytes, 10))
  expect(beyondLimit(bytes, 10)).toHaveLength(1)
})

test('the network runs once for a picture, however it is edited', async () => {
  const { edit, remove, runs } = await openStudio()
  await remove()
  for (let i = 0; i < 3; i++) await edit(edited(stroke(40, 40 + i)))
  expect(runs()).toBe(1)
})

describe('undo and redo', () => {
  test('each state looks the same, whichever way leads to it', async () => {
    const list: readonly Edit[] = [
      stroke(40, 40),
      stroke(45, 50, { mode: 'remove', hardness: 0.3 }),
      { kind: 'click', mode: 'keep', x: 60, y: 300 },
      { kind: 'click', mode: 'remove', x: 500, y: 300 },
      {
        kind: 'lasso',
        mode: 'remove',
        points: [
          [200, 100],
          [400, 120],
          [300, 300],
        ],
      },
      { kind: 'click', mode: 'keep', x: 300, y: 200 },
    ]
    const { edit } = await openStudio()
    const forwards: string[] = []
    for (let n = 0; n <= list.length; n++)
      forwards.push(await shownHash(await edit(edited(...list.slice(0, n)))))
    expect(new Set(forwards).size).toBeGreaterThan(4)
    for (const n of [2, 5, 0, 6, 4, 1, 3]) {
      expect(await shownHash(await edit(edited(...list.slice(0, n))))).toBe(forwards[n])
    }
    const fresh = await openStudio()
    expect(await shownHash(await fresh.edit(edited(...list)))).toBe(forwards[list.length])
  })

  test('feathered strokes look the same one by one as all at once', async () => {
    const list = [
      stroke(258, 223, { mode: 'remove', hardness: 0.4 }),
      stroke(336, 137, { radius: 37, hardness: 0.7 }),
      stroke(321, 92, { mode: 'remove', radius: 37, hardness: 0.1 }),
    ]
    const feathered = (count: number) => ({ ...edited(...list.slice(0, count)), feather: 4, edgeShift: -2 })
    const { edit } = await openStudio()
    for (let count = 1; count < list.length; count++) await edit(feathered(count))
    const later = await shownHash(await edit(feathered(list.length)))
    const fresh = await openStudio()
    expect(await shownHash(await fresh.edit(feathered(list.length)))).toBe(later)
  })

  test('another edit after an undo replaces the one that was undone', async () => {
    const { edit } = await openStudio()
    const direct = await shownHash(await edit(edited(stroke(40, 40), stroke(100, 300))))
    await edit(edited(stroke(40, 40), stroke(300, 80)))
    await edit(edited(stroke(40, 40)))
    expect(await shownHash(await edit(edited(stroke(40, 40), stroke(100, 300))))).toBe(direct)
  })
})

test('a draft is small and looks like the result', async () => {
  const { edit } = await openStudio(photo({ width: 900, height: 600 }))
  const values = { ...edited(stroke(200, 200)), edgeShift: -6, feather: 9, edgeColors: 0.5 }
  const draft = await edit(values, {}, { isDraft: true })
  const exact = await edit(values)
  const fresh = await openStudio(photo({ width: 900, height: 600 }))
  expect(await shownHash(exact)).toBe(await shownHash(await fresh.edit(values)))
  const small = await shown(draft)
  expect(small.width * small.height).toBeLessThanOrEqual(500_000)
  expect(draft.placement?.source).toEqual(exact.placement?.source)
  expect(draft.placement?.box.width).toBeCloseTo(900)
  const alike = resizeRaster(await shown(exact), small)
  const difference = small.data.reduce((sum, value, i) => sum + Math.abs(value - (alike.data[i] ?? 0)), 0)
  expect(difference / small.data.length).toBeLessThan(1)
})

test('the order of strokes that lie apart does not matter', async () => {
  const { edit } = await openStudio()
  const [one, other] = [stroke(60, 60), stroke(290, 190, { mode: 'remove' })]
  const there = await shownHash(await edit(edited(one, other)))
  expect(await shownHash(await edit(edited(other, one)))).toBe(there)
})

test('crop, size and confidence follow the edited alpha', async () => {
  const { edit, remove } = await openStudio()
  const far = edited(stroke(20, 200, { radius: 10 }))
  const before = await remove({ crop: 'true' })
  const answer = await edit(far, { crop: 'true' })
  expect(answer.placement?.box.x).toBeLessThan((before.placement?.box.x ?? 0) - 50)
  const raster = await shown(answer)
  expect(answer.facts.confidence).toBe(matteConfidence(raster).confidence)
})

test('the edits are kept by another format, background and size', async () => {
  const { edit } = await openStudio()
  const edits = edited(stroke(40, 40))
  const out = await shown(await edit(edits, { format: 'png', bg_color: '#0000ff', size: 'full' }))
  const corner = (45 * out.width + 50) * 4
  expect(out.data[corner + 2]).toBeLessThan(60)
  expect(out.data[2]).toBe(255)
})

test('edge colours of 0 leave the photo its own colours', async () => {
  const { edit } = await openStudio()
  const source = photo()
  const out = await shown(await edit({ ...noEdits, edgeColors: 0 }))
  const mixed = Array.from({ length: out.width * out.height }, (_, i) => i * 4).filter(
    (at) => (out.data[at + 3] ?? 0) > 0,
  )
  expect(mixed.length).toBeGreaterThan(1000)
  const wrong = mixed.filter((at) => [0, 1, 2].some((c) => out.data[at + c] !== source.data[at + c]))
  expect(wrong).toEqual([])
})

describe('the result of another service', () => {
  const withAlpha = async (raster: Raster, alpha: (x: number, y: number) => number) => {
    const data = raster.data.slice()
    for (let i = 0; i < data.length / 4; i++)
      data[i * 4 + 3] = alpha(i % raster.width, Math.floor(i / raster.width))
    return fileOf({ ...raster, data })
  }

  test('its alpha is edited without the network', async () => {
    const { edit, runs } = await openStudio()
    const alphaFrom = await withAlpha(photo(undefined, 9), (x) => (x < 300 ? 255 : 0))
    const out = await shown(await edit(edited(stroke(400, 100)), {}, { alphaFrom }))
    const source = photo()
    for (const [x, y, visible] of [
      [100, 100, true],
      [410, 105, true],
      [500, 300, false],
    ] as const) {
      const at = (y * 600 + x) * 4
      expect([...out.data.subarray(at, at + 4)]).toEqual(
        visible ? [...source.data.subarray(at, at + 4)] : [0, 0, 0, 0],
      )
    }
    expect(runs()).toBe(0)
  })

  test('a smaller result is brought to the size of the picture', async () => {
    const { edit } = await openStudio()
    const alphaFrom = await withAlpha(photo({ width: 300, height: 200 }), (x) => (x < 150 ? 255 : 0))
    const out = await shown(await edit(noEdits, {}, { alphaFrom }))
    expect([out.width, out.height, out.data[3], out.data.at(-1)]).toEqual([600, 400, 255, 0])
  })

  test('one without transparency or of a part of the picture is refused', async () => {
    const { edit, file } = await openStudio()
    await expect(edit(noEdits, {}, { alphaFrom: file })).rejects.toMatchObject({
      code: 'validation_error',
      reason: 'alpha_missing',
    })
    const alphaFrom = await withAlpha(photo({ width: 300, height: 300 }), () => 100)
    await expect(edit(noEdits, {}, { alphaFrom })).rejects.toMatchObject({
      code: 'validation_error',
      reason: 'alpha_of_other_shape',
    })
  })
})

test('a cancelled edit leaves nothing behind, and the next call goes on', async () => {
  const { edit } = await openStudio()
  const list = Array.from({ length: 40 }, (_, i) => stroke(20 + i * 12, 60 + (i % 7) * 40))
  const direct = await shownHash(await edit(edited(...list)))
  const { edit: again } = await openStudio()
  await again(noEdits)
  const controller = new AbortController()
  const stopped = again(edited(...list), {}, {}, controller.signal)
  void turnEventLoop(3).then(() => controller.abort())
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  expect(await shownHash(await again(edited(...list)))).toBe(direct)
})

test('a click that hovers is outlined once its picture is open', async () => {
  const { pipeline, file, edit } = await openStudio()
  const call = { signal: never, onProgress: () => {} }
  const request = { id: 'req_1', image: file, options: parseImageOptions({}), edits: noEdits }
  const click = { kind: 'click', mode: 'remove', x: 300, y: 200 } as const
  const outline = (edits: ImageEdits) => pipeline.outlineClick({ ...request, edits, click }, call)
  expect(await outline(noEdits)).toBeNull()
  await pipeline.openEdits(request, call)
  expect(await outline(noEdits)).toMatch(/^M[\d.]+ [\d.]+L.*Z$/)
  await edit(edited(stroke(40, 40)))
  expect(await outline(edited(stroke(40, 40)))).toMatch(/^M/)
  expect(await outline(edited(stroke(400, 40)))).toBeNull()
})

test('a click is outlined after edits were undone, and they come back', async () => {
  const { pipeline, file, edit } = await openStudio()
  const call = { signal: never, onProgress: () => {} }
  const request = { id: 'req_1', image: file, options: parseImageOptions({}), edits: noEdits }
  const click = { kind: 'click', mode: 'remove', x: 300, y: 200 } as const
  const outline = (edits: ImageEdits) => pipeline.outlineClick({ ...request, edits, click }, call)
  await pipeline.openEdits(request, call)
  const before = await outline(noEdits)
  const made = await shownHash(await edit(edited(stroke(300, 200, { mode: 'remove' }))))
  expect(await outline(noEdits)).toBe(before)
  expect(await shownHash(await edit(edited(stroke(300, 200, { mode: 'remove' }))))).toBe(made)
})

test('parts that edits need are stored once', async () => {
  const { pipeline, file, runs, edit } = await openStudio()
  const call = { signal: never, onProgress: () => {} }
  const name = await nameOf({ image: file, options: parseImageOptions({}) }, async (level) => level)
  const wanted = { part: 'matte', name, image: file, options: parseImageOptions({}) } as const
  expect(await pipeline.makePart(wanted, call)).toBe(false)
  expect(await pipeline.makePart(wanted, call)).toBe(true)
  await edit(edited({ kind: 'click', mode: 'keep', x: 20, y: 20 }))
  expect(runs()).toBe(1)
})

test('a closer look adds a cut-out to those that are offered', async () => {
  const file = await fileOf(photo())
  const box = (from: number, to: number): AlphaMaskF32 => ({
    width: 64,
    height: 64,
    data: Float32Array.from({ length: 4096 }, (_, i) => Number(i % 64 >= from && i % 64 < to)),
  })
  let looks = 0
  const matter: typeof fakeMatter = {
    ...fakeMatter,
    estimate: async () => ({ ...box(10, 20), others: [box(20, 30), box(30, 40)] }),
    lookCloser: async () => {
      looks++
      return box(40, 50)
    },
  }
  const pipeline = openImagePipeline({ ...nodeCodecs, matter })
  const call = { signal: never, onProgress: () => {} }
  const request = { id: 'req_1', image: file, options: parseImageOptions({}), edits: noEdits }
  await pipeline.openEdits(request, call)
  const before = await pipeline.proposeCutouts(request, call)
  expect(await pipeline.lookCloser(request, call)).toBe(true)
  expect(await pipeline.lookCloser(request, call)).toBe(true)
  expect(looks).toBe(1)
  const after = await pipeline.proposeCutouts(request, call)
  // The mattes of both other passes, as before.
  expect(after?.slice(0, 2)).toEqual(before?.slice(0, 2))
  const leftOf = (take: AlternativeEdit | undefined) => (take ? fromRuns(take).indexOf(1) / take.width : -1)
  expect([0, 1, 2].map((at) => leftOf(after?.[at]))).toEqual(
    [20, 30, 40].map((x) => expect.closeTo(x / 64, 1)),
  )
})

test('an offered cut-out is taken and undone like any edit', async () => {
  const { pipeline, file, edit, remove } = await openStudio()
  const call = { signal: never, onProgress: () => {} }
  const request = { id: 'req_1', image: file, options: parseImageOptions({}), edits: noEdits }
  expect(await pipeline.proposeCutouts(request, call)).toBeNull()
  await pipeline.openEdits(request, call)
  const [take] = (await pipeline.proposeCutouts(request, call)) ?? []
  if (!take) throw new Error('nothing is offered')
  const removed = await shownHash(await remove())
  const taken = await shownHash(await edit(edited(take)))
  expect(taken).not.toBe(removed)
  expect(await shownHash(await edit(noEdits))).toBe(removed)
  await edit(edited(take, stroke(40, 40)))
  expect(await shownHash(await edit(edited(take)))).toBe(taken)
  expect(await shownHash(await (await openStudio()).edit(edited(take)))).toBe(taken)
})
