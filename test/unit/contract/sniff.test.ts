import { expect, test } from 'vitest'
import { reasonText } from '#contract/error-reasons.ts'
import { type FileKind, fileKinds, isImageKind, isPictureKind, isVideoKind } from '#contract/file-kinds.ts'
import { readFileKind, sniff } from '#contract/sniff.ts'

/** Latin-1 text with `\x` escapes as bytes. */
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

const packet = (length: number) => `G${'\0'.repeat(length - 1)}`

const ftyp = (major: string, ...compatible: string[]) =>
  `\0\0\0${String.fromCharCode(16 + 4 * compatible.length)}ftyp${major}\0\0\0\0${compatible.join('')}`

type Field = readonly [tag: number, value: number | string]

/** The head of a TIFF with these fields in its first directory: numbers as LONG, texts behind the directory. */
const tiff = (fields: readonly Field[], littleEndian = true): string => {
  const texts = 10 + fields.length * 12 + 4
  const view = new DataView(new ArrayBuffer(texts + fields.length * 32))
  view.setUint16(0, littleEndian ? 0x4949 : 0x4d4d)
  view.setUint16(2, 42, littleEndian)
  view.setUint32(4, 8, littleEndian)
  view.setUint16(8, fields.length, littleEndian)
  for (const [index, [tag, value]] of fields.entries()) {
    const at = 10 + index * 12
    const textAt = texts + index * 32
    const isText = typeof value === 'string'
    view.setUint16(at, tag, littleEndian)
    view.setUint16(at + 2, isText ? 2 : 4, littleEndian)
    view.setUint32(at + 4, isText ? value.length + 1 : 1, littleEndian)
    view.setUint32(at + 8, isText ? textAt : value, littleEndian)
    if (isText) for (const [i, byte] of bytes(value).entries()) view.setUint8(textAt + i, byte)
  }
  return String.fromCharCode(...new Uint8Array(view.buffer))
}

const preview: Field = [254, 1]
const madeBy = (make: string): Field => [271, make]

test.each<readonly [text: string, kind: FileKind]>([
  ['', 'empty'],
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'jpeg'],
  ['\xff\xd8\xff\xe1\x12\x34Exif', 'jpeg'],
  ['\xff\xd8\xff\xdb', 'jpeg'],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png'],
  ['RIFF\x10\0\0\0WEBPVP8X', 'webp'],
  ['GIF87a', 'gif'],
  ['GIF89a\x01\0', 'gif'],
  [ftyp('avif', 'mif1'), 'avif'],
  [ftyp('avis', 'msf1'), 'avif'],
  [ftyp('mif1', 'avif', 'miaf'), 'avif'],
  [ftyp('mif1', 'heic'), 'heif'],
  [ftyp('    ', 'heic'), 'heif'],
  ['\xff\x0a\x7f', 'jxl'],
  ['\0\0\0\x0cJXL \r\n\x87\n', 'jxl'],
  ['\0\0\0\x0cjP  \r\n\x87\n', 'jp2'],
  ['\xff\x4f\xff\x51\0', 'jp2'],
  ['II\xbc\x01\x20\0', 'jxr'],
  ['gimp xcf v011\0', 'xcf'],
  ['DDS \x7c\0\0\0', 'dds'],
  ['qoif\0\0\0\x01', 'qoi'],
  ['\x0a\x05\x01\x08\0\0', 'pcx'],
  ['\x0a\x05\x01\x07\0\0', 'unknown'],
  ['P6\n640 480\n255\n', 'pnm'],
  ['P7\nWIDTH 4\n', 'pnm'],
  ['P8\n640 480\n', 'unknown'],
  ['P5 # rows\n #\n9 9 255\n', 'pnm'],
  ['P3 is the third point of these notes', 'unknown'],
  ['%!PS-Adobe-3.0 EPSF-3.0', 'eps'],
  ['\xc5\xd0\xd3\xc6\x1e\0\0\0', 'eps'],
  ['icns\0\0\x12\x34', 'icns'],
  ['\0\0\0\x6b\0\0\0\x07\0\0\0\x02', 'xwd'],
  [`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/x-krita`, 'kra'],
  [`PK\x03\x04${'\0'.repeat(26)}mimetypeimage/openrasterPK`, 'ora'],
  [`PK\x03\x04${'\0'.repeat(26)}QuickLook/Thumbnail.png`, 'procreate'],
  [`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/epub+zip`, 'zip'],
  ['\0\0\x0a\0\0\0\0\0\0\0\0\0\x40\x01\xf0\0\x20\x08', 'tga'],
  ['\x05\x01\x01\0\0\0\x01\x18\0\0\0\0\x40\x01\xf0\0\x08\0label', 'tga'],
  // A depth that there is not, no height, and a palette of a picture without one.
  ['\0\0\x0a\0\0\0\0\0\0\0\0\0\x40\x01\xf0\0\x21\x08', 'unknown'],
  ['\0\0\x0a\0\0\0\0\0\0\0\0\0\x40\x01\0\0\x20\x08', 'unknown'],
  ['\0\0\x0a\0\0\x01\0\0\0\0\0\0\x40\x01\xf0\0\x20\x08', 'unknown'],
  ['\xff\xd8\xff\xf7\0', 'jpeg'],
  [`BM\x36\0\0\0${'\0'.repeat(4)}\x36\0\0\0\x28\0\0\0`, 'bmp'],
  ['\0\0\x01\0\x02\0\x10\x10', 'ico'],
  ['8BPS\0\x01\0\0', 'psd'],
  ['8BPS\0\x02\0\0', 'psd'],
  ['\x76\x2f\x31\x01\x02\0', 'exr'],
  ['<svg xmlns="http://www.w3.org/2000/svg">', 'svg'],
  ['\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<!DOCTYPE svg PUBLIC "x" "y">\n<svg>', 'svg'],
  [tiff([[256, 40]]), 'tiff'],
  ['II+\0\x08\0\0\0', 'tiff'],
  ['MM\0+\0\x08\0\0', 'tiff'],
  // Developed from a raw photo.
  [tiff([[254, 0], madeBy('NIKON CORPORATION'), [262, 2]]), 'tiff'],
  [tiff([preview, madeBy('NIKON CORPORATION')]), 'nef'],
  [tiff([madeBy('NIKON'), [330, 300]], false), 'nef'],
  [tiff([[254, 0], madeBy('NIKON'), [262, 2], [330, 300]]), 'tiff'],
  [tiff([preview, madeBy('Hasselblad')]), '3fr'],
  [tiff([preview, madeBy('Phase One')]), 'iiq'],
  [tiff([preview, madeBy('EASTMAN KODAK COMPANY')]), 'dcr'],
  [tiff([preview, madeBy('SEIKO EPSON CORP.')]), 'erf'],
  [tiff([preview, madeBy('Leaf')]), 'mos'],
  [tiff([preview, madeBy('Mamiya-OP Co.,Ltd.')]), 'mef'],
  [tiff([preview, madeBy('SONY')]), 'arw'],
  [tiff([[262, 32803], madeBy('PENTAX Corporation')], false), 'pef'],
  [tiff([preview, madeBy('SAMSUNG')]), 'srw'],
  [tiff([preview, madeBy('Canon'), [50706, 4]]), 'dng'],
  ['II*\0\x10\0\0\0CR\x02\0', 'cr2'],
  ['II\x1a\0\0\0HEAPCCDR', 'crw'],
  [ftyp('crx ', 'isom'), 'cr3'],
  ['FUJIFILMCCD-RAW 0201', 'raf'],
  ['IIRO\x08\0\0\0', 'orf'],
  ['IIRS\x08\0\0\0', 'orf'],
  ['MMOR\0\0\0\x08', 'orf'],
  ['IIU\0\x18\0\0\0', 'rw2'],
  ['\0MRM\0\0\x0a\x0c', 'mrw'],
  ['FOVb\x03\0', 'x3f'],
  [ftyp('isom', 'iso2', 'avc1'), 'mp4'],
  [ftyp('M4V ', 'mp42'), 'mp4'],
  [ftyp('3gp5'), 'mp4'],
  [ftyp('qt  '), 'mov'],
  ['\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm', 'webm'],
  ['\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska', 'mkv'],
  ['RIFF\x10\0\0\0AVI ', 'avi'],
  ['FLV\x01\x05', 'flv'],
  ['0&\xb2u\x8ef\xcf\x11', 'wmv'],
  ['\0\0\x01\xba\x44', 'mpg'],
  ['\0\0\x01\xb3\x44', 'mpg'],
  [packet(188) + packet(4), 'mts'],
  [`\0\0\0\0${packet(192)}G`, 'mts'],
  ['OggS\0\x02', 'ogv'],
  ['.RMF', 'rm'],
  ['ID3\x04\0', 'mp3'],
  ['\xff\xfb\x90\x64', 'mp3'],
  ['RIFF\x10\0\0\0WAVEfmt ', 'wav'],
  ['fLaC\0\0\0\x22', 'flac'],
  [`OggS${'\0'.repeat(24)}OpusHead`, 'ogg'],
  [`OggS${'\0'.repeat(24)}\x80theora`, 'ogv'],
  ['%PDF-1.7', 'pdf'],
  ['PK\x03\x04\x14\0', 'zip'],
  ['PK\x05\x06\0\0', 'zip'],
])('D-1: %j is a %s', (text, kind) => {
  expect(sniff(bytes(text))).toBe(kind)
})

const heifBrands =
  'heic heix heim heis hevc hevx hevm hevs mif1 mif2 mif3 msf1 miaf 1pic jpeg jpgs j2ki avci vvic evbi'
const openingBoxes = 'moov mdat wide free skip pnot uuid styp sidx moof'

test.each(heifBrands.split(' '))('the brand %s is that of HEIF', (brand) => {
  expect(sniff(bytes(ftyp(brand)))).toBe('heif')
})

test.each(openingBoxes.split(' '))('a file that begins with %s is a film', (box) => {
  // As long as the mark of an icon says, too.
  expect(sniff(bytes(`\0\0\x01\0${box}\0\0\0\0`))).toBe('mp4')
})

test('the refusal of a picture names its kind', () => {
  const said = (kind: string) => reasonText({ reason: 'image_kind_refused', params: { kind } })
  expect(said('cr3')).toMatch(/^This is a camera's raw photo \(Canon CR3\)\. Only JPEG/)
  expect(said('psd')).toMatch(/^This is a picture in PSD \(Photoshop\)\. /)
  expect(said('zip')).toMatch(/^This is a file in ZIP\. /)
  // The second is the word of an earlier version.
  for (const kind of ['mkv', 'video']) expect(said(kind)).toMatch(/^This is a video\. /)
  expect(said('unknown')).toMatch(/^This is not an image of a known kind\. /)
})

test('the kind of a file is read from its start', async () => {
  const file = new Blob([bytes('%PDF-1.7')])
  expect(await readFileKind(file)).toBe('pdf')
})

test.each([
  '\xff\xd8',
  '\x89PNG\n\x1a\n',
  'RIFF\x10\0\0\0ACON',
  'GIF88a',
  'BMW is not a picture',
  'II*',
  '<html><svg>',
  'hello world!',
])('D-1: %j has an unknown kind', (text) => {
  expect(sniff(bytes(text))).toBe('unknown')
})

test('many comments before no drawing cost no time', () => {
  expect(sniff(bytes('<!---->'.repeat(600)))).toBe('unknown')
})

test('D-2, D-3: each kind belongs to the fields that take it', () => {
  const kinds = Object.keys(fileKinds) as FileKind[]
  expect(kinds.filter(isImageKind)).toEqual(['jpeg', 'png', 'webp'])
  expect(kinds.filter(isVideoKind).sort()).toEqual([
    'avi',
    'gif',
    'mkv',
    'mov',
    'mp4',
    'mpg',
    'mts',
    'ogv',
    'webm',
  ])
  expect(kinds.filter((kind) => isPictureKind(kind) && isVideoKind(kind))).toEqual([])
})
