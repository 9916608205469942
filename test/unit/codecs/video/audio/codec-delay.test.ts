import { expect, test } from 'vitest'
import { codecDelaySeconds } from '#codecs/video/audio/codec-delay.ts'

const element = (id: readonly number[], ...content: readonly (readonly number[])[]): readonly number[] => {
  const bytes = content.flat()
  return [...id, 0x40 | (bytes.length >> 8), bytes.length & 255, ...bytes]
}
const track = (number: number, delayNs?: number) =>
  element(
    [0xae],
    element([0xd7], [number]),
    element([0x86], [65, 95, 65, 65, 67]),
    delayNs === undefined
      ? []
      : element(
          [0x56, 0xaa],
          [delayNs >> 24, delayNs >> 16, delayNs >> 8, delayNs].map((b) => b & 255),
        ),
  )
const file = (...tracks: readonly (readonly number[])[]) => {
  const head = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], [119, 101, 98, 109]))
  const listed = element([0x16, 0x54, 0xae, 0x6b], ...tracks)
  // A segment that is open at its end, as in live recordings.
  const segment = [0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255]
  return new Blob([Uint8Array.from([...head, ...segment, ...element([0xec], [0, 0, 0]), ...listed])])
}

test('the codec delay of a track is read in seconds', async () => {
  const blob = file(track(1), track(2, 21_333_333))
  expect(await codecDelaySeconds(blob, 2)).toBeCloseTo(0.021333333, 9)
  expect(await codecDelaySeconds(blob, 1)).toBe(0)
  expect(await codecDelaySeconds(blob, 3)).toBe(0)
})

test('a file that is not Matroska, or is truncated, has none', async () => {
  expect(await codecDelaySeconds(new Blob(['no video at all']), 1)).toBe(0)
  expect(await codecDelaySeconds(new Blob([]), 1)).toBe(0)
  const whole = file(track(1, 1000))
  for (let end = 0; end < whole.size; end++) {
    expect(await codecDelaySeconds(whole.slice(0, end), 1)).toBeLessThanOrEqual(1e-6)
  }
})
