import { expect, test } from 'vitest'
import type { Composition } from '#contract/composition.ts'
import { type FileWriting, setParts } from '#contract/result-file.ts'
import { type EncoderInput, toRgba } from '#engine/compose.ts'
import type { Raster } from '#engine/raster.ts'
import { renderPart } from '#pipeline/make-file.ts'
import { renderImage } from '#pipeline/render-image.ts'
import { discCutout, discPhoto, discSize, planDisc } from '#support/painted-disc.ts'

const render = async (composition: Partial<Composition> | null, form = {}) => {
  const { plan, composed } = planDisc(composition, form)
  const { signal } = new AbortController()
  const partOf = async (part: NonNullable<FileWriting['part']>) =>
    (await renderPart(discCutout, discPhoto, plan, part, signal, composed)).picture
  const [alone, mask, background] = await Promise.all(setParts.map(partOf))
  if (!alone || mask?.kind !== 'grey' || !background) throw new Error('no parts')
  return {
    alone: toRgba(alone),
    mask: mask.alpha,
    background,
    result: toRgba((await renderImage(discCutout, plan, signal, composed)).picture),
  }
}

/** The subject over the background. */
const joined = ({ alone, background }: { alone: Raster; background: EncoderInput }): number[] => {
  const below = toRgba(background).data
  return Array.from(alone.data, (value, at) => {
    const share = (alone.data[at | 3] ?? 0) / 255
    return at % 4 === 3 ? 255 : value * share + (below[at] ?? 0) * (1 - share)
  })
}

test('subject over background is the result, the mask its alpha', async () => {
  const shadow = { angle: 140, distance: 0.1, softness: 0.02, opacity: 0.5, color: '#000000' } as const
  const placement = { x: 0.1, y: -0.05, scale: 1.2, rotation: 0, flip: true }
  const made = await render({ shadow, placement }, { bg_color: '#336699', crop: 'true', size: 'medium' })
  expect(made.background).toMatchObject({ opaque: true })
  expect([...made.mask.data]).toEqual([...made.alone.data.filter((_, at) => at % 4 === 3)])
  const apart = joined(made).map((value, at) => Math.abs(value - (made.result.data[at] ?? 0)))
  expect(Math.max(...apart)).toBeLessThanOrEqual(1)
})

test('without a background it is the photo without its subject', async () => {
  const { background, result, alone } = await render(null)
  expect([...alone.data]).toEqual([...result.data])
  const { data } = toRgba(background)
  const at = (40 * discSize.width + 50) * 4
  // Green where the disc was.
  expect(data[at] ?? 255).toBeLessThan(60)
  expect(data[at + 1] ?? 0).toBeGreaterThan(120)
  expect([...data.subarray(0, 4)]).toEqual([30, 160, 60, 255])
})
