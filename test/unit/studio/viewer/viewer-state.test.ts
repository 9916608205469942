import { expect, test } from 'vitest'
import { dividerAfterKey } from '#studio/ui/divider.tsx'
import { dividerDuringNudge } from '#studio/viewer/compare-slider.tsx'
import { viewerLayout } from '#studio/viewer/viewer-layout.ts'
import {
  actualSize,
  cameraOf,
  createViewerStore,
  isCloseUp,
  steppedBack,
  withDivider,
  withSizes,
  zoomed,
} from '#studio/viewer/viewer-state.ts'

const state = withSizes(createViewerStore().get(), {
  viewport: { width: 1000, height: 800 },
  content: { width: 2000, height: 1000 },
})

test('new content is fitted first; the same content keeps its zoom', () => {
  const close = zoomed(state, 2)
  expect(withSizes(close, { content: { width: 2000, height: 1000 } })).toBe(close)
  expect(withSizes(close, { content: { width: 500, height: 500 } }).camera).toBeNull()
})

test('a double click goes to actual size and back to fit', () => {
  const actual = actualSize(state, { x: 10, y: 10 })
  expect(cameraOf(actual).scale).toBeCloseTo(1)
  expect(actualSize(actual, { x: 10, y: 10 }).camera).toBeNull()
})

test('Escape undoes the zoom first, then the view, then nothing', () => {
  const looking = { ...zoomed(state, 2), view: 'original' as const }
  const first = steppedBack(looking)
  expect(first).toMatchObject({ camera: null, view: 'original' })
  const second = first && steppedBack(first)
  expect(second).toMatchObject({ view: 'compare' })
  expect(second && steppedBack(second)).toBeNull()
})

test('the divider stays on the picture', () => {
  expect(withDivider(state, 1.4).divider).toBe(1)
  expect(withDivider(state, -1).divider).toBe(0)
})

test('arrows, Page keys, Home and End move the divider', () => {
  expect(dividerAfterKey('ArrowRight', 0.5)).toBeCloseTo(0.52)
  expect(dividerAfterKey('ArrowDown', 0.5)).toBeCloseTo(0.48)
  expect(dividerAfterKey('PageUp', 0.5)).toBeCloseTo(0.6)
  expect(dividerAfterKey('Home', 0.5)).toBe(0)
  expect(dividerAfterKey('End', 0.5)).toBe(1)
  expect(dividerAfterKey('x', 0.5)).toBeNull()
})

test('the nudge of the divider starts and ends in the middle', () => {
  expect(dividerDuringNudge(0)).toBe(0.5)
  expect(dividerDuringNudge(1)).toBeCloseTo(0.5)
  for (let part = 0; part <= 1; part += 0.05)
    expect(Math.abs(dividerDuringNudge(part) - 0.5)).toBeLessThan(0.25)
})

test('the source lies behind a cropped result at the right place', () => {
  const { content, source } = viewerLayout(
    { width: 400, height: 200 },
    { x: 100, y: -50, width: 200, height: 200 },
    false,
  )
  expect(content).toEqual({ width: 200, height: 200 })
  expect(source).toEqual({ x: -0.5, y: 0.25, width: 2, height: 1 })
})

test('the original view shows all of the source, without the crop', () => {
  const { content, source } = viewerLayout(
    { width: 400, height: 200 },
    { x: 100, y: 0, width: 50, height: 50 },
    true,
  )
  expect(content).toEqual({ width: 400, height: 200 })
  expect(source).toEqual({ x: 0, y: 0, width: 1, height: 1 })
})

test('a close-up shows more pixels than the result has', () => {
  const large = withSizes(createViewerStore().get(), {
    viewport: { width: 1000, height: 800 },
    content: { width: 6000, height: 4000 },
  })
  expect(isCloseUp(large, 4_000_000, 1)).toBe(false)
  expect(isCloseUp(actualSize(large, { x: 0, y: 0 }), 4_000_000, 1)).toBe(true)
  expect(isCloseUp(large, 4_000_000, 4)).toBe(true)
})
