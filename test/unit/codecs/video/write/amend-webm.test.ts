import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import { expect, test } from 'vitest'
import { nameRoom, withTrackFields } from '#codecs/video/write/amend-webm.ts'
import { ebmlElements, findElement, numberIn, textIn, trackEntries } from '#formats/ebml-elements.ts'

/** The IDs of RFC 9559. */
const ids = { codec: 0x86, delay: 0x56aa, preRoll: 0x56bb, maxAddition: 0x55ee, name: 0x536e } as const

/** A WebM as the writer has it made, of packets that no decoder reads. */
const writeWebm = async (hasAlpha: boolean): Promise<Uint8Array<ArrayBuffer>> => {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const [video, audio] = [new EncodedVideoPacketSource('vp9'), new EncodedAudioPacketSource('opus')]
  output.addVideoTrack(video, { canBeTransparent: hasAlpha, ...(hasAlpha && { name: nameRoom.video }) })
  output.addAudioTrack(audio, { name: nameRoom.audio })
  await output.start()
  const description = new Uint8Array(19)
  description.set(new TextEncoder().encode('OpusHead'))
  description.set([1, 1, 312 & 255, 312 >> 8, 0x80, 0xbb, 0, 0], 8)
  const sideData = hasAlpha ? { alpha: Uint8Array.of(2) } : {}
  const packet = new EncodedPacket(
    Uint8Array.of(0x82, 0x49, 0x83, 0x42),
    'key',
    0,
    1,
    undefined,
    undefined,
    sideData,
  )
  await video.add(packet, { decoderConfig: { codec: 'vp09.00.10.08', codedWidth: 8, codedHeight: 8 } })
  const sound = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description }
  await audio.add(new EncodedPacket(Uint8Array.of(1), 'key', 0, 1), { decoderConfig: sound })
  await output.finalize()
  const written: Uint8Array[] = []
  const bytes = new Uint8Array(target.buffer ?? new ArrayBuffer())
  await withTrackFields({ write: async (data) => void written.push(data) }).write(bytes, 0)
  return bytes
}

test.each([true, false])('tracks of a WebM have the fields of RFC 9559 (alpha: %s)', async (hasAlpha) => {
  const view = new DataView((await writeWebm(hasAlpha)).buffer)
  const [video, audio] = [...trackEntries(view)].map((entry) => ({
    codec: textIn(view, findElement(view, entry, ids.codec)),
    maxAddition: numberIn(view, findElement(view, entry, ids.maxAddition)),
    delay: numberIn(view, findElement(view, entry, ids.delay)),
    preRoll: numberIn(view, findElement(view, entry, ids.preRoll)),
    hasName: [...ebmlElements(view, entry)].some(({ id }) => id === ids.name),
  }))
  expect(video).toEqual({
    codec: 'V_VP9',
    maxAddition: hasAlpha ? 1 : 0,
    delay: 0,
    preRoll: 0,
    hasName: false,
  })
  expect(audio).toEqual({
    codec: 'A_OPUS',
    maxAddition: 0,
    delay: 6_500_000,
    preRoll: 80_000_000,
    hasName: false,
  })
})
