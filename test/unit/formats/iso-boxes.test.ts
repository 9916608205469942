import { expect, test } from 'vitest'
import { boxesIn, fileBoxes, findFileBox, wholeSpan } from '#formats/iso-boxes.ts'
import { firstOffset, tracksOf } from '#formats/movie-tracks.ts'
import { ascii, concatBytes, uint32 } from '#support/byte-arrays.ts'
import { box } from '#support/make-mp4.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** By both walks: over bytes, and over a file. */
const boxesOf = async (bytes: Bytes) => {
  const boxes = [...boxesIn(new DataView(bytes.buffer), { from: 0, to: bytes.length })]
  const inFile: typeof boxes = []
  for await (const each of fileBoxes(new Blob([bytes]))) inFile.push(each)
  expect(inFile).toEqual(boxes)
  return boxes
}

const content = [1, 2, 3, 4]
const long = (size: number) => [...uint32(1), ...ascii('mdat'), ...uint32(0), ...uint32(size), ...content]

test('a box without a size goes on to the end', async () => {
  const open = concatBytes(box('free', content), uint32(0), ascii('mdat'), content)
  expect(await boxesOf(open)).toMatchObject([{ name: 'free' }, { from: 20, to: 24, isCut: false }])
  const wide = concatBytes(long(20), box('free', content))
  expect(await boxesOf(wide)).toMatchObject([
    { from: 16, to: 20 },
    { name: 'free', to: 32 },
  ])
})

test('a size that lies ends the walk', async () => {
  const tooLong = concatBytes(uint32(0x7fff_ffff), ascii('moov'), content)
  expect(await boxesOf(tooLong)).toMatchObject([{ name: 'moov', to: 12, isCut: true }])
  // Less than the head itself, by which a walk would stand still.
  for (const none of [concatBytes(uint32(7), ascii('moov'), content), concatBytes(long(15))])
    expect(await boxesOf(none)).toEqual([])
})

test('no box is found in a WebM, or behind too many', async () => {
  const many = concatBytes(...Array.from({ length: 1_001 }, () => box('free', [])), box('moov', content))
  expect(await findFileBox(new Blob([many]), 'moov')).toBe('excessive')
  const webm = concatBytes([0x1a, 0x45, 0xdf, 0xa3], ascii('moov'), content)
  expect(await findFileBox(new Blob([webm]), 'moov')).toBeNull()
})

test('a table that is cut off has no first chunk', () => {
  const moov = (...table: number[]) =>
    concatBytes(box('trak', box('mdia', box('minf', box('stbl', box('stco', table))))))
  const offsetIn = (bytes: Bytes) => {
    const view = new DataView(bytes.buffer)
    return tracksOf(view).map((trak) => firstOffset(view, trak))
  }
  expect(offsetIn(moov(...uint32(0), ...uint32(1), ...uint32(99)))).toEqual([99])
  expect(offsetIn(moov(...uint32(0), ...uint32(1)))).toEqual([undefined])
  expect(offsetIn(moov())).toEqual([undefined])
  expect([...boxesIn(new DataView(new ArrayBuffer(7)), wholeSpan(new DataView(new ArrayBuffer(7))))]).toEqual(
    [],
  )
})
