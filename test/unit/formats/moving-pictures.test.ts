import { expect, test } from 'vitest'
import { frameReaders, isMovingPicture, type MovingKind } from '#formats/moving-pictures.ts'
import { movingAvif, movingPng, movingWebp } from '#support/picture-bytes.ts'

const framesOf = (kind: MovingKind, file: Blob, maxFrames = 100) => frameReaders[kind](file, { maxFrames })
const size = { width: 320, height: 200 }

test('times are those of the file, frames as long as in browsers', async () => {
  expect(await framesOf('webp', movingWebp([80, 11, 10, 0, 70_000]))).toEqual({
    ...size,
    clockHz: 1000,
    mayBeTransparent: false,
    plays: 0,
    delays: [80, 11, 100, 100, 70_000],
  })
  const png = movingPng([
    [1, 4],
    [3, 0],
    [1001, 30_000],
    [0, 10],
  ])
  expect(await framesOf('png', png)).toEqual({
    ...size,
    clockHz: 1e6,
    mayBeTransparent: false,
    plays: 0,
    delays: [250_000, 30_000, 33_367, 100_000],
  })
  const avif = movingAvif([
    [2, 40],
    [1, 5],
  ])
  expect(await framesOf('avif', avif)).toEqual({
    ...size,
    clockHz: 1000,
    mayBeTransparent: false,
    plays: 0,
    delays: [40, 40, 100],
  })
})

test('transparency is what the file says, or what frames leave behind', async () => {
  const files: readonly (readonly [MovingKind, Blob])[] = [
    ['webp', movingWebp([80, 80], { flags: 0x12 })],
    ['webp', movingWebp([80, 80], { disposal: 1 })],
    ['webp', movingWebp([80, 80], { frameWidthPx: 319 })],
    ['png', movingPng([[1, 9]], { kind: 6 })],
    ['png', movingPng([[1, 9]], { frameWidthPx: 319 })],
    ['png', movingPng([[1, 9]], { disposal: 1 })],
    ['avif', movingAvif([[2, 40]], { hasAlpha: true })],
  ]
  for (const [kind, file] of files) expect((await framesOf(kind, file))?.mayBeTransparent, kind).toBe(true)
})

test('several frames make a moving picture; one, or none, a still one', async () => {
  const pair: [number, number] = [1, 9]
  const files: readonly (readonly [kind: string, file: Blob, moves: boolean])[] = [
    ['webp', movingWebp([80, 80]), true],
    ['webp', movingWebp([80]), false],
    ['webp', movingWebp([80, 80], { flags: 0 }), false],
    ['png', movingPng([pair, pair]), true],
    ['png', movingPng([pair]), false],
    ['png', movingPng([pair, pair], { isLate: true }), false],
    ['avif', movingAvif([[2, 40]]), true],
    ['avif', movingAvif([[1, 40]]), false],
    ['avif', movingAvif([[2, 40]], { brand: 'avif' }), false],
    ['avif', new Blob(['\0\0\0\x10ftypavis']), false],
    ['heif', movingAvif([[2, 40]]), false],
  ]
  for (const [kind, file, moves] of files) expect(await isMovingPicture(file, kind), kind).toBe(moves)
})

test('a truncated file has its complete frames', async () => {
  const webp = movingWebp([80, 90])
  expect((await framesOf('webp', webp.slice(0, webp.size - 2)))?.delays).toEqual([80])
  const png = movingPng([
    [1, 4],
    [1, 2],
  ])
  expect((await framesOf('png', png.slice(0, png.size - 14)))?.delays).toEqual([250_000])
  for (const kind of ['webp', 'png', 'avif'] as const)
    expect(await framesOf(kind, new Blob(['\0\0\0\x08'])), kind).toBeNull()
})

test('reading ends one frame after the limit, whatever the file claims', async () => {
  const counted = async (kind: MovingKind, file: Blob) => (await framesOf(kind, file, 3))?.delays.length
  expect(await counted('webp', movingWebp(Array(99).fill(50)))).toBe(4)
  expect(await counted('png', movingPng(Array(99).fill([1, 9])))).toBe(4)
  expect(await counted('avif', movingAvif([[0xffff_ffff, 40]]))).toBe(4)
})

test('a picture plays as often as its file says, else for ever', async () => {
  const pair: [number, number] = [1, 9]
  const files: readonly (readonly [MovingKind, Blob, plays: number])[] = [
    ['webp', movingWebp([80, 80], { plays: 3 }), 3],
    ['png', movingPng([pair, pair], { plays: 2 }), 2],
    ['avif', movingAvif([[2, 40]], { edit: { isRepeated: false, wholeTicks: 80 } }), 1],
    ['avif', movingAvif([[2, 40]], { edit: { isRepeated: true, wholeTicks: 240 } }), 3],
    ['avif', movingAvif([[2, 40]], { edit: { isRepeated: true, wholeTicks: 0xffff_ffff } }), 0],
  ]
  for (const [kind, file, plays] of files) expect(await framesOf(kind, file), kind).toMatchObject({ plays })
})
