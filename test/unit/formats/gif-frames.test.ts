import { expect, test } from 'vitest'
import { readGifFrames } from '#formats/gif-frames.ts'

const screen = [...new TextEncoder().encode('GIF89a'), 2, 0, 1, 0, 0, 0, 0]
const delay = (hundredths: number) => [0x21, 0xf9, 4, 0, hundredths, 0, 0, 0]
const picture = [0x2c, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 1, 1, 0]
const gif = (...frames: number[][]) => new Blob([Uint8Array.from([...screen, ...frames.flat(), 0x3b])])

test('the walk lists all frames up to the limit', async () => {
  const file = gif(delay(3), picture, delay(4), picture)
  expect(await readGifFrames(file, { maxFrames: 2 })).toEqual({
    width: 2,
    height: 1,
    delays: [3, 4],
    clockHz: 100,
    mayBeTransparent: false,
    plays: 1,
  })
})

test.each([
  ['has a transparent colour', [0x21, 0xf9, 4, 1, 3, 0, 0, 0], picture, true],
  ['leaves a part of the screen free', delay(3), picture.with(5, 1), true],
  ['fills the screen', delay(3), picture, false],
])('a first frame that %s', async (_, control, first, mayBeTransparent) => {
  const file = gif(control, first, [0x21, 0xf9, 4, 1, 3, 0, 0, 0], picture)
  expect(await readGifFrames(file, { maxFrames: 2 })).toMatchObject({ mayBeTransparent })
})

test('the walk stops one frame after the limit', async () => {
  const file = gif(...Array.from({ length: 9 }, () => [...delay(5), ...picture]))
  expect((await readGifFrames(file, { maxFrames: 1 }))?.delays).toEqual([5, 5])
})

test('a file that ends before its first block has no frames', async () => {
  expect(await readGifFrames(gif(picture).slice(0, 12), { maxFrames: 1 })).toBeNull()
})

test.each([
  ['no extension', [], 1],
  ['no repetitions in its extension', 0, 0],
  ['two repetitions', 2, 3],
])('a GIF with %s plays as often as browsers play it', async (_, repeats, plays) => {
  const name = [...new TextEncoder().encode('NETSCAPE2.0')]
  const loop = typeof repeats === 'number' ? [0x21, 0xff, 11, ...name, 3, 1, repeats, 0, 0] : repeats
  expect(await readGifFrames(gif(loop, delay(3), picture), { maxFrames: 2 })).toMatchObject({
    plays,
    delays: [3],
  })
})
