import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { noComposition } from '#contract/composition.ts'
import { defaultImageOptions, fits, levels } from '#contract/image-options.ts'
import { savedSize, toPreviewOptions } from '#library/pictures/result-options.ts'
import {
  cropRatios,
  defaultRecipe,
  isOpaqueRecipe,
  recipeSchema,
  toFileWriting,
  toImageOptions,
} from '#library/recipe/recipe.ts'

const answerOf = (width: number, height: number) => ({
  facts: {
    request_id: 'req_1',
    processing_ms: 1,
    width: 1,
    height: 1,
    confidence: 1,
    ambiguous_ratio: 0,
    content_type: 'image/png' as const,
  },
  placement: {
    source: { width, height },
    box: { x: 0, y: 0, width, height },
    device: { backend: 'wasm' as const, threads: 1 },
    reused: true,
    hasSubject: true,
  },
})

test('the default recipe asks for the defaults of the API', () => {
  expect(toImageOptions(defaultRecipe)).toEqual(defaultImageOptions)
})

test('a recipe becomes the parameters of the API', () => {
  const options = toImageOptions({
    ...defaultRecipe,
    background: '#ff8800',
    crop: true,
    ratio: '4:5',
    padding: 0.1,
    exactSize: true,
    width: 800,
    fit: 'cover',
  })
  expect(options).toMatchObject({
    bg_color: { r: 255, g: 136, b: 0 },
    crop: { width: 4, height: 5 },
    padding: { x: 0.1, y: 0.1 },
    width: 800,
    fit: 'cover',
  })
  expect(options.height).toBeUndefined()
})

test('a setting that is switched off is not sent', () => {
  const options = toImageOptions({ ...defaultRecipe, ratio: '1:1', padding: 0.4, width: 800, height: 600 })
  expect(options).toEqual(defaultImageOptions)
})

test('every recipe that the panels can make is valid', () => {
  const side = fc.option(fc.integer({ min: 1, max: 6000 }))
  const recipe = fc.record({
    level: fc.constantFrom(...levels),
    background: fc.constantFrom(null, '#ffffff', 'tomato'),
    crop: fc.boolean(),
    ratio: fc.constantFrom(...cropRatios),
    padding: fc.integer({ min: 0, max: 50 }).map((percent) => percent / 100),
    exactSize: fc.boolean(),
    width: side,
    height: side,
    fit: fc.constantFrom(...fits),
    format: fc.constantFrom('png' as const, 'jpg' as const, 'webp' as const),
    size: fc.constantFrom('full' as const, 'preview' as const, 'medium' as const, 'hd' as const),
    channels: fc.constantFrom('rgba' as const, 'rgb' as const, 'alpha' as const),
    composition: fc.constant(noComposition),
  })
  fc.assert(
    fc.property(recipe, (each) => {
      expect(() => toImageOptions(each)).not.toThrow()
    }),
  )
})

test('the viewer shows large photos at hd, and everything else exactly', () => {
  const large = { width: 4032, height: 3024 }
  expect(toPreviewOptions(defaultImageOptions, large).size).toBe('hd')
  expect(toPreviewOptions(defaultImageOptions, { width: 2000, height: 1500 })).toBe(defaultImageOptions)
  expect(toPreviewOptions({ ...defaultImageOptions, size: 'medium' }, large).size).toBe('medium')
  expect(
    toPreviewOptions({ ...defaultImageOptions, width: 6000, height: 6000 }, { width: 10, height: 10 }).size,
  ).toBe('hd')
  expect(toPreviewOptions(defaultImageOptions, null)).toBe(defaultImageOptions)
})

test('the saved size is computed from a preview (D-13, D-16, D-17)', () => {
  const photo = answerOf(4000, 3000)
  expect(savedSize(defaultImageOptions, photo)).toEqual({ width: 4000, height: 3000 })
  expect(savedSize({ ...defaultImageOptions, width: 800 }, photo)).toEqual({ width: 800, height: 600 })
  expect(savedSize({ ...defaultImageOptions, width: 500, height: 500, fit: 'cover' }, photo)).toEqual({
    width: 500,
    height: 500,
  })
  expect(savedSize({ ...defaultImageOptions, width: 6000, fit: 'scale-down' }, photo)).toEqual({
    width: 4000,
    height: 3000,
  })
  // A result of a smaller size is never capped for the viewer: the size that the service reports is exact.
  expect(savedSize({ ...defaultImageOptions, size: 'hd' }, photo)).toMatchObject({ width: 1, height: 1 })
})

test('without a placement, the size that a service reports is used', () => {
  const { facts } = answerOf(10, 10)
  expect(savedSize(defaultImageOptions, { facts })).toMatchObject({ width: 1, height: 1 })
})

test('a recipe is opaque with a colour or without alpha (D-12)', () => {
  expect(isOpaqueRecipe(defaultRecipe)).toBe(false)
  expect(isOpaqueRecipe({ ...defaultRecipe, format: 'jpg' })).toBe(true)
  expect(isOpaqueRecipe({ ...defaultRecipe, background: '#ffffff' })).toBe(true)
  expect(isOpaqueRecipe({ ...defaultRecipe, channels: 'alpha' })).toBe(true)
})

test('a file is written differently only where a person chose so', () => {
  const jpg = { ...defaultRecipe, format: 'jpg' } as const
  const webp = { ...defaultRecipe, format: 'webp' } as const
  expect([defaultRecipe, jpg, webp].map(toFileWriting)).toEqual([null, null, null])
  const smaller = { ...jpg, quality: { ...jpg.quality, jpg: 60 } }
  expect(toFileWriting(smaller)).toEqual({ format: 'jpg', quality: 60 })
  expect(toFileWriting({ ...smaller, format: 'png' })).toBeNull()
  expect(
    [{ ...defaultRecipe, depth: 16 } as const, { ...webp, depth: 16 } as const].map(toFileWriting),
  ).toEqual([{ format: 'png', depth: 16 }, null])
  expect(toFileWriting({ ...defaultRecipe, format: 'avif', depth: 16 })).toEqual({
    format: 'avif',
    depth: 16,
  })
  expect(toFileWriting({ ...webp, isLossless: true })).toEqual({ format: 'webp', isLossless: true })
  const jxl = { ...defaultRecipe, format: 'jxl', isLossless: true } as const
  expect(toFileWriting(jxl)).toEqual({ format: 'jxl', isLossless: true })
  expect(toFileWriting({ ...jxl, depth: 16 })).toEqual({ format: 'jxl', isLossless: true })
  expect(toFileWriting({ ...jxl, isLossless: false, depth: 16 })).toEqual({ format: 'jxl' })
})

test('settings of earlier versions and broken ones get the usual quality', () => {
  const { quality, isLossless, depth, ...earlier } = { ...defaultRecipe, size: 'hd' }
  expect(v.parse(recipeSchema, earlier)).toEqual({ ...earlier, quality, isLossless, depth })
  const broken = { ...earlier, quality: { jpg: 0, webp: 80 }, isLossless: 'yes', depth: 12 }
  expect(v.parse(recipeSchema, broken)).toEqual({
    ...earlier,
    quality: { ...quality, webp: 80 },
    isLossless,
    depth,
  })
})

test('a format of this device is a PNG to services and viewer', () => {
  const tiff = { ...defaultRecipe, format: 'tiff' } as const
  expect(toImageOptions(tiff).format).toBe('png')
  expect(toFileWriting(tiff)).toEqual({ format: 'tiff' })
  expect(isOpaqueRecipe(tiff)).toBe(false)
})
