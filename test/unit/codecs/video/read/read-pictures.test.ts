import { expect, test } from 'vitest'
import { pictureTimes, probePicture, readFrames } from '#codecs/video/read/read-pictures.ts'
import { checkLength } from '#service/check-input.ts'

const readGif = (file: Blob, signal?: AbortSignal) => readFrames(file, 'gif', signal)
const probeGif = (file: Blob) => probePicture(file, 'gif')

const text = (value: string) => [...new TextEncoder().encode(value)]
const word = (value: number) => [value & 255, value >> 8]
const screen = [...text('GIF89a'), ...word(320), ...word(200), 0b1000_0001, 0, 0, ...Array(12).fill(0)]
const loop = [0x21, 0xff, 11, ...text('NETSCAPE2.0'), 3, 1, 0, 0, 0]
const picture = [0x2c, ...word(0), ...word(0), ...word(320), ...word(200), 0, 2, 3, 1, 2, 3, 2, 1, 2, 0]
const control = (delay: number, flags = 0) => [0x21, 0xf9, 4, flags, ...word(delay), 0, 0]
const gif = (...parts: number[][]) => new Blob([Uint8Array.from([...screen, ...loop, ...parts.flat(), 0x3b])])

test('a GIF lists size and delays without decoding pixels', async () => {
  const facts = await readGif(gif(control(7), picture, control(200), picture))
  expect(facts).toEqual({
    width: 320,
    height: 200,
    delays: [7, 200],
    clockHz: 100,
    mayBeTransparent: false,
    plays: 0,
  })
})

test('delays below 2 become a tenth of a second, as in browsers', async () => {
  const { delays } = await readGif(
    gif(control(0), picture, control(1), picture, control(2), picture, picture),
  )
  expect(delays).toEqual([10, 10, 2, 10])
})

test('frame times are the sums of the delays', async () => {
  const { startsSeconds, durationSeconds } = pictureTimes(
    await readGif(gif(control(7), picture, control(5), picture)),
  )
  expect([...startsSeconds]).toEqual([0, 0.07])
  expect(durationSeconds).toBe(0.12)
})

test('a disposal to the background lets transparency reappear', async () => {
  expect((await readGif(gif(control(5, 2 << 2), picture))).mayBeTransparent).toBe(true)
  expect((await readGif(gif(control(5, 1 << 2), picture))).mayBeTransparent).toBe(false)
})

test('a truncated GIF has its complete frames', async () => {
  const whole = gif(control(5), picture, control(6), picture)
  expect((await readGif(whole.slice(0, whole.size - 4))).delays).toEqual([5])
})

test('a GIF of one frame, or none, is no video (D-3)', async () => {
  await expect(probeGif(gif(control(5), picture))).rejects.toMatchObject({ code: 'invalid_video' })
  await expect(probeGif(gif(control(5), picture).slice(0, 9))).rejects.toMatchObject({
    code: 'invalid_video',
  })
})

test('a GIF longer than five minutes is refused (Spec, Limits)', async () => {
  const five = Array.from({ length: 2 }, () => [...control(15_000), ...picture])
  const facts = await probeGif(gif(...five))
  expect(facts.durationSeconds).toBe(300)
  checkLength(facts)
  const longer = await probeGif(gif(...five, control(2), picture))
  expect(() => checkLength(longer)).toThrow(expect.objectContaining({ code: 'video_too_long' }))
})

test('blocks of one byte are skipped without a read for each', async () => {
  let slices = 0
  const blocks = Array<number>(300_000).fill(1)
  const long = gif(control(7), [...picture.slice(0, 11), ...blocks, 0], control(7), picture)
  const slice = long.slice.bind(long)
  long.slice = (...range) => {
    slices++
    return slice(...range)
  }
  expect((await readGif(long)).delays).toEqual([7, 7])
  expect(slices).toBeLessThan(10)
})

test('a GIF of more frames than a video has is refused', async () => {
  const flood = new Blob([
    gif().slice(0, -1),
    ...Array(1000).fill(Uint8Array.from(Array(600).fill(picture).flat())),
  ])
  await expect(readGif(flood)).rejects.toMatchObject({ code: 'invalid_video' })
})

test('reading a GIF ends with the signal', async () => {
  const abort = new AbortController()
  const reading = readGif(gif(control(7), picture, control(7), picture), abort.signal)
  abort.abort()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})
