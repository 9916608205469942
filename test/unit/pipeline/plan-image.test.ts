import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ImageForm, parseImageOptions } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import { sizePresets } from '#contract/size-presets.ts'
import { planImage, refuseHopeless } from '#pipeline/plan-image.ts'
import { canvasSizes } from '#studio/composition/canvas-sizes.ts'

const source = { width: 4000, height: 3000 }
const subject = { x: 1000, y: 500, width: 1000, height: 2000 }
const plan = (form: ImageForm, box: typeof subject | null = subject, of = source) =>
  planImage(parseImageOptions(form), of, box)
const refusal = (act: () => unknown) => {
  try {
    act()
  } catch (thrown) {
    if (thrown instanceof ServiceError) return { code: thrown.code, details: thrown.details }
    throw thrown
  }
  return undefined
}

test('without options the whole source becomes a transparent PNG', () => {
  expect(plan({})).toEqual({
    window: { x: 0, y: 0, width: 4000, height: 3000 },
    size: source,
    composite: { kind: 'cutout' },
    format: 'png',
  })
})

test('D-14: crop shows the padded subject at the resolution of the source', () => {
  expect(plan({ crop: 'true', padding: '10%' })).toMatchObject({
    window: { x: 900, y: 300, width: 1200, height: 2400 },
    size: { width: 1200, height: 2400 },
  })
  expect(plan({ crop: '1:1' })).toMatchObject({ window: { x: 500, y: 500, width: 2000, height: 2000 } })
})

test('a canvas has exactly the pixels of its name, whatever the subject', () => {
  const sides = fc.integer({ min: 3, max: 900 })
  fc.assert(
    fc.property(sides, sides, fc.constantFrom(...Object.values(canvasSizes)), (across, down, of) => {
      const size = { width: of.width, height: of.height }
      const options = parseImageOptions({ width: `${of.width}`, height: `${of.height}`, fit: 'contain' })
      const box = { x: 50, y: 60, width: across, height: down }
      const made = planImage(options, source, box, undefined, { ratio: of.ratio, fill: 0.8 })
      expect(made.size).toEqual(size)
    }),
  )
})

test('D-14: without a subject a crop shows the whole image', () => {
  expect(plan({ crop: '1:1', padding: '0.5' }, null)).toMatchObject({
    window: { x: 0, y: 0, ...source },
    size: source,
  })
})

test('D-15: padding without crop changes nothing', () => {
  expect(plan({ padding: '1' })).toEqual(plan({}))
})

test('D-17: crop, then fit, then the cap', () => {
  expect(plan({ crop: 'true', width: '3000', height: '3000', fit: 'cover', size: 'medium' })).toMatchObject({
    window: { x: 1000, y: 1000, width: 1000, height: 1000 },
    size: { width: 1224, height: 1224 },
  })
  expect(plan({ crop: 'true', width: '500', size: 'hd' }).size).toEqual({ width: 500, height: 1000 })
})

test('D-13: a preset never enlarges', () => {
  expect(plan({ size: 'hd' }, null, { width: 40, height: 30 }).size).toEqual({ width: 40, height: 30 })
})

test('D-12: a result without transparency gets a background, white by default', () => {
  const white = { kind: 'backdrop', color: { r: 255, g: 255, b: 255 } }
  const red = { kind: 'backdrop', color: { r: 255, g: 0, b: 0 } }
  expect(plan({ format: 'jpg' }).composite).toEqual(white)
  expect(plan({ channels: 'rgb' }).composite).toEqual(white)
  expect(plan({ channels: 'rgb', bg_color: 'red' }).composite).toEqual(red)
  expect(plan({ bg_color: 'red' }).composite).toEqual(red)
  expect(plan({ format: 'jpg', bg_color: 'red' }).composite).toEqual(red)
  expect(plan({ format: 'webp' }).composite).toEqual({ kind: 'cutout' })
  expect(plan({ format: 'jpg', channels: 'alpha', bg_color: 'red' }).composite).toEqual({ kind: 'matte' })
})

test('a result that is too large is refused with its parameters', () => {
  const giant = refusal(() => plan({ crop: '1000:1' }))
  expect(giant).toMatchObject({ code: 'validation_error' })
  expect(Object.keys(giant?.details ?? {})).toEqual(['crop'])
  expect(plan({ crop: '1000:1', size: 'preview' }).size).toEqual({ width: 15_811, height: 15 })
  const tall = refusal(() => plan({ width: '6000' }, null, { width: 1, height: 9000 }))
  expect(Object.keys(tall?.details ?? {})).toEqual(['width'])
})

test('a result too large for any subject is refused before matting', () => {
  const namesOf = (form: ImageForm, of = source) =>
    Object.keys(refusal(() => refuseHopeless(parseImageOptions(form), of))?.details ?? {})
  const panorama = { width: 20_000, height: 3000 }
  expect(namesOf({ format: 'webp' }, panorama)).toEqual(['format'])
  expect(namesOf({ width: '6000' }, { width: 1, height: 9000 })).toEqual(['width'])
  // The crop reaches past the image for every subject.
  expect(namesOf({ crop: '20000:1', format: 'webp' })).toEqual(['crop'])
  expect(namesOf({ crop: '1:40000', padding: '10%' })).toEqual(['crop', 'padding'])
  expect(namesOf({ crop: '1:100', width: '6000' })).toEqual(['crop', 'width'])
  // A small subject makes a small result.
  for (const form of [{ crop: '1000:1' }, { crop: 'true', padding: '1' }, { crop: '2:1', width: '6000' }])
    expect(namesOf(form)).toEqual([])
  expect(namesOf({ crop: 'true', format: 'webp' }, panorama)).toEqual([])
  expect(namesOf({ format: 'webp', size: 'hd' }, panorama)).toEqual([])
})

test('a side that WebP cannot hold is refused for webp alone', () => {
  const panorama = { width: 20_000, height: 3000 }
  expect(Object.keys(refusal(() => plan({ format: 'webp' }, null, panorama))?.details ?? {})).toEqual([
    'format',
  ])
  expect(plan({ format: 'png' }, null, panorama).size).toEqual(panorama)
  expect(plan({ format: 'webp', size: 'hd' }, null, panorama).size.width).toBeLessThan(16_384)
})

test('any plan keeps its cap, its box and its aspect', () => {
  const side = fc.integer({ min: 1, max: 3000 })
  const box = fc
    .record({
      width: side,
      height: side,
      left: fc.nat(500),
      top: fc.nat(500),
      right: fc.nat(500),
      bottom: fc.nat(500),
    })
    .map((r) => ({
      source: { width: r.left + r.width + r.right, height: r.top + r.height + r.bottom },
      subject: { x: r.left, y: r.top, width: r.width, height: r.height },
    }))
  const optional = fc.option(fc.integer({ min: 1, max: 6000 }).map(String), { nil: undefined })
  const form = fc.record({
    crop: fc.constantFrom('false', 'true', '1:1', '16:9', '3:4'),
    padding: fc.constantFrom('0', '0.1', '25%,5%'),
    width: optional,
    height: optional,
    fit: fc.constantFrom('contain', 'cover', 'scale-down'),
    size: fc.constantFrom('full' as const, 'preview' as const, 'medium' as const, 'hd' as const),
  })
  fc.assert(
    fc.property(box, form, ({ source: of, subject: at }, wanted) => {
      let made: ReturnType<typeof plan> | undefined
      const refused = refusal(() => {
        made = plan(wanted, at, of)
      })
      fc.pre(refused === undefined && made !== undefined)
      if (!made) return
      const { size, window } = made
      expect(size.width * size.height).toBeLessThanOrEqual(sizePresets[wanted.size].maxPixels)
      if (wanted.width) expect(size.width).toBeLessThanOrEqual(Number(wanted.width))
      if (wanted.height) expect(size.height).toBeLessThanOrEqual(Number(wanted.height))
      expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1)
      // Sides are rounded twice, after fit and after the cap, by up to a pixel each time.
      const aspect = window.width / window.height
      const off = Math.min(
        Math.abs(size.width - size.height * aspect),
        Math.abs(size.height - size.width / aspect),
      )
      expect(off).toBeLessThanOrEqual(2)
    }),
  )
})

test('a crop far past the image is refused, however small its result', () => {
  const spot = { x: 10, y: 10, width: 1, height: 1 }
  for (const crop of ['10000001:1', '1:99999999999999999999', `1${'0'.repeat(308)}:.1`])
    for (const form of [{ width: '100' }, { size: 'preview' }]) {
      const refused = refusal(() => plan({ crop, ...form }, spot))
      expect(refused?.code).toBe('validation_error')
      expect(refused?.details).toHaveProperty('crop')
    }
  expect(plan({ crop: '10000000:1', width: '100' }, spot).size).toEqual({ width: 100, height: 1 })
})
