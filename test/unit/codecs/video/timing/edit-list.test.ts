import { expect, test } from 'vitest'
import { readEditList, withoutEditLists } from '#codecs/video/timing/edit-list.ts'

const word = (value: number) => [24, 16, 8, 0].map((shift) => (value >> shift) & 255)
const long = (value: number) => [...word(value < 0 ? -1 : 0), ...word(value)]
const box = (name: string, ...content: readonly (readonly number[])[]): number[] => {
  const bytes = content.flat()
  return [...word(bytes.length + 8), ...[...name].map((letter) => letter.charCodeAt(0)), ...bytes]
}
const zeros = (count: number) => Array<number>(count).fill(0)

type Edit = readonly [ticks: number, mediaTime: number]
const list = (edits: readonly Edit[], version = 0) => {
  const number = version === 1 ? long : word
  const entries = edits.flatMap(([ticks, time]) => [...number(ticks), ...number(time), 0, 1, 0, 0])
  return box('edts', box('elst', [version, 0, 0, 0], word(edits.length), entries))
}
const trak = (id: number, ...boxes: number[][]) =>
  box(
    'trak',
    box('tkhd', zeros(12), word(id), zeros(64)),
    ...boxes,
    box('mdia', box('mdhd', zeros(12), word(90), zeros(8))),
  )
const movie = (...traks: number[][]) => box('moov', box('mvhd', zeros(12), word(600), zeros(84)), ...traks)
const fileOf = (...boxes: number[][]) => new Blob([Uint8Array.from(boxes.flat())])

const head = box('ftyp', zeros(16))
const all = { segments: [], endSeconds: Number.POSITIVE_INFINITY }

test.each([0, 1])('a list of version %i sets the end of its track', async (version) => {
  const file = fileOf(
    head,
    box('mdat', zeros(50)),
    movie(
      trak(1),
      trak(
        2,
        list(
          [
            [300, -1],
            [1200, 40],
          ],
          version,
        ),
      ),
    ),
  )
  expect(await readEditList(file, 2)).toEqual({ segments: [], endSeconds: 2.5 })
  expect(await readEditList(file, 1)).toEqual(all)
  expect(await readEditList(file, 3)).toEqual(all)
})

test('several segments are listed with the times they are shown at', async () => {
  const edits = list([
    [600, 900],
    [60, -1],
    [300, 45],
  ])
  const file = fileOf(head, box('mdat', zeros(50)), movie(trak(7), trak(1, edits)))
  expect((await readEditList(file, 1)).segments).toEqual([
    { fromSeconds: 10, toSeconds: 11, atSeconds: 0 },
    { fromSeconds: 0.5, toSeconds: 1, atSeconds: 1.1 },
  ])
  const bare = await withoutEditLists(file)
  expect(bare.size).toBe(file.size)
  expect(await readEditList(bare, 1)).toEqual(all)
})

test.each([
  ['no length', [[0, 40]]],
  ['nothing', []],
  ['nothing but emptiness', [[600, -1]]],
] as const)('a list with %s does not end its track', async (_, edits) => {
  expect(await readEditList(fileOf(head, movie(trak(1, list(edits)))), 1)).toEqual(all)
})

test('fragments, other containers and broken files have no edits', async () => {
  const fragmented = movie(trak(1, list([[600, 0]])), box('mvex', zeros(8)))
  const broken = movie(trak(1, list([[600, 0]]))).slice(0, 40)
  for (const file of [fragmented, broken, [26, 69, 223, 163, 1, 0, 0, 0, 0, 0, 0, 31], []])
    expect(await readEditList(fileOf(file), 1)).toEqual(all)
})

test('a box may have a 64-bit length, or none', async () => {
  const moov = movie(trak(1, list([[600, 0]])))
  const wide = [...word(1), ...moov.slice(4, 8), ...long(moov.length + 8), ...moov.slice(8)]
  const open = [...word(0), ...moov.slice(4)]
  for (const file of [fileOf(head, wide), fileOf(head, open)])
    expect(await readEditList(file, 1)).toEqual({ segments: [], endSeconds: 1 })
})
