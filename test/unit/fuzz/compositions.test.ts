import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Size } from '#base/geometry.ts'
import { canvasWindow } from '#contract/composition.ts'
import { readJobExtras } from '#library/store/stored-job.ts'
import { renderComposition } from '#pipeline/render-composition.ts'
import { anyComposition } from '#support/arbitrary-compositions.ts'
import { damaged } from '#support/damaged-data.ts'

test('a composition is read back as it was written', () => {
  fc.assert(
    fc.property(anyComposition, (composition) => {
      expect(readJobExtras(structuredClone({ parts: { composition } }))?.parts).toEqual({ composition })
    }),
  )
})

test('a damaged composition is one, or is refused', () => {
  fc.assert(
    fc.property(damaged(anyComposition), (value) => {
      const parts = readJobExtras({ parts: { composition: value } })?.parts
      if (parts) expect(readJobExtras({ parts })?.parts).toEqual(parts)
    }),
    { numRuns: 500 },
  )
})

const paint = ({ width, height }: Size, alpha: (i: number) => number) => ({
  width,
  height,
  data: Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) =>
    i % 4 === 3 ? alpha(i >> 2) : (i * 37) % 251,
  ),
})

const sizes = fc.constantFrom<Size>(
  { width: 24, height: 18 },
  { width: 1, height: 30 },
  { width: 9, height: 1 },
)
const subjects = fc.constantFrom<(i: number) => number>(
  () => 0,
  () => 255,
  (i) => (i * 11) % 256,
)

test('any composition is drawn over any subject', async () => {
  const { signal } = new AbortController()
  await fc.assert(
    fc.asyncProperty(
      anyComposition,
      sizes,
      subjects,
      fc.boolean(),
      async (composition, size, alpha, hasPhoto) => {
        const cutout = paint(size, alpha)
        const photo = hasPhoto ? paint(size, () => 255) : null
        const sources = { photo, picture: hasPhoto ? paint({ width: 5, height: 7 }, () => 255) : null }
        const window = { x: 0, y: 0, ...size }
        const composite = { kind: 'cutout' } as const
        const made = await renderComposition(
          cutout,
          { window, composite },
          { composition, sources },
          cutout,
          signal,
        )
        expect(made).toMatchObject({ kind: 'colour', raster: size })
        if (made.kind === 'colour') expect(made.raster.data).toHaveLength(size.width * size.height * 4)
      },
    ),
    { numRuns: 150 },
  )
})

test('a canvas holds the whole subject, in whole pixels', () => {
  const box = fc.record({
    x: fc.nat(50),
    y: fc.nat(50),
    width: fc.integer({ min: 1, max: 50 }),
    height: fc.integer({ min: 1, max: 50 }),
  })
  fc.assert(
    fc.property(anyComposition, box, ({ canvas }, subject) => {
      if (!canvas) return
      const window = canvasWindow(canvas, { width: 100, height: 100 }, subject)
      expect(Object.values(window).every(Number.isInteger)).toBe(true)
      expect(window.width + 1).toBeGreaterThanOrEqual(subject.width)
      expect(window.height + 1).toBeGreaterThanOrEqual(subject.height)
    }),
  )
})
