import { expect, test } from 'vitest'
import { readClientSettings, settingsFields } from '#contract/client-settings.ts'
import { defaultImageOptions } from '#contract/image-options.ts'

const legacy = {
  size: 'auto',
  format: 'jpg',
  type: 'person',
  crop: true,
  crop_margin: '5% 10%',
  bg_color: '81d4fa',
  channels: 'rgba',
}
const wanted = {
  ...defaultImageOptions,
  size: 'full',
  format: 'jpg',
  crop: true,
  padding: { x: 0.1, y: 0.05 },
  bg_color: { r: 0x81, g: 0xd4, b: 0xfa },
}

test.each([
  ['an object', legacy],
  ['an object within another', { version: 2, params: legacy }],
])('D-60: legacy settings are read from %s', (_, settings) => {
  expect(readClientSettings(settings)?.options).toEqual(wanted)
})

test('D-60: a setting without a counterpart is left out and reported', () => {
  const read = readClientSettings({
    size: '4k',
    roi: '0% 0% 100% 100%',
    add_shadow: true,
    format: 'zip',
    type_level: '2',
    scale: 'fit',
  })
  expect(read?.options).toEqual(defaultImageOptions)
  expect(Object.keys(read?.leftOut ?? {}).sort()).toEqual([
    'add_shadow',
    'format',
    'roi',
    'scale',
    'type_level',
  ])
})

test('one wrong setting does not affect the others', () => {
  const read = readClientSettings({ width: 9000, height: 400, fit: 'stretch', size: 'hd' })
  expect(read?.options).toEqual({ ...defaultImageOptions, height: 400, size: 'hd' })
  expect(Object.keys(read?.leftOut ?? {}).sort()).toEqual(['fit', 'width'])
})

test('margins in pixels become 10% (D-60)', () => {
  expect(readClientSettings({ crop: true, crop_margin: '30px' })?.options.padding).toEqual({ x: 0.1, y: 0.1 })
})

test('D-55: a key is neither taken nor repeated', () => {
  for (const name of ['api_key', 'X-Api-Key', 'apiKey', 'token']) {
    const read = readClientSettings({ size: 'hd', [name]: 'pk_secret_1' })
    expect(read?.leftOut).toHaveProperty([name])
    expect(JSON.stringify(read)).not.toContain('pk_secret_1')
  }
})

test.each(['', 'hello', '{}', '[]', '42', '{"name": "x"}', 'size=hd'])('%j holds no settings', (text) => {
  expect(readClientSettings(settingsFields(text))).toBeNull()
})
