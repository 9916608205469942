import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distinctNames, resultName } from '#base/file-names.ts'

test("a result has its picture's name and the new extension", () => {
  expect(resultName('Holiday 12.jpg', 'png')).toBe('Holiday 12.png')
  expect(resultName('archive.tar.webp', 'jpg')).toBe('archive.tar.jpg')
  expect(resultName('no extension', 'png')).toBe('no extension.png')
})

test('a result never has the same name as its picture', () => {
  expect(resultName('logo.png', 'png')).toBe('logo-cutout.png')
  expect(resultName('LOGO.PNG', 'png')).toBe('LOGO-cutout.png')
})

test('characters that file systems refuse are replaced in names', () => {
  expect(resultName('a/b:c.jpg', 'png')).toBe('a-b-c.png')
  expect(resultName('', 'png')).toBe('picture.png')
  expect(resultName('.jpg', 'png')).toBe('.jpg.png')
})

test.each([
  ['a control character', 'a\u0000b\n.jpg', 'ab.png'],
  ['a turn of direction', 'invoice\u202egpj.exe.jpg', 'invoicegpj.exe.png'],
  ['half of a pair', 'a\ud800b.jpg', 'ab.png'],
  ['a device of Windows', 'CON.jpg', '_CON.png'],
  ['a device with an ending', 'com1.tar.jpg', '_com1.tar.png'],
  ['dots and spaces at its end', 'a. . .jpg', 'a.png'],
  ['accents apart', 'cafe\u0301.jpg', 'caf\u00e9.png'],
])('a name with %s is written as every system takes it', (_what, name, expected) => {
  expect(resultName(name, 'png')).toBe(expected)
})

test.each(['a'.repeat(400), '\u6f22'.repeat(200), '\u{1f600}'.repeat(100)])(
  'a name that is too long is cut between characters',
  (long) => {
    const [first = '', second = ''] = distinctNames([
      resultName(`${long}.jpg`, 'png'),
      resultName(long, 'png'),
    ])
    expect(new TextEncoder().encode(second).byteLength).toBeLessThanOrEqual(255)
    expect(first.isWellFormed()).toBe(true)
    expect(second).not.toBe(first)
  },
)

test('names that differ in the form of accents alone are numbered', () => {
  expect(distinctNames(['caf\u00e9.png', 'cafe\u0301.png'])).toEqual(['caf\u00e9.png', 'cafe\u0301 (2).png'])
})

test('duplicate names are numbered, ignoring case', () => {
  expect(distinctNames(['a.png', 'A.png', 'a.png', 'b.png'])).toEqual([
    'a.png',
    'A (2).png',
    'a (3).png',
    'b.png',
  ])
})

test('a number that another name has already is skipped', () => {
  expect(distinctNames(['a.png', 'a (2).png', 'a.png'])).toEqual(['a.png', 'a (2).png', 'a (3).png'])
})

test('no two names in a ZIP are ever the same', () => {
  const name = fc.constantFrom('a.png', 'A.png', 'a (2).png', 'b.png', 'a (3).png')
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), (names) => {
      const distinct = distinctNames(names).map((each) => each.toLowerCase())
      expect(new Set(distinct).size).toBe(names.length)
    }),
  )
})
