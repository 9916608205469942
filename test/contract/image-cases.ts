import { expect } from 'vitest'
import type { ImageForm } from '#contract/image-options.ts'
import { inspectImage, paintPhoto, toBlob } from '#support/painted-photo.ts'
import { rejectionOf } from '#support/thrown-errors.ts'
import { caseWith, type NewService, remove, shown } from './with-service.ts'

const red = [220, 30, 20]
const white = [255, 255, 255]
const near = (...values: number[]) =>
  values.map((value) => expect.toSatisfy((got: number) => Math.abs(got - value) <= 6, `near ${value}`))

export const imageCases = (newService: NewService): void => {
  const test = caseWith(newService)

  test('the default result is a same-size PNG of the subject alone', async (service) => {
    const result = await shown(service)
    expect(result).toMatchObject({ format: 'png', channels: 4, width: 400, height: 300 })
    expect(result.at(0.5, 0.5)).toEqual([...red, 255])
    expect(result.at(0.05, 0.05)[3]).toBe(0)
  })

  test('the facts agree with the picture (Spec, Image result; D-18)', async (service) => {
    const { image, facts } = await remove(
      service,
      { size: 'preview', format: 'webp' },
      await photoOf(750, 500),
    )
    const { width, height } = await inspectImage(image)
    expect(facts).toMatchObject({
      request_id: expect.stringMatching(/^req_/),
      width,
      height,
      content_type: 'image/webp',
    })
    expect(image.type).toBe('image/webp')
    expect(facts.processing_ms).toBeGreaterThan(0)
    for (const ratio of [facts.confidence, facts.ambiguous_ratio]) {
      expect(ratio).toBeGreaterThanOrEqual(0)
      expect(ratio).toBeLessThanOrEqual(1)
    }
    expect(facts.confidence).toBeGreaterThan(0.9)
  })

  test('a JPEG is opaque, on white or on bg_color (D-12)', async (service) => {
    const onWhite = await shown(service, { format: 'jpg' })
    expect(onWhite).toMatchObject({ format: 'jpeg', channels: 3 })
    expect(onWhite.at(0.05, 0.05)).toEqual(near(...white, 255))
    expect(onWhite.at(0.5, 0.5)).toEqual(near(...red, 255))
    expect((await shown(service, { format: 'jpg', bg_color: 'navy' })).at(0.05, 0.05)).toEqual(
      near(0, 0, 128, 255),
    )
  })

  test('a WebP keeps transparency', async (service) => {
    const result = await shown(service, { format: 'webp' })
    expect(result).toMatchObject({ format: 'webp', channels: 4 })
    expect([result.at(0.5, 0.5)[3], result.at(0.05, 0.05)[3]]).toEqual([255, 0])
  })

  test('rgb and a background colour are opaque (D-12)', async (service) => {
    const cases: [ImageForm, number[]][] = [
      [{ channels: 'rgb' }, white],
      [{ channels: 'rgb', bg_color: '#102030' }, [16, 32, 48]],
      [{ bg_color: 'rgb(1, 2, 3)' }, [1, 2, 3]],
      [{ bg_color: 'RebeccaPurple' }, [102, 51, 153]],
    ]
    for (const [form, background] of cases) {
      const result = await shown(service, form)
      expect(result.channels).toBe(3)
      expect(result.at(0.05, 0.05)).toEqual([...background, 255])
      expect(result.at(0.5, 0.5)).toEqual([...red, 255])
    }
  })

  test('the alpha matte is grey and ignores bg_color (D-12)', async (service) => {
    const result = await shown(service, { channels: 'alpha', bg_color: 'red' })
    expect(result).toMatchObject({ format: 'png', channels: 1, width: 400, height: 300 })
    expect([result.at(0.5, 0.5), result.at(0.05, 0.05)]).toEqual([
      [255, 255, 255, 255],
      [0, 0, 0, 255],
    ])
  })

  test('size presets cap the area, keep the aspect and never enlarge (D-13)', async (service) => {
    for (const [size, cap, width, height] of [
      ['preview', 250_000, 750, 500],
      ['medium', 1_500_000, 1560, 1040],
      ['hd', 4_000_000, 2460, 1640],
    ] as const) {
      const { facts } = await remove(service, { size }, await photoOf(width, height))
      expect(facts.width * facts.height).toBeLessThanOrEqual(cap)
      expect(facts.width * facts.height).toBeGreaterThan(cap * 0.99)
      expect(facts.width / facts.height).toBeCloseTo(1.5, 1)
    }
    expect((await remove(service, { size: 'hd' })).facts).toMatchObject({ width: 400, height: 300 })
  })

  test('crop shows the subject, its padding and its ratio (D-14, D-15)', async (service) => {
    const sizeOf = async (form: ImageForm) => {
      const { facts } = await remove(service, form)
      return [facts.width, facts.height]
    }
    expect(await sizeOf({ crop: 'true' })).toEqual(nearly(200, 150))
    expect(await sizeOf({ crop: 'true', padding: '10%' })).toEqual(nearly(240, 180))
    expect(await sizeOf({ crop: 'true', padding: '0.1,0' })).toEqual(nearly(240, 150))
    const [width = 0, height = 0] = await sizeOf({ crop: '1:1' })
    expect(Math.abs(width - height)).toBeLessThanOrEqual(1)
    expect(await sizeOf({ padding: '50%' })).toEqual([400, 300])
  })

  test('width, height and fit set the exact size (D-16)', async (service) => {
    const sizeOf = async (form: ImageForm) => {
      const { facts } = await remove(service, form)
      return [facts.width, facts.height]
    }
    expect(await sizeOf({ width: '200' })).toEqual([200, 150])
    expect(await sizeOf({ height: '600' })).toEqual([800, 600])
    expect(await sizeOf({ width: '100', height: '100' })).toEqual([100, 75])
    expect(await sizeOf({ width: '100', height: '100', fit: 'cover' })).toEqual([100, 100])
    expect(await sizeOf({ width: '1000', height: '1000', fit: 'scale-down' })).toEqual([400, 300])
    expect(await sizeOf({ fit: 'cover' })).toEqual([400, 300])
  })

  test('the size cap comes after the exact size (D-17)', async (service) => {
    const { facts } = await remove(service, { width: '2000', size: 'preview' })
    expect(facts.width * facts.height).toBeLessThanOrEqual(250_000)
    expect(facts.width).toBeGreaterThan(570)
  })

  test('a result that its format cannot hold blames a parameter (D-6)', async (service) => {
    const broad = await toBlob(paintPhoto({ width: 16_400, height: 4 }).png())
    for (const [form, name] of [
      [{ format: 'webp' }, 'format'],
      [{ crop: '1:40000' }, 'crop'],
    ] as const) {
      const error = await rejectionOf(remove(service, form, broad))
      expect(error).toMatchObject({ code: 'validation_error', details: { [name]: [expect.any(String)] } })
    }
    expect((await remove(service, { format: 'webp', width: '6000' }, broad)).facts.content_type).toBe(
      'image/webp',
    )
  })

  test('a result tells nothing of who made its source (D-19)', async (service) => {
    const tagged = await toBlob(
      paintPhoto()
        .withExif({ IFD0: { Copyright: 'somebody' } })
        .withIccProfile('srgb')
        .jpeg(),
    )
    for (const format of ['png', 'jpg', 'webp']) {
      const { metadataBytes } = await shown(service, { format }, tagged)
      // A WebP has room for its print resolution.
      expect(metadataBytes).toBeLessThanOrEqual(format === 'webp' ? 72 : 0)
    }
  })

  test('every level gives a result (D-71)', async (service) => {
    for (const level of ['fast', 'balanced', 'fine'])
      expect((await shown(service, { level })).at(0.5, 0.5)).toEqual([...red, 255])
  })

  test('progress begins, never falls, and ends with the result', async (service) => {
    const ratios: number[] = []
    await remove(service, {}, undefined, {
      onProgress: ({ ratio }) => {
        if (ratio !== null) ratios.push(ratio)
      },
    })
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
    for (const ratio of ratios) expect(ratio).toBeGreaterThanOrEqual(0)
    expect(ratios.at(-1) ?? 0).toBeLessThanOrEqual(1)
  })
}

const photoOf = (width: number, height: number) => toBlob(paintPhoto({ width, height }).jpeg())

/** The matte is coarser than the photo, so an edge may lie a few pixels off. */
const nearly = (...sides: number[]) =>
  sides.map((side) => expect.toSatisfy((got: number) => Math.abs(got - side) <= 8, `nearly ${side}`))
