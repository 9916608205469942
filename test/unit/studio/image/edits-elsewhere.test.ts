import { expect, test } from 'vitest'
import { type Composition, noComposition } from '#contract/composition.ts'
import { type ImageEdits, noEdits } from '#contract/image-edits.ts'
import { defaultImageOptions, parseImageOptions } from '#contract/image-options.ts'
import { readSettingsText, settingsText } from '#studio/features/image/edit/edits-text.ts'
import { scaledEdits } from '#studio/features/image/edit/scale-edits.ts'

const edits: ImageEdits = {
  ...noEdits,
  list: [
    { kind: 'click', mode: 'keep', x: 10, y: 20 },
    { kind: 'stroke', mode: 'remove', radius: 4, hardness: 1, snap: true, points: [[10, 20, 0.5]] },
    {
      kind: 'lasso',
      mode: 'keep',
      points: [
        [0, 0],
        [10, 0],
        [10, 20],
      ],
    },
  ],
  feather: 3,
}

const composition: Composition = {
  background: {
    kind: 'gradient',
    shape: 'radial',
    angle: 20,
    stops: [
      { color: '#102030', at: 0 },
      { color: '#a0b0c0', at: 1 },
    ],
  },
  shadow: { angle: 160, distance: 0.03, softness: 0.02, opacity: 0.4, color: '#000000' },
  outline: { width: 0.01, color: '#ffffff' },
  contactShadow: { opacity: 0.5 },
  placement: { x: 0.2, y: -0.1, scale: 1.5, rotation: -30, flip: true },
  canvas: { ratio: '1:1', fill: 0.85 },
}

test('settings and edits are the same after export and import', () => {
  const options = parseImageOptions({ format: 'webp', crop: '1:1', padding: '0.1' })
  const file = { format: 'webp', isLossless: true } as const
  const read = readSettingsText(settingsText(options, composition, edits, file))
  expect(read).toEqual({
    settings: { options, leftOut: {} },
    file,
    composition,
    isCompositionLost: false,
    edits,
    editsError: null,
  })
})

test('settings without edits bring none', () => {
  expect(readSettingsText(settingsText(defaultImageOptions, noComposition, null, null))).toMatchObject({
    composition: null,
    isCompositionLost: false,
    edits: null,
    file: null,
  })
  expect(readSettingsText('{"size":"auto"}')).toMatchObject({ edits: null, editsError: null })
})

test('a composition that cannot be read leaves the settings usable', () => {
  const read = readSettingsText('{"format":"jpg","composition":{"shadow":"long"}}')
  expect(read).toMatchObject({ settings: { options: { format: 'jpg' }, leftOut: {} }, composition: null })
  expect(read.isCompositionLost).toBe(true)
})

test('edits that cannot be read leave the settings usable', () => {
  const read = readSettingsText('{"format":"jpg","edits":{"version":7}}')
  expect(read.settings?.options.format).toBe('jpg')
  expect(read).toMatchObject({ edits: null, editsError: { reason: 'edits_unreadable' } })
})

test('edits keep their place in a picture of another size', () => {
  const size = { width: 100, height: 100 }
  expect(scaledEdits(edits, size, size)).toBe(edits)
  const doubled = scaledEdits(edits, size, { width: 200, height: 200 })
  expect(doubled.list).toMatchObject([
    { x: 20, y: 40 },
    { radius: 8, points: [[20, 40, 0.5]] },
    {
      points: [
        [0, 0],
        [20, 0],
        [20, 40],
      ],
    },
  ])
  expect(doubled.feather).toBe(6)
})

test('the input file of another client is not taken for settings', () => {
  expect(readSettingsText('{"size":"hd","file":"photo.jpg"}')).toMatchObject({
    file: null,
    settings: { options: { size: 'hd' }, leftOut: { file: expect.anything() } },
  })
})
