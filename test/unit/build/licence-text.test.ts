import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { licenceText } from '#build/licence-text.ts'

const text = licenceText('.')

test('public/licences.txt is up to date; `npm run licences` makes it so', () => {
  expect(readFileSync('public/licences.txt', 'utf8')).toBe(text)
})

test('every run-time dependency is named with its licence', () => {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  const unnamed = Object.keys(dependencies).filter(
    (name) => !new RegExp(`^${name} [\\d.]+ \\(.+\\)$`, 'm').test(text),
  )
  expect(unnamed).toEqual([])
})

test('each model is listed with its own licence', () => {
  expect(text).toContain('Apache License 2.0')
  expect(text).toContain('GNU Affero General Public License')
  expect(text).toContain("Only\nthe model's data is used")
  expect(text).toMatch(/MediaPipe Selfie Segmentation[^─]*Apache License 2\.0/)
})

test('build tools and declarations are not named, because they are not shipped', () => {
  expect(text).not.toMatch(/^(vite|typescript|playwright|@types\/node) \d/m)
})

test.each([
  ['@ffmpeg/core', ['https://github.com/FFmpeg/FFmpeg/tree/n5.1.4', 'libx264', 'GNU GENERAL PUBLIC LICENSE']],
  [
    '@mediabunny/aac-encoder',
    ['LGPL-2.1-or-later', 'GNU LESSER GENERAL PUBLIC LICENSE', 'github.com/FFmpeg/FFmpeg'],
  ],
  ['@jsquash/webp', ['libwebp', 'Copyright (c) 2010, Google Inc']],
  ['onnxruntime-web', ['Eigen', 'Abseil', 'Protocol Buffers', 'XNNPACK', 'FlatBuffers', 'ThirdPartyNotices']],
])('what is compiled into %s is named', (name, inside) => {
  const section = text.split(/\n─+\n\n/).find((part) => part.startsWith(`${name} `)) ?? ''
  for (const words of inside) expect(section).toContain(words)
})

/** Libraries that may be compiled into another, by what their code leaves in a WASM file. */
const traces = [
  'brotli',
  'dav1d',
  'lcms',
  'libaom',
  'libde265',
  'libpng',
  'sharpyuv',
  'skcms',
  'x265',
  'zlib',
]

test.each([
  ['@jsquash/avif', 'codec/enc/avif_enc.wasm'],
  ['@jsquash/webp', 'codec/enc/webp_enc.wasm'],
  ['jxl-oxide-wasm', 'jxl_oxide_wasm_bg.wasm'],
  ['icodec', 'dist/jxl-enc.wasm'],
  ['libheif-js', 'libheif-wasm/libheif.wasm'],
])('every library with a trace in the WASM of %s is named', (name, file) => {
  const code = readFileSync(`node_modules/${name}/${file}`, 'latin1').toLowerCase()
  const section = text.split(/\n─+\n\n/).find((part) => part.startsWith(`${name} `)) ?? ''
  const unnamed = traces.filter((trace) => code.includes(trace) && !section.toLowerCase().includes(trace))
  expect(unnamed).toEqual([])
})

test('the source of onnxruntime that is named is of the shipped version', () => {
  const { version }: { version: string } = JSON.parse(
    readFileSync('node_modules/onnxruntime-web/package.json', 'utf8'),
  )
  expect(text).toContain(`onnxruntime/blob/v${version}/ThirdPartyNotices.txt`)
})
