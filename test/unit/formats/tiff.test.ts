import { expect, test } from 'vitest'
import { findTiffText, findTiffValue, readTiffDirectory, readTiffHead } from '#formats/tiff.ts'

/** Least significant byte first; a field holds one number of 32 bits in its entry, or an offset. */
type Field = readonly [tag: number, type: number, values: number, value: number]

const blockOf = (fields: readonly Field[], count = fields.length, first = 8) => {
  const view = new DataView(new ArrayBuffer(14 + fields.length * 12))
  view.setUint32(0, 0x49492a00)
  view.setUint32(4, first, true)
  view.setUint16(8, count, true)
  for (const [index, [tag, type, values, value]] of fields.entries()) {
    const at = 10 + index * 12
    view.setUint16(at, tag, true)
    view.setUint16(at + 2, type, true)
    view.setUint32(at + 4, values, true)
    view.setUint32(at + 8, value, true)
  }
  return view
}

const valueIn = (view: DataView, tag: number) => findTiffValue(view, 0, view.byteLength, tag)?.value

test('a count that lies ends with the block', () => {
  const view = blockOf([[274, 3, 1, 6]], 0xffff)
  expect(valueIn(view, 274)).toBe(6)
  expect(valueIn(view, 275)).toBeUndefined()
  expect(readTiffDirectory(view, 8, { littleEndian: true, isBig: false })).toMatchObject({
    entries: [{ tag: 274 }],
    isWhole: false,
    next: 0,
  })
})

test('a directory or values outside of the block are none', () => {
  expect(valueIn(blockOf([[274, 3, 1, 6]], 1, 0xffff_fff0), 274)).toBeUndefined()
  expect(valueIn(blockOf([[282, 5, 1, 0xffff_fff0]]), 282)).toBeUndefined()
  expect(findTiffText(blockOf([[271, 2, 0xffff_ffff, 8]]), 271)).toBe('')
})

test('other versions, byte orders and shorter blocks have no head', () => {
  const good = blockOf([])
  expect(readTiffHead(good)).toEqual({ littleEndian: true, isBig: false, first: 8 })
  expect(readTiffHead(new DataView(good.buffer, 0, 7))).toBeNull()
  for (const head of [0x49494000, 0x4d4d2a00, 0x58582a00]) {
    good.setUint32(0, head)
    expect(readTiffHead(good)).toBeNull()
  }
})
