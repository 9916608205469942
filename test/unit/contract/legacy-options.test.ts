import { expect, test } from 'vitest'
import { parseImageOptions } from '#contract/image-options.ts'
import { fromLegacyForm } from '#contract/legacy-options.ts'
import { validationDetails } from '#support/thrown-errors.ts'

/** Reads a form as the alias does. */
const parse = (texts: Record<string, string>, names?: string[]) => {
  const { form, found } = fromLegacyForm(texts, 'image', names)
  return parseImageOptions(form, found)
}

test.each([
  ['auto', 'full'],
  ['4k', 'full'],
  ['50MP', 'full'],
  ['small', 'preview'],
  ['regular', 'preview'],
  ['full', 'full'],
  ['preview', 'preview'],
  ['medium', 'medium'],
  ['hd', 'hd'],
])('the alias reads size=%s as %s', (legacy, current) => {
  expect(parse({ size: legacy }).size).toBe(current)
})

test.each(['4K', '50mp', 'AUTO', 'large', 'toString'])('the alias refuses size=%s', (size) => {
  expect(validationDetails(() => parse({ size }))).toHaveProperty('size')
})

test.each([
  ['10%', { x: 0.1, y: 0.1 }],
  ['0%', { x: 0, y: 0 }],
  ['5% 10%', { x: 0.1, y: 0.05 }],
  [' 5%  10% ', { x: 0.1, y: 0.05 }],
  ['12.5%', { x: 0.125, y: 0.125 }],
  ['100%', { x: 1, y: 1 }],
])('D-60: crop_margin %j becomes padding, vertical before horizontal', (crop_margin, padding) => {
  expect(parse({ crop_margin }).padding).toEqual(padding)
})

test.each([
  '30px',
  '0px',
  '30',
  '0',
  '-5px',
  '-5',
  '+5PX',
  '10px 20px',
  '-10px 5%',
  '10px 5%',
  '5% 10px',
  '1px 2px 3px 4px',
])('D-60: crop_margin %s is in pixels, so it is ignored and padding becomes 10%%', (crop_margin) => {
  expect(parse({ crop_margin }).padding).toEqual({ x: 0.1, y: 0.1 })
})

test.each(['101%', '-5%', '10em', 'none', '10%,5%', '1% 2% 3%', '1% 2% 3% 4%', '%', '10% x'])(
  'the alias refuses crop_margin %j under its own name',
  (crop_margin) => {
    expect(Object.keys(validationDetails(() => parse({ crop_margin })))).toEqual(['crop_margin'])
  },
)

test.each(['5% 10%', '30px', 'nonsense'])(
  'D-60: an explicit padding wins over crop_margin %s',
  (crop_margin) => {
    expect(parse({ crop_margin, padding: '0.2' }).padding).toEqual({ x: 0.2, y: 0.2 })
  },
)

test('D-10: an empty padding or crop_margin counts as absent', () => {
  expect(parse({ crop_margin: '5%', padding: '' }).padding).toEqual({ x: 0.05, y: 0.05 })
  expect(parse({ crop_margin: '' }).padding).toEqual({ x: 0, y: 0 })
})

test.each([
  ['fff', { r: 255, g: 255, b: 255 }],
  ['81D4fa', { r: 129, g: 212, b: 250 }],
  ['#81d4fa', { r: 129, g: 212, b: 250 }],
  ['tomato', { r: 255, g: 99, b: 71 }],
])('D-11: the alias reads bg_color %s', (bg_color, color) => {
  expect(parse({ bg_color }).bg_color).toEqual(color)
})

test.each(['ffff', '81d4fa77', 'xyz'])('the alias refuses bg_color %s', (bg_color) => {
  expect(validationDetails(() => parse({ bg_color }))).toHaveProperty('bg_color')
})

test('D-61: a ZIP is refused where the service makes none', () => {
  expect(validationDetails(() => parse({ format: 'zip' })).format?.[0]).toContain('not supported')
  expect(fromLegacyForm({ format: 'zip' }, 'image', [], true)).toEqual({ form: {}, found: {} })
})

test.each([
  [{}, 'png'],
  [{ bg_color: 'fff' }, 'jpg'],
  [{ channels: 'rgb' }, 'jpg'],
  [{ channels: 'alpha', bg_color: 'red' }, 'png'],
])('D-61: format=auto with %j is %s', (form, format) => {
  expect(parse({ ...form, format: 'auto' }).format).toBe(format)
})

test.each(['scale', 'position'])('D-60: %s that moves the subject is refused', (name) => {
  expect(parse({ [name]: 'original' })).toEqual(parse({}))
  expect(Object.keys(validationDetails(() => parse({ [name]: '50%' })))).toEqual([name])
})

test.each([
  'roi',
  'add_shadow',
  'shadow_type',
  'shadow_opacity',
  'bg_image_url',
  'bg_image_file',
  'background_image',
])('D-60: %s is refused as unsupported', (name) => {
  expect(validationDetails(() => parse({}, [name]))).toEqual({
    [name]: [`${name} is not supported. Leave it out.`],
  })
})

test.each(['type', 'type_level', 'semitransparency', 'shade', 'roix'])('D-60: %s is ignored', (name) => {
  expect(parse({ [name]: 'anything' })).toEqual(parse({}))
})

test('D-6: legacy and current parameters that fail are listed at once', () => {
  const form = { format: 'zip', size: 'xl', crop_margin: 'x', roi: '0 0 1 1', width: '0' }
  expect(Object.keys(validationDetails(() => parse(form))).sort()).toEqual(Object.keys(form).sort())
})

test('every field of the current contract means the same to the alias', () => {
  const form = {
    format: 'webp',
    channels: 'rgb',
    bg_color: 'red',
    size: 'hd',
    crop: '1:1',
    padding: '10%',
    width: '9',
    height: '8',
    fit: 'cover',
    level: 'fine',
  }
  expect(parse(form)).toEqual(parseImageOptions(form))
})
