import fc from 'fast-check'
import { expect, test } from 'vitest'
import { baseName, distinctNames, resultName } from '#base/file-names.ts'

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
  expect(resultName('.jpg', 'png')).toBe('jpg.png')
})

test.each([
  ['a control character', 'a\u0000b\n.jpg', 'ab.png'],
  ['a turn of direction', 'invoice\u202egpj.exe.jpg', 'invoicegpj.exe.png'],
  ['half of a pair', 'a\ud800b.jpg', 'ab.png'],
  ['a device of Windows', 'CON.jpg', '_CON.png'],
  ['a device with an ending', 'com1.tar.jpg', '_com1.tar.png'],
  ['dots and spaces at its end', 'a. . .jpg', 'a.png'],
  ['tildes and blanks at its ends', '\u3000~a\u00a0~.jpg', 'a.png'],
  ['joiners', 'mi\u200ckhaham\u200b\u00ad.jpg', 'mikhaham.png'],
  ['emoji joined', '\u{1f468}\u200d\u{1f467}.jpg', '\u{1f468}\u{1f467}.png'],
  ['a dot before it', '.hidden.jpg', 'hidden.png'],
  ['the keyboard of Windows', 'CONIN$.jpg', '_CONIN$.png'],
  ['the screen of Windows', 'conout$.jpg', '_conout$.png'],
  ['accents apart', 'cafe\u0301.jpg', 'caf\u00e9.png'],
])('a name with %s is written as every system takes it', (_what, name, expected) => {
  expect(resultName(name, 'png')).toBe(expected)
})

/** What Chromium refuses in a folder that was picked (`IsSafePathComponent`). */
const refused = [
  /["*/:<>?\\|\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}]/u,
  /^[\s~.]|[\s~.]$|^$/,
  /^(con|prn|aux|nul|(com|lpt)\d|clock\$)(\.|$)|^(desktop\.ini|thumbs\.db)$/i,
  /\.(lnk|local|scf|url|\{.*\})$/i,
]

test('Chromium refuses no name of a file or folder', () => {
  const parts = [
    ' ',
    '.',
    '~',
    '\u200d',
    '\u00ad',
    '\ufdd0',
    '\u0301',
    '/',
    'con',
    'com1',
    'url',
    '{1}',
    'desktop.ini',
    'e',
  ]
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary' })) }),
      (name) => {
        const made = [baseName(name), resultName(name, 'png')]
        expect(made.filter((each) => refused.some((rule) => rule.test(each)))).toEqual([])
      },
    ),
  )
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

test('a number goes before the ending, never into a folder', () => {
  expect(distinctNames(['notes', 'NOTES', 'a.png', 'a.png'])).toEqual([
    'notes',
    'NOTES (2)',
    'a.png',
    'a (2).png',
  ])
  expect(distinctNames(['set.v2/notes', 'set.v2/notes'])).toEqual(['set.v2/notes', 'set.v2/notes (2)'])
})
