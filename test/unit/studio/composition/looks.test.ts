import * as v from 'valibot'
import { expect, test } from 'vitest'
import { compositionSchema, noComposition, noPlacement } from '#contract/composition.ts'
import { shadowTo } from '#studio/composition/effect-fields.tsx'
import { effectsCss } from '#studio/composition/look-tiles.tsx'
import {
  floorShadows,
  groundName,
  grounds,
  lookName,
  lookNames,
  withGround,
  withLook,
} from '#studio/composition/looks.ts'

const bare = { background: null, composition: noComposition }

test.each(lookNames)('the look %s is known again and keeps the place', (name) => {
  const composition = {
    ...noComposition,
    placement: { ...noPlacement, x: 0.2 },
    outline: { width: 0.03, color: '#ff0000' },
  }
  const look = withLook({ composition }, name)
  expect(v.parse(compositionSchema, look.composition)).toEqual(look.composition)
  expect(look.composition.placement).toEqual(composition.placement)
  expect(lookName(look)).toBe(name)
  expect(lookName({ ...look, background: '#123456' })).toBeNull()
})

test.each(Object.keys(grounds) as (keyof typeof grounds)[])('the background %s keeps all else', (name) => {
  const shadow = floorShadows.hard
  const next = withGround({ ...bare, composition: { ...noComposition, shadow } }, name)
  expect(next.composition.shadow).toBe(shadow)
  expect(groundName(next)).toBe(name)
})

test('a drag gives direction and length of the shadow', () => {
  expect(shadowTo({ x: 36, y: 72 }, 72)).toEqual({ angle: 180, distance: 0.3 })
  expect(shadowTo({ x: 54, y: 36 }, 72)).toEqual({ angle: 90, distance: 0.15 })
  expect(shadowTo({ x: -400, y: 36 }, 72)).toEqual({ angle: 270, distance: 0.3 })
})

test('shadow and outline of a tile are one filter', () => {
  expect(effectsCss(null, null)).toBeUndefined()
  const shadow = { angle: 90, distance: 0.1, softness: 0.02, opacity: 0.5, color: '#000000' }
  expect(effectsCss(null, shadow)).toBe('drop-shadow(10cqmin 0cqmin 2cqmin #00000080)')
  expect(effectsCss({ width: 0.04, color: '#ffffff' }, shadow)?.split(') ')).toHaveLength(5)
})
