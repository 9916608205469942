import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isImageKind, sniff, sniffBytes } from '#contract/sniff.ts'

/** Latin-1 text with `\x` escapes as bytes. */
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'jpeg'],
  ['\xff\xd8\xff\xe1\x12\x34Exif', 'jpeg'],
  ['\xff\xd8\xff\xdb', 'jpeg'],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png'],
  ['RIFF\x10\0\0\0WEBPVP8X', 'webp'],
  ['GIF87a', 'gif'],
  ['GIF89a\x01\0', 'gif'],
  ['\0\0\0\x20ftypavif', 'heif'],
  ['\0\0\0\x20ftypavis', 'heif'],
  ['\0\0\0\x18ftypheic', 'heif'],
  ['\0\0\0\x18ftypheix', 'heif'],
  ['\0\0\0\x18ftypmif1', 'heif'],
  ['\0\0\0\x20ftypisom', 'video'],
  ['\0\0\0\x1cftypmp42', 'video'],
  ['\0\0\0\x14ftypqt  ', 'video'],
  ['\0\0\0\x20ftypM4V ', 'video'],
  ['\0\0\0\x08wide\0\0', 'video'],
  ['\0\0\x10\0moov', 'video'],
  ['\0\0\x10\0mdat', 'video'],
  ['\0\0\0\x18stypmsdh', 'video'],
  ['\0\0\0\x2csidx\0', 'video'],
  ['\0\0\x10\0moof\0\0', 'video'],
  ['\0\0\0\x18uuid\xbe\x7a', 'video'],
  ['\0\0\0\x08free\0\0', 'video'],
  ['\0\0\0\x08skip\0\0', 'video'],
  ['RIFF\x10\0\0\0AVI ', 'video'],
  ['\x1a\x45\xdf\xa3\x01', 'video'],
] as const)('D-1: %j is a %s', (text, kind) => {
  expect(sniff(bytes(text))).toBe(kind)
})

test.each([
  '',
  '\xff\xd8',
  '\x89PNG\n\x1a\n',
  'RIFF\x10\0\0\0WAVE',
  'GIF88a',
  'BM\x36\0\0\0',
  'II*\0',
  '<svg xmlns=',
  '%PDF-1.7',
  '\0\0\0\x18ftypcrx ',
  'hello world!',
])('D-1: %j is of no known kind', (text) => {
  expect(sniff(bytes(text))).toBe('unknown')
})

test('D-2: image_file holds JPEG, PNG or WebP', () => {
  expect((['jpeg', 'png', 'webp', 'gif', 'heif', 'video', 'unknown'] as const).filter(isImageKind)).toEqual([
    'jpeg',
    'png',
    'webp',
  ])
})

test('the leading bytes are enough: what follows them changes nothing', () => {
  const signature = fc.constantFrom(
    '\xff\xd8\xff',
    '\x89PNG\r\n\x1a\n',
    'RIFF\x10\0\0\0WEBP',
    'GIF89a',
    '\0\0\0\x20ftypisom',
    '',
  )
  fc.assert(
    fc.property(signature, fc.uint8Array({ maxLength: 40 }), (start, rest) => {
      const file = Uint8Array.of(...bytes(start), ...rest)
      expect(sniff(file.slice(0, sniffBytes))).toBe(sniff(file))
    }),
  )
})
