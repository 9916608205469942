import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Size } from '#base/geometry.ts'
import { type ImageForm, parseImageOptions } from '#contract/image-options.ts'
import { type Progress, steps } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'
import { matteConfidence } from '#engine/matte-confidence.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { memoryBlobStore } from '#matting/blob-store.ts'
import type { ImageMatter } from '#matting/image-matter.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { nodeCodecs } from '#support/node-codecs.ts'

const device = {
  backend: 'wasm',
  threads: 2,
  isolated: true,
  precision: 'int8+fp16',
  label: 'CPU, 2 threads',
  notes: [],
} as const

/** A matte with a soft disc in the middle, as a network would give it for the photos below. */
const disc = (side = 64): AlphaMaskF32 => ({
  width: side,
  height: side,
  data: Float32Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [(i % side) + 0.5, Math.floor(i / side) + 0.5]
    return Math.min(1, Math.max(0, 0.5 + side * 0.3 - Math.hypot(x - side / 2, y - side / 2)))
  }),
})

const fakeMatter = (matte = disc(), isReady = true) => {
  const runs: string[] = []
  const matter: ImageMatter = {
    device,
    isReady: () => isReady,
    load: async () => {},
    estimate: async (_raster, level) => {
      runs.push(level)
      return matte
    },
    estimateFeatures: async () => [],
  }
  return { matter, runs }
}

/** A textured red subject on green, with colours mixed along its edge as in a photo. */
const photo = ({ width, height }: Size = { width: 120, height: 80 }, seed = 0): Raster => {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    const x = (((i % width) + 0.5) / width - 0.5) * 64
    const y = ((Math.floor(i / width) + 0.5) / height - 0.5) * 64
    const share = Math.min(1, Math.max(0, 0.5 + 64 * 0.3 - Math.hypot(x, y)))
    data.set([200 * share + (i % 40), 180 * (1 - share) + seed, i % 7, 255], i * 4)
  }
  return { width, height, data }
}

const fileOf = async ({ width, height, data }: Raster) => {
  const file = await sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(file)])
}

type Opened = ReturnType<typeof openImagePipeline>
const remove = (pipeline: Opened, image: Blob, form: ImageForm = {}, call = {}) =>
  pipeline.removeImage(
    { id: 'req_1', image, options: parseImageOptions(form) },
    { signal: new AbortController().signal, onProgress: () => {}, ...call },
  )
const open = (matter: ImageMatter = fakeMatter().matter) => openImagePipeline({ ...nodeCodecs, matter })
const shown = async (answer: { readonly image: Blob }) =>
  (await nodeCodecs.decodeImage(answer.image, { signal: new AbortController().signal })).raster

const quads = ({ data }: Raster) =>
  Array.from(
    { length: data.length / 4 },
    (_, i) => [...data.subarray(i * 4, i * 4 + 4)] as [number, number, number, number],
  )

test('only first looks get the matte of a first look', async () => {
  const { matter, runs } = fakeMatter()
  const pipeline = open(matter)
  const image = await fileOf(photo())
  const look = () =>
    pipeline.removeImage(
      { id: 'req_1', image, options: parseImageOptions({}), isFirstLook: true },
      { signal: new AbortController().signal, onProgress: () => {} },
    )
  await look()
  expect((await look()).placement?.reused).toBe(true)
  expect((await remove(pipeline, image)).placement?.reused).toBe(false)
  expect(runs).toHaveLength(2)
})

describe('results', () => {
  test('at full size opaque pixels equal the source, bit for bit', async () => {
    const source = quads(photo())
    const out = quads(await shown(await remove(open(), await fileOf(photo()))))
    const opaque = out.map((pixel, i) => ({ pixel, i })).filter(({ pixel }) => pixel[3] === 255)
    expect(opaque.length).toBeGreaterThan(1000)
    expect(opaque.map(({ pixel }) => pixel)).toEqual(opaque.map(({ i }) => source[i]))
  })

  test('an answer tells whether anything is left of the picture (D-14)', async () => {
    const hasSubject = async (matte: AlphaMaskF32) => {
      const { placement } = await remove(open(fakeMatter(matte).matter), await fileOf(photo()))
      return placement?.hasSubject
    }
    expect(await hasSubject(disc())).toBe(true)
    expect(await hasSubject({ width: 8, height: 8, data: new Float32Array(64) })).toBe(false)
  })

  test('nothing of the removed background stays in the file', async () => {
    const out = quads(await shown(await remove(open(), await fileOf(photo()))))
    const empty = out.filter(([, , , alpha]) => alpha === 0)
    expect(empty.length).toBeGreaterThan(1000)
    expect(empty.every(([r, g, b]) => r === 0 && g === 0 && b === 0)).toBe(true)
  })

  test('D-20: a partly transparent edge has the colour of the subject', async () => {
    const source = quads(photo())
    const out = quads(await shown(await remove(open(), await fileOf(photo()))))
    const edge = out.map((pixel, i) => ({ pixel, i })).filter(({ pixel }) => pixel[3] > 25 && pixel[3] < 230)
    const green = (pixels: readonly (readonly number[])[]) =>
      pixels.reduce((sum, pixel) => sum + (pixel[1] ?? 0), 0) / pixels.length
    expect(edge.length).toBeGreaterThan(20)
    expect(green(edge.map(({ pixel }) => pixel))).toBeLessThan(
      0.4 * green(edge.map(({ i }) => source[i] ?? [])),
    )
  })

  test('the alpha of the input limits the matte and keeps its colours', async () => {
    const opaque = await shown(await remove(open(), await fileOf(photo())))
    const source = photo()
    for (let i = 3; i < source.data.length; i += 4) source.data[i] = i % 16 === 3 ? 100 : 255
    const out = await shown(await remove(open(), await fileOf(source)))
    const wrong = quads(out).filter((pixel, i) => {
      const own = source.data[i * 4 + 3] ?? 0
      const full = opaque.data[i * 4 + 3] ?? 0
      const right = pixel[3] === Math.min(full, own)
      const kept =
        own === 255 || pixel[3] === 0 || pixel.slice(0, 3).every((v, c) => v === source.data[i * 4 + c])
      return !right || !kept
    })
    expect(wrong).toEqual([])
  })

  test('D-14, D-17: crop, padding and cap decide the result and its frame', async () => {
    const answer = await remove(open(), await fileOf(photo()), { crop: 'true', padding: '0.5', width: '50' })
    const box = answer.placement?.box
    expect(box?.x).toBeLessThan(0)
    expect(answer.placement?.source).toEqual({ width: 120, height: 80 })
    const raster = await shown(answer)
    expect({ width: raster.width, height: raster.height }).toEqual({ width: 50, height: answer.facts.height })
    expect(Math.abs(50 / raster.height - (box?.width ?? 0) / (box?.height ?? 1))).toBeLessThan(0.05)
    expect(raster.data[3]).toBe(0)
  })

  test('D-18: the facts are those of the output', async () => {
    const answer = await remove(open(), await fileOf(photo()), { crop: 'true' })
    const raster = await shown(answer)
    const { confidence, ambiguousRatio } = matteConfidence(raster)
    expect(answer.facts).toEqual({
      request_id: 'req_1',
      processing_ms: expect.any(Number),
      width: raster.width,
      height: raster.height,
      confidence,
      ambiguous_ratio: ambiguousRatio,
      content_type: 'image/png',
    })
    expect(answer.facts.processing_ms).toBeGreaterThan(0)
    expect(answer.placement?.device).toEqual({ backend: 'wasm', threads: 2 })
  })

  test('D-12: an opaque JPEG and a grey matte have the same confidence', async () => {
    const pipeline = open()
    const file = await fileOf(photo())
    const [cutout, flat, matte] = await Promise.all([
      remove(pipeline, file),
      remove(pipeline, file, { format: 'jpg', bg_color: '#0000ff' }),
      remove(pipeline, file, { channels: 'alpha', bg_color: 'red' }),
    ])
    const corner = quads(await shown(flat))[0] ?? []
    expect([(corner[0] ?? 0) < 8, (corner[1] ?? 0) < 8, (corner[2] ?? 0) > 247, corner[3]]).toEqual([
      true,
      true,
      true,
      255,
    ])
    expect((await sharp(Buffer.from(await matte.image.arrayBuffer())).metadata()).channels).toBe(1)
    expect(quads(await shown(matte)).map(([grey]) => grey)).toEqual(
      quads(await shown(cutout)).map(([, , , a]) => a),
    )
    expect([flat.facts.confidence, matte.facts.confidence]).toEqual([
      cutout.facts.confidence,
      cutout.facts.confidence,
    ])
  })
})

describe('small, narrow and empty pictures', () => {
  test.each([
    [1, 1],
    [1, 300],
    [2000, 1],
    [3, 2],
  ])('a picture of %i x %i keeps its size', async (width, height) => {
    for (const form of [
      {},
      { crop: 'true' },
      { crop: '1:1', size: 'preview' },
      { format: 'webp', channels: 'rgb' },
    ] as const) {
      const answer = await remove(open(), await fileOf(photo({ width, height })), form)
      const raster = await shown(answer)
      expect([raster.width, raster.height]).toEqual([answer.facts.width, answer.facts.height])
      if (!('crop' in form)) expect([raster.width, raster.height]).toEqual([width, height])
    }
  })

  test('a transparent input stays transparent, and its crop shows all of it', async () => {
    const empty = { width: 40, height: 30, data: new Uint8ClampedArray(40 * 30 * 4) }
    const answer = await remove(open(), await fileOf(empty), { crop: 'true' })
    expect(await shown(answer)).toEqual(empty)
    expect(answer.facts).toMatchObject({ width: 40, height: 30, confidence: 1, ambiguous_ratio: 0 })
  })
})

describe('a result that is too large', () => {
  test.each([
    ['a side that WebP cannot hold', { format: 'webp' }, 'format'],
    ['a crop far past the image', { crop: '1:40000' }, 'crop'],
    ['a slim picture made broad', { width: '6000' }, 'width'],
  ])('%s is refused before the network runs', async (_what, form, name) => {
    for (const isReady of [true, false]) {
      const { matter, runs } = fakeMatter(disc(), isReady)
      const file = await fileOf(
        photo(name === 'width' ? { width: 1, height: 60 } : { width: 16_400, height: 8 }),
      )
      await expect(remove(open(matter), file, form)).rejects.toMatchObject({
        code: 'validation_error',
        details: { [name]: [expect.any(String)] },
      })
      expect(runs).toEqual([])
    }
  })
})

test('a picture too large for the encoder is refused before matting', async () => {
  const { matter, runs } = fakeMatter()
  const canEncode = (format: string, { width }: Size) => format !== 'jpg' || width <= 100
  const pipeline = openImagePipeline({ ...nodeCodecs, canEncode, matter })
  const file = await fileOf(photo())
  await expect(remove(pipeline, file, { format: 'jpg' })).rejects.toMatchObject({
    code: 'validation_error',
    details: { format: [expect.stringContaining('120 x 80')] },
  })
  expect(runs).toEqual([])
  expect((await remove(pipeline, file, { format: 'jpg', width: '100' })).facts.width).toBe(100)
})

describe('caches', () => {
  test('another format, background, crop or size does not run the network again', async () => {
    const { matter, runs } = fakeMatter()
    const pipeline = open(matter)
    const file = await fileOf(photo())
    expect((await remove(pipeline, file)).placement?.reused).toBe(false)
    const forms: readonly ImageForm[] = [
      { format: 'webp' },
      { format: 'jpg', bg_color: 'teal' },
      { crop: '16:9', padding: '10%' },
      { size: 'preview', width: '30', height: '30', fit: 'cover' },
      { channels: 'alpha' },
    ]
    for (const form of forms) expect((await remove(pipeline, file, form)).placement?.reused).toBe(true)
    expect(runs).toEqual(['balanced'])
  })

  test('a pipeline that replaces another uses its mattes', async () => {
    const { matter, runs } = fakeMatter()
    const matteStore = memoryBlobStore()
    const file = await fileOf(photo())
    for (const reused of [false, true]) {
      const pipeline = openImagePipeline({ ...nodeCodecs, matter, matteStore })
      expect((await remove(pipeline, file)).placement?.reused).toBe(reused)
    }
    expect(runs).toEqual(['balanced'])
  })

  test('the same bytes share a matte; another level does not', async () => {
    const { matter, runs } = fakeMatter()
    const pipeline = open(matter)
    const bytes = await (await fileOf(photo())).arrayBuffer()
    await remove(pipeline, new File([bytes], 'a.png'))
    await remove(pipeline, new File([bytes], 'b.png'))
    await remove(pipeline, new File([bytes], 'b.png'), { level: 'fine' })
    await remove(pipeline, await fileOf(photo(undefined, 9)))
    expect(runs).toEqual(['balanced', 'fine', 'balanced'])
  })

  test('an evicted cut-out is made from its matte with the same result', async () => {
    const { matter, runs } = fakeMatter()
    const pipeline = open(matter)
    const file = await fileOf(photo())
    const first = await remove(pipeline, file)
    for (let seed = 1; seed <= 10; seed++) await remove(pipeline, await fileOf(photo(undefined, seed)))
    const again = await remove(pipeline, file)
    expect(runs).toHaveLength(11)
    expect(again.placement?.reused).toBe(true)
    expect(await shown(again)).toEqual(await shown(first))
  })

  test('making a result does not change later results', async () => {
    const pipeline = open()
    const file = await fileOf(photo())
    const before = await shown(await remove(pipeline, file))
    await remove(pipeline, file, { format: 'jpg', bg_color: 'red' })
    await remove(pipeline, file, { channels: 'alpha', crop: 'true' })
    expect(await shown(await remove(pipeline, file))).toEqual(before)
  })
})

describe('progress', () => {
  test('steps come in order and the ratio rises to 1', async () => {
    const reports: Progress[] = []
    await remove(
      open(),
      await fileOf(photo()),
      {},
      { onProgress: (report: Progress) => reports.push(report) },
    )
    const order = reports.map(({ step }) => steps.indexOf(step))
    const ratios = reports.map(({ ratio }) => ratio ?? -1)
    expect([...new Set(reports.map(({ step }) => step))]).toEqual(['read', 'cut', 'edges', 'save'])
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
    expect([ratios[0], ratios.at(-1)]).toEqual([0, 1])
  })

  test('the time left is reported from the second photo on', async () => {
    const pipeline = open()
    await remove(pipeline, await fileOf(photo()))
    const reports: Progress[] = []
    const onProgress = (report: Progress) => reports.push(report)
    await remove(pipeline, await fileOf(photo(undefined, 1)), {}, { onProgress })
    expect(reports[0]?.secondsLeft).toBeGreaterThan(0)
  })

  test('missing model files are reported first', async () => {
    const { matter } = fakeMatter(disc(), false)
    const loading: ImageMatter = {
      ...matter,
      device,
      load: async (_level, call) => {
        for (const loaded of [0, 5, 10])
          call.onProgress({ step: 'model', ratio: null, bytes: { loaded, total: 10 } })
      },
    }
    const reports: Progress[] = []
    await remove(
      open(loading),
      await fileOf(photo()),
      {},
      { onProgress: (report: Progress) => reports.push(report) },
    )
    expect(reports.slice(0, 3).map(({ step, bytes }) => [step, bytes?.loaded])).toEqual([
      ['model', 0],
      ['model', 5],
      ['model', 10],
    ])
    const ratios = reports.map(({ ratio }) => ratio ?? -1)
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
  })
})

describe('errors and cancelling', () => {
  test('a broken file is refused during a download, which is cancelled', async () => {
    const { matter } = fakeMatter(disc(), false)
    let stopped = false
    const loading: ImageMatter = {
      ...matter,
      device,
      load: (_level, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            stopped = true
            reject(signal.reason)
          })
        }),
    }
    const answer = remove(open(loading), new Blob(['no image']))
    await expect(answer).rejects.toMatchObject({ code: 'validation_error' })
    expect(stopped).toBe(true)
  })

  test.each(['read', 'cut', 'edges', 'save'] as const)(
    'a request aborted in step %s stops, and the next one works',
    async (step) => {
      const pipeline = open()
      const file = await fileOf(photo())
      const controller = new AbortController()
      const onProgress = (report: Progress) => {
        if (report.step === step) controller.abort()
      }
      const stopped = remove(pipeline, file, {}, { signal: controller.signal, onProgress })
      await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
      await expect(remove(pipeline, file)).resolves.toMatchObject({ facts: { width: 120, height: 80 } })
    },
  )

  test('a failed estimate is not cached', async () => {
    const { matter, runs } = fakeMatter()
    let fails = true
    const flaky: ImageMatter = {
      ...matter,
      device,
      estimate: (raster, level, call) =>
        fails ? Promise.reject(new ServiceError('upstream_error')) : matter.estimate(raster, level, call),
    }
    const pipeline = open(flaky)
    const file = await fileOf(photo())
    await expect(remove(pipeline, file)).rejects.toMatchObject({ code: 'upstream_error' })
    fails = false
    expect((await remove(pipeline, file)).placement?.reused).toBe(false)
    expect(runs).toEqual(['balanced'])
  })

  test('a result that would be too large is refused with its parameter', async () => {
    const slim = await fileOf(photo({ width: 2, height: 4000 }))
    await expect(remove(open(), slim, { width: '6000' })).rejects.toMatchObject({
      code: 'validation_error',
      details: { width: [expect.stringContaining('megapixels')] },
    })
  })
})
