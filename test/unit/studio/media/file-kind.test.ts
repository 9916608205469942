import { expect, test } from 'vitest'
import { fileKind, readFileKind } from '#studio/media/file-kind.ts'
import { hasSubject } from '#studio/queries/image-result.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test('a file is recognised by its first bytes (D-1)', () => {
  expect(fileKind(bytes('\xff\xd8\xff\xe0'))).toBe('jpeg')
  expect(fileKind(bytes('\x89PNG\r\n\x1a\n'))).toBe('png')
  expect(fileKind(bytes('RIFF....WEBPVP8 '))).toBe('webp')
  expect(fileKind(bytes('....ftypheic'))).toBe('heic')
  expect(fileKind(bytes('....ftypmif1'))).toBe('heic')
  expect(fileKind(bytes('....ftypavif'))).toBe('avif')
  expect(fileKind(bytes('....ftypisom'))).toBe('video')
  expect(fileKind(bytes('\x1aE\xdf\xa3'))).toBe('video')
  expect(fileKind(bytes('GIF89a'))).toBe('gif')
  expect(fileKind(bytes('%PDF-1.4'))).toBe('pdf')
  expect(fileKind(bytes('<?xml version="1.0"?>\n<svg xmlns="x">'))).toBe('svg')
  expect(fileKind(bytes('<html>'))).toBe('unknown')
})

test('an empty file is empty, whatever its name', async () => {
  expect(await readFileKind(new File([], 'cat.jpg'))).toBe('empty')
})

test('a result with nothing above 5 % alpha shows no subject (D-14)', () => {
  expect(hasSubject(Uint8ClampedArray.of(9, 9, 9, 0, 9, 9, 9, 12))).toBe(false)
  expect(hasSubject(Uint8ClampedArray.of(9, 9, 9, 0, 9, 9, 9, 13))).toBe(true)
})
