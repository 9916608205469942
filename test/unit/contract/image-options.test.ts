import { expect, test } from 'vitest'
import { reasonText } from '#contract/error-reasons.ts'
import { defaultImageOptions, parseImageOptions } from '#contract/image-options.ts'
import { thrownServiceError, validationDetails } from '#support/thrown-errors.ts'
import { words } from '#support/words.ts'

test('an image request without parameters gets the contract’s defaults', () => {
  expect(parseImageOptions({})).toEqual({
    format: 'png',
    channels: 'rgba',
    size: 'full',
    crop: false,
    padding: { x: 0, y: 0 },
    fit: 'contain',
    level: 'balanced',
  })
  expect(defaultImageOptions).toEqual(parseImageOptions({}))
})

test('D-10: an empty text counts as absent', () => {
  const empty = {
    format: '',
    channels: '',
    bg_color: '',
    size: '',
    crop: '',
    padding: '',
    width: '',
    height: '',
    fit: '',
    level: '',
  }
  expect(parseImageOptions(empty)).toEqual(defaultImageOptions)
})

const choices = {
  format: ['png', 'jpg', 'webp'],
  channels: ['rgba', 'rgb', 'alpha'],
  size: ['full', 'preview', 'medium', 'hd'],
  fit: ['contain', 'cover', 'scale-down'],
  level: ['fast', 'balanced', 'fine'],
} as const

const allowed = Object.entries(choices).flatMap(([name, texts]) => texts.map((text) => [name, text] as const))

test.each(allowed)('%s=%s is accepted', (name, text) => {
  expect(parseImageOptions({ [name]: text })).toMatchObject({ [name]: text })
})

test.each([
  ...allowed.map(([name, text]) => [name, text.toUpperCase()] as const),
  ...allowed.map(([name, text]) => [name, ` ${text}`] as const),
  ['format', 'jpeg'],
  ['format', 'auto'],
  ['format', 'zip'],
  ['format', 'webm'],
  ['channels', 'a'],
  ['size', 'small'],
  ['size', 'large'],
  ['size', 'auto'],
  ['size', '4k'],
  ['fit', 'fill'],
  ['fit', 'scale_down'],
  ['level', 'best'],
] as const)('D-10, D-71: %s=%j is refused, since values are lower case and exact', (name, text) => {
  expect(Object.keys(validationDetails(() => parseImageOptions({ [name]: text })))).toEqual([name])
})

test.each([
  ['1', 1],
  ['6000', 6000],
  ['0640', 640],
])('D-16: width and height %s are accepted', (text, side) => {
  expect(parseImageOptions({ width: text, height: text })).toMatchObject({ width: side, height: side })
})

test.each([' 5', '9'.repeat(400), ...words('0 6001 -1 1.5 1.0 1e3 +5 0x10 auto 100px NaN ٣')])(
  'D-16: width and height %j are refused',
  (text) => {
    expect(Object.keys(validationDetails(() => parseImageOptions({ width: text, height: text })))).toEqual([
      'width',
      'height',
    ])
  },
)

test('crop and bg_color are values, not texts, once read', () => {
  expect(parseImageOptions({ crop: '4:3', bg_color: 'Red' })).toMatchObject({
    crop: { width: 4, height: 3 },
    bg_color: { r: 255, g: 0, b: 0 },
  })
  expect(parseImageOptions({})).not.toHaveProperty('bg_color')
})

test('D-6: one validation_error lists sentences for every failing parameter', () => {
  const form = {
    format: 'bmp',
    channels: 'cmyk',
    bg_color: 'sky',
    size: 'xl',
    crop: '0:0',
    padding: '9',
    width: '0',
    height: '-1',
    fit: 'x',
    level: 'max',
  }
  const error = thrownServiceError(() => parseImageOptions(form))
  expect(error).toMatchObject({ code: 'validation_error', status: 400, retryable: false })
  const details = validationDetails(() => parseImageOptions(form))
  expect(Object.keys(details).sort()).toEqual(Object.keys(form).sort())
  for (const [name, messages] of Object.entries(details)) {
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatch(new RegExp(`^${name} .+\\.$`))
  }
})

test('D-6: earlier findings are listed and suffice for a refusal', () => {
  const found = { roi: [{ reason: 'legacy_parameter_unsupported', params: { name: 'roi' } }] } as const
  expect(Object.keys(validationDetails(() => parseImageOptions({ size: 'xl' }, found)))).toEqual([
    'roi',
    'size',
  ])
  expect(validationDetails(() => parseImageOptions({}, found))).toEqual({ roi: [reasonText(found.roi[0])] })
})

test('a message quotes the sent value, truncated', () => {
  const [message] = validationDetails(() => parseImageOptions({ format: 'x'.repeat(5000) })).format ?? []
  expect(message).toContain('xxx…')
  expect(message?.length).toBeLessThan(120)
})
