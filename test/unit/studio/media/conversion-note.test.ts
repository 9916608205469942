import { expect, test } from 'vitest'
import { leftOut } from '#contract/left-out.ts'
import type { ConvertedPicture } from '#library/background-service.ts'
import { conversionNote, preparationNote, readingNote } from '#studio/media/conversion-note.ts'

const size = { width: 40, height: 30 }

/** A picture of 64 bytes that became a PNG. */
const converted = (facts: Partial<ConvertedPicture> = {}, bytes = 4800): ConvertedPicture => ({
  file: new Blob([new Uint8Array(bytes)], { type: 'image/png' }),
  size,
  before: { size, bytes: 64 },
  isWritten: true,
  isMadeSrgb: false,
  leftOut: [],
  ...facts,
})

test('what must be done before sending is said', () => {
  expect(preparationNote('avif', 64, null)).toContain('AVIF is converted on this device first')
  expect(preparationNote('raf', 64, null)).toContain('the preview that the camera wrote into it')
  expect(preparationNote('jpeg', 20_000_000, null)).toBeNull()
  expect(preparationNote('jpeg', 20_000_001, null)).toContain('up to 20 MB')
  expect(preparationNote('png', 64, { width: 20_000, height: 10_000 })).toContain('100 megapixels')
  // What nobody reads is left to the service.
  for (const kind of ['jp2', 'unknown'] as const) expect(preparationNote(kind, 64, null)).toBeNull()
})

test('what was done before sending is said', () => {
  expect(conversionNote('avif', converted())).toBe('Converted from AVIF to PNG first: 64 B to 5 kB')
  expect(conversionNote('tiff', converted({ isMadeSrgb: true, leftOut: [leftOut('pages', 2)] }))).toMatch(
    /5 kB\. Its colours were made sRGB\. Left out: 2 further pages/,
  )
  expect(conversionNote('jpeg', converted({ isWritten: false }))).toBeNull()
})

test('a picture that was made smaller says how much', () => {
  const before = { size: { width: 8000, height: 6000 }, bytes: 30_000_000 }
  const smaller = converted({ before, size: { width: 4905, height: 3679 } }, 18_000_000)
  expect(conversionNote('png', smaller)).toBe(
    'Made smaller first: 30 MB to 18 MB, 8000 × 6000 to 4905 × 3679',
  )
})

test('a raw photo says that its preview was taken', () => {
  const preview = converted({ isWritten: false })
  const note = "The camera's preview in this Fujifilm RAF, 40 × 30"
  expect(conversionNote('raf', preview)).toBe(note)
  expect(readingNote('raf', preview)).toBe(note)
  expect(conversionNote('raf', converted())).toBe(`${note}. Made smaller first: 64 B to 5 kB`)
})

test('a picture that is read here says what is left out', () => {
  expect(readingNote('heif', converted())).toBeNull()
  const before = { size: { width: 20_000, height: 10_000 }, bytes: 64 }
  expect(readingNote('png', converted({ before, size: { width: 14_142, height: 7071 } }))).toBe(
    'Made smaller first: 20000 × 10000 to 14142 × 7071',
  )
})
