import { expect, test } from 'vitest'
import { containerBytes, refusedContainerOf } from '#codecs/video/read/refused-containers.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import { sniff } from '#contract/sniff.ts'

/** Letters and numbers of bytes, followed by zeros. */
const headOf = (...parts: readonly (string | number)[]): Uint8Array => {
  const bytes = parts.flatMap((part) =>
    typeof part === 'number' ? [part] : Array.from(part, (letter) => letter.charCodeAt(0)),
  )
  return Uint8Array.from({ length: containerBytes }, (_, index) => bytes[index] ?? 0)
}

const packet = (bytes: number) => `G${'\0'.repeat(bytes - 1)}`

test.each([
  ['FLV', headOf('FLV', 1, 5)],
  ['WMV', headOf('0&', 0xb2, 'u', 0x8e, 'f', 0xcf, 0x11)],
  ['MPG', headOf(0, 0, 1, 0xba, 0x44)],
  ['MTS', headOf(packet(188), packet(4))],
  ['MTS', headOf('\0\0\0\0', packet(192), 'G')],
  ['OGV', headOf('OggS', 0, 2)],
  ['RM', headOf('.RMF')],
])('a video in %s is refused by that name', (container, head) => {
  expect(sniff(head)).toBe('unknown')
  expect(refusedContainerOf(head)).toBe(container)
  const { message } = invalidVideo({ reason: 'video_container_refused', params: { container } })
  expect(message).toBe(
    `This is a video in ${container}, which is not opened here. Use an MP4, MOV, WebM, M4V, MKV or animated GIF that plays elsewhere.`,
  )
})

test('what is no video gets no name of a container', () => {
  for (const head of [headOf(), headOf('GIF89a'), headOf('Good morning'), new Uint8Array(0)])
    expect(refusedContainerOf(head)).toBeUndefined()
})
