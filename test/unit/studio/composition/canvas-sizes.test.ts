import { expect, test } from 'vitest'
import { noComposition } from '#contract/composition.ts'
import { defaultRecipe, toImageOptions } from '#library/recipe/recipe.ts'
import { canvasChange, canvasName, canvasNames } from '#studio/composition/canvas-sizes.ts'

const transparent = { background: null, composition: noComposition }

test.each(canvasNames)('the canvas %s is known again, and Original takes it back', (name) => {
  const picture = { ...defaultRecipe, ...canvasChange(defaultRecipe, name) }
  expect(canvasName(picture)).toBe(name)
  const { exactSize, width, height, composition } = { ...picture, ...canvasChange(picture, 'original') }
  expect({ exactSize, width, height, canvas: composition.canvas }).toEqual({
    exactSize: false,
    width: null,
    height: null,
    canvas: null,
  })
})

test('a picture has the pixels of a canvas, a clip its shape', () => {
  const story = { ...defaultRecipe, ...canvasChange(defaultRecipe, 'story') }
  expect(toImageOptions(story)).toMatchObject({ width: 1080, height: 1920, size: 'full' })
  expect(canvasChange(transparent, 'story')).toEqual({
    composition: { ...noComposition, canvas: { ratio: '9:16', fill: 0.8 } },
  })
})

test("Original keeps an exact size of one's own", () => {
  const own = { ...defaultRecipe, ...canvasChange(defaultRecipe, 'square'), width: 800, height: 800 }
  expect(canvasChange(own, 'original')).toEqual({ composition: noComposition })
})
