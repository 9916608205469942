import { expect, test } from 'vitest'
import { parseImageOptions } from '#contract/image-options.ts'
import { advanceEdits, type EditHistory, emptyHistory } from '#library/history/edit-history.ts'
import { isAsSent, outputOf, requestedEdits, sameRequest } from '#library/pictures/picture-output.ts'
import {
  asksForCutout,
  isCroppedResult,
  isStale,
  savedFormat,
  toEditedOptions,
} from '#library/pictures/result-options.ts'
import { defaultRecipe, type Recipe } from '#library/recipe/recipe.ts'
import { hiddenFacts } from '#studio/features/image/result-confidence.ts'

const options = parseImageOptions({ format: 'webp', bg_color: '#fff' })

const facts = {
  request_id: 'req_1',
  processing_ms: 12,
  width: 40,
  height: 30,
  confidence: 0.9,
  ambiguous_ratio: 0.1,
  content_type: 'image/webp',
} as const

const sent = (form: Parameters<typeof parseImageOptions>[0] = {}, size = { width: 40, height: 30 }) => {
  const options = parseImageOptions(form)
  const answer = { image: new Blob(), facts: { ...facts, ...size } }
  return { answer, options, note: null, isCutout: asksForCutout(options) }
}
const atService = (form: Parameters<typeof sent>[0]) =>
  ({ runLocation: 'service', serviceResult: sent(form) }) as const

test('an opaque result is stale once the recipe asks for another file', () => {
  const item = atService({ format: 'webp', bg_color: '#fff' })
  expect(isStale(item, parseImageOptions({ format: 'webp', bg_color: 'white' }))).toBe(false)
  expect(isStale(item, parseImageOptions({ format: 'webp', bg_color: '#000' }))).toBe(true)
  expect(isStale(item, parseImageOptions({ format: 'png', bg_color: '#fff' }))).toBe(true)
  expect(isStale({ ...item, runLocation: 'device' }, parseImageOptions({}))).toBe(false)
})

test('the level makes no result of a service stale (D-71)', () => {
  expect(sameRequest(options, { ...options, level: 'fine' })).toBe(true)
})

test('a file of the service is saved in its own format', () => {
  const item = atService({ format: 'webp', bg_color: '#fff' })
  expect(savedFormat(item, 'png')).toBe('webp')
  const output = outputOf(item, { ...defaultRecipe, format: 'jpg' }, null)
  expect(output.options).toBe(item.serviceResult.options)
  expect(isAsSent(item, output)).toBe(true)
  expect(isAsSent({ ...item, runLocation: 'device' }, output)).toBe(false)
  expect(savedFormat({ ...item, runLocation: 'device' }, 'png')).toBe('png')
  expect(savedFormat({ runLocation: 'service', serviceResult: null }, 'png')).toBe('png')
})

test('an output names how its file is written', () => {
  const item = { runLocation: 'device', serviceResult: null, edits: emptyHistory } as const
  const recipe = { ...defaultRecipe, format: 'tiff', background: '#fff' } as const
  expect(outputOf(item, recipe, null)).toMatchObject({
    // What any browser shows.
    options: { format: 'png', bg_color: { r: 255, g: 255, b: 255 } },
    file: { format: 'tiff' },
  })
})

test("every other file of a service's cut-out is made here", () => {
  const item = atService({})
  expect(isAsSent(item, outputOf(item, defaultRecipe, null))).toBe(true)
  const changes: readonly Partial<Recipe>[] = [
    { background: '#ffffff' },
    { crop: true },
    { size: 'preview' },
    { exactSize: true, width: 200 },
    { format: 'jpg' },
    { channels: 'alpha' },
  ]
  for (const change of changes) {
    const output = outputOf(item, { ...defaultRecipe, ...change }, null)
    expect(isStale(item, output.options)).toBe(false)
    expect(isAsSent(item, output)).toBe(false)
    expect(output.alphaFrom).toBe(item.serviceResult.answer.image)
  }
  expect(savedFormat(item, 'jpg')).toBe('jpg')
})

test('only an uncropped result is placed over the picture', () => {
  const source = { width: 400, height: 301 }
  expect(isCroppedResult(sent(), source)).toBe(false)
  expect(isCroppedResult(sent({ crop: '4:3' }), source)).toBe(true)
  expect(
    isCroppedResult(sent({ width: '40', height: '40', fit: 'cover' }, { width: 40, height: 40 }), source),
  ).toBe(true)
  expect(isCroppedResult(sent({}, { width: 30, height: 40 }), source)).toBe(true)
})

test('all facts that CORS hides are named together', () => {
  expect(hiddenFacts(facts)).toBeNull()
  const hidden = { ...facts, request_id: null, processing_ms: null, confidence: null, ambiguous_ratio: null }
  expect(hiddenFacts(hidden)).toBe('Time, confidence, half see-through, request id')
})

const edits: EditHistory = advanceEdits(emptyHistory, {
  type: 'add',
  edit: { kind: 'click', mode: 'keep', x: 1, y: 1 },
})

test('edits of this device change the matte of the network', () => {
  const item = { edits, runLocation: 'device', serviceResult: null } as const
  expect(requestedEdits(item)).toMatchObject({ edits: edits.present })
  expect(requestedEdits({ ...item, edits: emptyHistory })).toBeNull()
  expect(requestedEdits({ ...item, edits: advanceEdits(edits, { type: 'undo' }) })).toBeNull()
})

test('edits of a service result change its alpha, unless it has none', () => {
  const item = (form: Parameters<typeof sent>[0]) => ({ ...atService(form), edits })
  const whole = item({})
  const output = outputOf(whole, defaultRecipe, null)
  expect(output.edited).toMatchObject({ edits: edits.present })
  expect(output.alphaFrom).toBe(whole.serviceResult.answer.image)
  expect(isAsSent(whole, output)).toBe(false)
  for (const form of [{ crop: 'true' }, { format: 'jpg' }, { bg_color: '#fff' }, { channels: 'alpha' }])
    expect(requestedEdits(item(form))).toBeNull()
})

test('a picture that is edited is whole and transparent', () => {
  const recipe = parseImageOptions({ format: 'jpg', crop: '1:1', width: '200', level: 'fine' })
  expect(toEditedOptions(recipe, 1e6)).toMatchObject({
    format: 'png',
    crop: false,
    size: 'medium',
    level: 'fine',
  })
  expect(toEditedOptions(recipe, 1e6)).not.toHaveProperty('width')
  expect(toEditedOptions(recipe, 4e6).size).toBe('hd')
  expect(toEditedOptions(recipe, 12e6).size).toBe('full')
})
