import { expect, test } from 'vitest'
import { readGif } from '#codecs/video/gif-frames.ts'
import { gifTimes, probeGif } from '#codecs/video/probe-gif.ts'

const text = (value: string) => [...new TextEncoder().encode(value)]
const word = (value: number) => [value & 255, value >> 8]
const screen = [...text('GIF89a'), ...word(320), ...word(200), 0b1000_0001, 0, 0, ...Array(12).fill(0)]
const loop = [0x21, 0xff, 11, ...text('NETSCAPE2.0'), 3, 1, 0, 0, 0]
const picture = [0x2c, ...word(0), ...word(0), ...word(320), ...word(200), 0, 2, 3, 1, 2, 3, 2, 1, 2, 0]
const control = (delay: number, flags = 0) => [0x21, 0xf9, 4, flags, ...word(delay), 0, 0]
const gif = (...parts: number[][]) => new Blob([Uint8Array.from([...screen, ...loop, ...parts.flat(), 0x3b])])

test('a GIF tells its size and how long each frame is shown, without a pixel decoded', async () => {
  const facts = await readGif(gif(control(7), picture, control(200), picture))
  expect(facts).toEqual({ width: 320, height: 200, delays: [7, 200], clears: false })
})

test('frames that ask for no time, or for a hundredth, get a tenth of a second, as in browsers', async () => {
  const { delays } = await readGif(
    gif(control(0), picture, control(1), picture, control(2), picture, picture),
  )
  expect(delays).toEqual([10, 10, 2, 10])
})

test('times are the sums of the delays', async () => {
  const { startsSeconds, durationSeconds } = gifTimes(
    await readGif(gif(control(7), picture, control(5), picture)),
  )
  expect([...startsSeconds]).toEqual([0, 0.07])
  expect(durationSeconds).toBe(0.12)
})

test('frames that give way to the background let it be seen', async () => {
  expect((await readGif(gif(control(5, 2 << 2), picture))).clears).toBe(true)
  expect((await readGif(gif(control(5, 1 << 2), picture))).clears).toBe(false)
})

test('of a GIF that breaks off, the whole frames count', async () => {
  const whole = gif(control(5), picture, control(6), picture)
  expect((await readGif(whole.slice(0, whole.size - 4))).delays).toEqual([5])
})

test('a GIF of one frame is no video (D-3), nor is one that breaks off at once', async () => {
  await expect(probeGif(gif(control(5), picture))).rejects.toMatchObject({ code: 'invalid_video' })
  await expect(probeGif(gif(control(5), picture).slice(0, 9))).rejects.toMatchObject({
    code: 'invalid_video',
  })
})

test('five minutes pass, and not a hundredth more', async () => {
  const five = Array.from({ length: 2 }, () => [...control(15_000), ...picture])
  expect((await probeGif(gif(...five))).durationSeconds).toBe(300)
  const longer = probeGif(gif(...five, control(2), picture))
  await expect(longer).rejects.toMatchObject({ code: 'video_too_long' })
})
