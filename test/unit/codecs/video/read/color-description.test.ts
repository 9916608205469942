import { BufferSource, EncodedPacketSink, Input, MP4, WEBM } from 'mediabunny'
import { describe, expect, test } from 'vitest'
import { bytesOfSource, readAvcRecord, writeAvcRecord } from '#codecs/video/avc-record.ts'
import { describeAvcTrack, describeVp9Frame } from '#codecs/video/read/color-description.ts'
import { bitsOfNal, nalOfBits } from '#codecs/video/read/nal-bits.ts'
import { hasFfmpeg, probeFile, run } from '#support/ffmpeg-in-node.ts'

const bt601 = { primaries: 'smpte170m', transfer: 'bt709', matrix: 'smpte170m', fullRange: false } as const
const bt709 = { ...bt601, primaries: 'bt709', matrix: 'bt709' } as const

const clipOf = (...args: string[]): Buffer =>
  run('ffmpeg', ['-f', 'lavfi', '-i', 'testsrc2=s=96x80:r=5:d=1', ...args, 'pipe:1'])

const readTrack = async (clip: Buffer) => {
  const input = new Input({ source: new BufferSource(clip), formats: [MP4, WEBM] })
  const track = await input.getPrimaryVideoTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config) throw new Error('ffmpeg made no video')
  const packets: Uint8Array[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet.data)
  return { description: config.description && bytesOfSource(config.description), packets }
}

/** The stream as decoders without a container take it, with the parameter sets of a description. */
const annexB = (description: Uint8Array, packets: readonly Uint8Array[]): Buffer => {
  const { sps, pps } = readAvcRecord(description) ?? { sps: [], pps: [] }
  const units: Uint8Array[] = [...sps, ...pps]
  for (const packet of packets.map((bytes) => Buffer.from(bytes)))
    for (let at = 0; at < packet.length; ) {
      const length = packet.readUInt32BE(at)
      units.push(packet.subarray(at + 4, at + 4 + length))
      at += 4 + length
    }
  return Buffer.concat(units.flatMap((unit) => [Buffer.of(0, 0, 0, 1), unit]))
}

const inMp4 = ['-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4']
const h264 = (...params: string[]) => ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', ...params, ...inMp4]

describe.skipIf(!hasFfmpeg)('H.264 of ffmpeg', () => {
  test.each([
    ['High', h264()],
    ['Baseline', h264('-profile:v', 'baseline')],
    ['scaling matrices', h264('-x264-params', 'cqm=jvt')],
    ['4:4:4', ['-c:v', 'libx264', '-pix_fmt', 'yuv444p', ...inMp4]],
    ['fields', h264('-x264-params', 'interlaced=1')],
    ['a cropped picture', ['-vf', 'scale=90:70', ...h264()]],
    ['an aspect ratio of two numbers', ['-vf', 'setsar=7/5', ...h264()]],
    ['a range without a matrix', h264('-x264-params', 'fullrange=on')],
  ])('%s gets a matrix and keeps its frames', async (_, args) => {
    const { description, packets } = await readTrack(clipOf(...args))
    if (!description) throw new Error('The track has no description')
    const described = describeAvcTrack(description, bt601)
    const [before, after] = [description, described].map((each) => annexB(each, packets))
    if (!before || !after) throw new Error('There are two streams')
    const [was] = probeFile(before).streams
    const [is] = probeFile(after).streams
    expect(was).not.toHaveProperty('color_space')
    expect(is).toEqual({
      ...was,
      extradata_size: expect.any(Number),
      color_space: 'smpte170m',
      color_primaries: 'smpte170m',
      color_transfer: 'bt709',
      // The description of a signal also says the range.
      color_range: was?.color_range ?? 'tv',
    })
    expect(hashesOf(before)).toHaveLength(5)
    expect(hashesOf(after)).toEqual(hashesOf(before))
    expect(describeAvcTrack(described, bt601), 'a second time').toBe(described)
    expect(describeAvcTrack(description, bt709), 'as decoders take it anyway').toBe(description)
  })

  test('a stream that names a matrix stays as it is', async () => {
    const { description } = await readTrack(clipOf(...h264('-colorspace', 'bt709')))
    if (!description) throw new Error('The track has no description')
    expect(describeAvcTrack(description, bt601)).toBe(description)
  })
})

/** A hash of the planes of each frame. */
const hashesOf = (stream: Buffer): readonly string[] =>
  run('ffmpeg', ['-i', `data:video/h264;base64,${stream.toString('base64')}`, '-f', 'framemd5', '-'])
    .toString()
    .split('\n')
    .filter((line) => /^\d/.test(line))

test.skipIf(!hasFfmpeg)('VP9 of ffmpeg gets a matrix in its key frames', async () => {
  const { packets } = await readTrack(
    clipOf('-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p', '-g', '3', '-f', 'webm'),
  )
  const changed = packets.map((packet) => {
    const described = describeVp9Frame(packet, bt601)
    expect(describeVp9Frame(packet, bt709), 'as decoders take it anyway').toBe(packet)
    expect(describeVp9Frame(described, bt601), 'a second time').toBe(described)
    if (described === packet) return 0
    expect([...described].filter((byte, at) => byte !== packet[at])).toEqual([(packet[4] ?? 0) | 0x20])
    return 1
  })
  expect(changed).toEqual([1, 0, 0, 1, 0])
  const inIvf = (frames: readonly Uint8Array[]): Buffer => {
    const header = Buffer.alloc(32)
    header.write('DKIF')
    header.writeUInt16LE(32, 6)
    header.write('VP90', 8)
    header.writeUInt16LE(96, 12)
    header.writeUInt16LE(80, 14)
    header.writeUInt32LE(5, 16)
    header.writeUInt32LE(1, 20)
    header.writeUInt32LE(frames.length, 24)
    const parts = frames.flatMap((frame, index) => {
      const head = Buffer.alloc(12)
      head.writeUInt32LE(frame.length)
      head.writeUInt32LE(index, 4)
      return [head, Buffer.from(frame)]
    })
    return Buffer.concat([header, ...parts])
  }
  const [was] = probeFile(inIvf(packets)).streams
  const [is] = probeFile(inIvf(packets.map((packet) => describeVp9Frame(packet, bt601)))).streams
  expect(was).not.toHaveProperty('color_space')
  expect(is).toMatchObject({ color_space: 'bt470bg', nb_read_frames: '5' })
})

test('parameter sets without usability information get some', () => {
  // 160 x 112 pixels of frames in Baseline; the order of pictures is that of decoding.
  const bits = `${'0110011101000010'}${'00000000'}${'00001010'}110110001010001111100`
  const sps = nalOfBits(bits)
  const record = { version: 1, profile: 66, compatibility: 0, level: 10, lengths: 3 }
  const description = writeAvcRecord({ ...record, sps: [sps], pps: [], rest: new Uint8Array(0) })
  const [described] = readAvcRecord(describeAvcTrack(description, bt601))?.sps ?? []
  expect(described && bitsOfNal(described)).toBe(
    `${bits.slice(0, -1)}100110101${'00000110'}${'00000001'}${'00000110'}000000`,
  )
})

test('broken descriptions and frames stay as they are', () => {
  for (const hex of [
    '',
    '0164',
    '0142c00c03010017676742',
    '0142c00cffe100016700',
    '0142c00cffe1000467ffffff00',
  ]) {
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'))
    expect(describeAvcTrack(bytes, bt601)).toBe(bytes)
  }
  for (const hex of ['', '82', '82498342', 'a2498342', '8249834100'])
    expect(describeVp9Frame(Uint8Array.from(Buffer.from(hex, 'hex')), bt601)).toEqual(
      Uint8Array.from(Buffer.from(hex, 'hex')),
    )
})

test('bytes that prevent start codes are left out and put in', () => {
  const unit = Uint8Array.of(0x67, 0, 0, 3, 1, 0, 0, 3, 0, 0, 3, 3, 0x80)
  expect(nalOfBits(bitsOfNal(unit))).toEqual(unit)
  expect(bitsOfNal(Uint8Array.of(0, 0, 3, 1, 0x90))).toBe(`${'0'.repeat(23)}1100`)
})
