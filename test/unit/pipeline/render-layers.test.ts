import { expect, test } from 'vitest'
import { type LayeredPicture, maxPsdSide } from '#codecs/image/psd/layered-picture.ts'
import type { Composition } from '#contract/composition.ts'
import { renderLayers } from '#pipeline/render-layers.ts'
import { discCutout, discPhoto, discSize, planDisc } from '#support/painted-disc.ts'

const names = {
  background: 'Background',
  shadow: 'Shadow',
  contactShadow: 'Own shadow',
  outline: 'Outline',
  subject: 'Subject',
  original: 'Original',
}
const shadow = { angle: 140, distance: 0.1, softness: 0.02, opacity: 0.5, color: '#000000' } as const
const gradient = {
  kind: 'gradient',
  shape: 'linear',
  angle: 90,
  stops: [
    { color: '#204060', at: 0 },
    { color: '#f0e0d0', at: 1 },
  ],
} as const

const render = async (composition: Partial<Composition> | null, form = {}) => {
  const { plan, composed } = planDisc(composition, form)
  const { signal } = new AbortController()
  return (await renderLayers(discCutout, discPhoto, plan, names, signal, composed)).picture
}

/** The visible layers laid over each other, as an editor of pictures does it: RGBA, straight. */
const flatten = ({ merged, layers }: LayeredPicture): Float64Array => {
  const out = new Float64Array(merged.data.length)
  for (const { raster, mask, blend, opacity = 1, isHidden } of layers) {
    if (isHidden) continue
    for (let at = 0; at < out.length; at += 4) {
      const own = ((raster.data[at + 3] ?? 0) / 255) * opacity * ((mask?.data[at / 4] ?? 255) / 255)
      const below = (out[at + 3] ?? 0) / 255
      const alpha = own + below * (1 - own)
      for (let channel = at; channel < at + 3 && alpha > 0; channel++) {
        const over = raster.data[channel] ?? 0
        const under = out[channel] ?? 0
        // W3C Compositing and Blending, 5.
        const mixed = blend === 'multiply' ? (1 - below) * over + (below * (over * under)) / 255 : over
        out[channel] = (own * mixed + below * under * (1 - own)) / alpha
      }
      out[at + 3] = alpha * 255
    }
  }
  return out
}

const expectSame = (picture: LayeredPicture) => {
  const flat = flatten(picture)
  let furthest = 0
  picture.merged.data.forEach((value, at) => {
    const isColor = at % 4 !== 3
    if (isColor && (picture.merged.data[at | 3] ?? 0) < 30) return
    furthest = Math.max(furthest, Math.abs(value - (flat[at] ?? 0)))
  })
  expect(furthest).toBeLessThanOrEqual(3)
}

test('the layers over each other are the result', async () => {
  const placement = { x: 0.1, y: -0.05, scale: 1.2, rotation: 0, flip: true }
  const outline = { width: 0.02, color: '#ffffff' }
  const picture = await render({ background: gradient, shadow, outline, placement })
  expect(picture.layers.map(({ name }) => name)).toEqual([
    'Background',
    'Shadow',
    'Outline',
    'Subject',
    'Original',
  ])
  expectSame(picture)
})

test('a coloured shadow is multiplied only over nothing', async () => {
  const coloured = { ...shadow, color: '#c04020' }
  const blends = async (background: Composition['background']) => {
    const picture = await render({ background, shadow: coloured })
    expectSame(picture)
    return picture.layers.find(({ name }) => name === 'Shadow')?.blend
  }
  expect([await blends(gradient), await blends(null)]).toEqual([undefined, 'multiply'])
})

test('on a plain colour, cropped, they are the result too', async () => {
  const picture = await render(null, { bg_color: '#336699', crop: 'true', size: 'medium' })
  expect(picture.layers.map(({ name }) => name)).toEqual(['Background', 'Subject', 'Original'])
  expect(picture.layers.every(({ raster }) => raster.width === picture.merged.width)).toBe(true)
  expectSame(picture)
})

test('the subject has the whole photo under its mask, edges mended', async () => {
  const { layers } = await render(null)
  const subject = layers.find(({ name }) => name === 'Subject')
  const at = (x: number, y: number) => {
    const pixel = (y * discSize.width + x) * 4
    return [...(subject?.raster.data.subarray(pixel, pixel + 4) ?? [])]
  }
  expect(at(5, 5)).toEqual([30, 160, 60, 255])
  // Half covered: the disc's own colour, not the mixture.
  expect(at(71, 40)).toEqual([220, 20, 20, 255])
  expect(subject?.mask?.data[40 * discSize.width + 71]).toBe(128)
  expect(layers.at(-1)).toMatchObject({ name: 'Original', isHidden: true, raster: discPhoto })
})

test('a picture that is too long for the format is refused', async () => {
  const { plan } = planDisc(null)
  const long = { ...plan, size: { width: maxPsdSide + 1, height: 1 } }
  await expect(
    renderLayers(discCutout, discPhoto, long, names, new AbortController().signal),
  ).rejects.toMatchObject({
    code: 'validation_error',
    reason: 'result_side_too_long',
  })
})
