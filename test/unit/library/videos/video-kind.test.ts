import { expect, onTestFinished, test, vi } from 'vitest'
import { readFileKind } from '#contract/sniff.ts'
import { isVideoFile } from '#library/videos/video-kind.ts'
import { movingAvif, movingPng, movingWebp } from '#support/picture-bytes.ts'

const file = (name: string, ...bytes: (number | string)[]) =>
  new File(
    bytes.map((part) => (typeof part === 'string' ? part : Uint8Array.of(part))),
    name,
  )

const isVideo = async (file: File) => isVideoFile(file, await readFileKind(file))

const header = [...'GIF89a'].map((letter) => letter.charCodeAt(0))
const screen = [1, 0, 1, 0, 0x80, 0, 0]
const palette = [0, 0, 0, 255, 255, 255]
const delay = [0x21, 0xf9, 4, 0, 10, 0, 0, 0]
/** One pixel; its data hold a byte that looks like the next picture. */
const picture = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x2c, 0x01, 0]
const gif = (...frames: number[][]) =>
  Uint8Array.from([...header, ...screen, ...palette, ...frames.flat(), 0x3b])

test('video containers are known by their bytes, not their name (D-1)', async () => {
  expect(await isVideo(file('a.jpg', '\0\0\0\x18', 'ftypisom'))).toBe(true)
  expect(await isVideo(file('a', 0x1a, 'E', 0xdf, 0xa3))).toBe(true)
  expect(await isVideo(file('a.mov', '\0\0\0\x08', 'wide'))).toBe(true)
  expect(await isVideo(file('a.avi', 'RIFF....', 'AVI LIST'))).toBe(true)
})

test('a picture is a picture, also under the name of a video', async () => {
  expect(await isVideo(file('a.mp4', 0xff, 0xd8, 0xff, 0xe0))).toBe(false)
  for (const brand of ['heic', 'crx ', 'miaf', 'mif2', 'hevm', 'jpeg'])
    expect(await isVideo(file('a.mp4', '\0\0\0\x18', `ftyp${brand}`)), brand).toBe(false)
})

test('a file with unknown bytes is judged by its name', async () => {
  expect(await isVideo(file('a.mp4', 'nothing known'))).toBe(true)
  expect(await isVideo(file('a.mp4'))).toBe(true)
  expect(await isVideo(file('a.jpg', 'nothing known'))).toBe(false)
})

test('a GIF is a video only if it has several pictures', async () => {
  expect(await isVideo(new File([gif(delay, picture, delay, picture)], 'a.gif'))).toBe(true)
  expect(await isVideo(new File([gif(delay, picture)], 'a.gif'))).toBe(false)
  expect(await isVideo(new File([gif(picture, picture)], 'a.gif'))).toBe(true)
  expect(await isVideo(new File([gif(picture)], 'a.gif'))).toBe(false)
})

test('a GIF that is cut off is no video', async () => {
  const whole = gif(delay, picture, delay, picture)
  expect(await isVideo(new File([whole.subarray(0, 30)], 'a.gif'))).toBe(false)
})

test('others that move are videos where this browser decodes their frames', async () => {
  const files = [
    movingPng([
      [1, 9],
      [1, 9],
    ]),
    movingWebp([80, 80]),
    movingAvif([[2, 40]]),
  ]
  const found = () => Promise.all(files.map((bytes) => isVideo(new File([bytes], 'a.png'))))
  expect(await found()).toEqual([true, true, false])
  vi.stubGlobal('ImageDecoder', Object)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await found()).toEqual([true, true, true])
  expect(await isVideo(new File([movingWebp([80])], 'a.webp'))).toBe(false)
})
