import { expect, test } from 'vitest'
import { type Composition, noComposition } from '#contract/composition.ts'
import { defaultImageOptions } from '#contract/image-options.ts'
import { lookKey, requestedComposition } from '#library/pictures/result-options.ts'

const shadow = { angle: 160, distance: 0.03, softness: 0.02, opacity: 0.4, color: '#000000' }
const shadowed: Composition = { ...noComposition, shadow }
const plain = { picture: 'wall' }
const here = { runLocation: 'device', serviceResult: null } as const
const answer = { image: new Blob(['sent']), facts: {} as never }
const sent = (isCutout: boolean, options = {}) => ({
  runLocation: 'service' as const,
  serviceResult: {
    answer,
    options: { ...defaultImageOptions, ...options },
    note: null,
    isCutout,
  },
})

test('a mask and a plain recipe have no composition', () => {
  expect(
    requestedComposition(here, { ...plain, composition: noComposition, channels: 'rgba' }, null),
  ).toBeNull()
  expect(requestedComposition(here, { ...plain, composition: shadowed, channels: 'alpha' }, null)).toBeNull()
  expect(requestedComposition(here, { ...plain, composition: shadowed, channels: 'rgb' }, null)).toEqual({
    composition: shadowed,
  })
})

test('the picture travels only with a background that shows it', () => {
  const picture = new Blob(['picture'])
  const behind: Composition = { ...noComposition, background: { kind: 'picture', fit: 'cover' } }
  const partsOf = (composition: Composition) =>
    requestedComposition(here, { ...plain, composition, channels: 'rgba' }, picture)
  expect(partsOf(behind)?.picture).toBe(picture)
  expect(partsOf(shadowed)?.picture).toBeUndefined()
})

test('only a cut-out of a service is composed by its alpha', () => {
  const of = (isCutout: boolean) =>
    requestedComposition(sent(isCutout), { ...plain, composition: shadowed, channels: 'rgba' }, null)
  expect(of(true)).toEqual({ composition: shadowed })
  expect(of(false)).toBeNull()
})

test('thumbnails with two pictures of one size look different', () => {
  const composition: Composition = { ...noComposition, background: { kind: 'picture', fit: 'cover' } }
  const lookOf = (picture: string) =>
    lookKey(
      defaultImageOptions,
      null,
      requestedComposition(here, { composition, channels: 'rgba', picture }, new Blob(['1234'])),
    )
  expect(lookOf('red')).toBe(lookOf('red'))
  expect(lookOf('red')).not.toBe(lookOf('blue'))
})
