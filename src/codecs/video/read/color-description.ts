import { readAvcRecord, writeAvcRecord } from '#codecs/video/avc-record.ts'
import { bitsOfNal, nalOfBits, openNalBits } from './nal-bits.ts'
import { skipToVui } from './sequence-parameters.ts'

// Firefox 153 gives frames as RGB only (its bug 1969762). It converts them with the matrix that the stream names, else
// with BT.709, and ignores the decoder's configuration. So a stream without a matrix gets one, where it is not BT.709;
// decoders in general assume BT.709 otherwise.

/** Numbers (ITU-T H.273) of the values of `VideoColorSpaceInit` that occur with 8-bit H.264 and VP9. */
const codes: Readonly<Record<string, number>> = {
  bt709: 1,
  bt470bg: 5,
  smpte170m: 6,
  'iec61966-2-1': 13,
}
const unspecified = 2

/** The matrices of BT.601. */
const standardMatrices = ['bt470bg', 'smpte170m']
/** The number of BT.601 in VP9 (bitstream specification, 7.2.2). */
const vp9Bt601 = 1

const isStandard = ({ matrix }: VideoColorSpaceInit): boolean => standardMatrices.includes(matrix ?? '')

/**
 * Adds BT.601 to the header of an 8-bit VP9 key frame without a matrix (VP9 bitstream specification, 6.2). Any other
 * frame is returned unchanged.
 */
export const describeVp9Frame = (frame: Uint8Array, colorSpace: VideoColorSpaceInit): Uint8Array => {
  const [head = 0, ...syncCode] = frame.subarray(0, 4)
  // The frame marker, profile 0, no earlier frame shown, a key frame; the last two bits are free.
  const isKey = (head & 0xfc) === 0x80 && syncCode.join() === '73,131,66'
  const colors = frame[4]
  if (!isStandard(colorSpace) || !isKey || colors === undefined || colors >> 5 !== 0) return frame
  const described = frame.slice()
  described[4] = colors | (vp9Bt601 << 5)
  return described
}

/** Adds BT.601 to the parameter sets of an H.264 description without a matrix; any other is returned unchanged. */
export const describeAvcTrack = (description: Uint8Array, colorSpace: VideoColorSpaceInit): Uint8Array => {
  const record = isStandard(colorSpace) ? readAvcRecord(description) : null
  if (!record) return description
  const sps = record.sps.map((set) => describeSps(set, colorSpace))
  return sps.every((set, index) => set === record.sps[index])
    ? description
    : writeAvcRecord({ ...record, sps })
}

/** Inserts the colour description into a sequence parameter set (ITU-T H.264, 7.3.2.1.1 and E.1.1). */
const describeSps = (set: Uint8Array, { primaries, transfer, matrix }: VideoColorSpaceInit): Uint8Array => {
  const numbers = [primaries, transfer, matrix].map((name) => codes[name ?? ''])
  if (numbers.some((code) => code === undefined)) return set
  const description = numbers.map((code) => code?.toString(2).padStart(8, '0')).join('')
  const bits = bitsOfNal(set)
  const reader = openNalBits(bits)
  skipToVui(reader)
  const insert = (start: number, replaced: number, text: string): Uint8Array =>
    start < bits.length ? nalOfBits(bits.slice(0, start) + text + bits.slice(start + replaced)) : set
  const atVui = reader.position
  // No aspect ratio, no overscan, a video signal of unspecified format and limited range; then six absent parts.
  if (!reader.flag()) return insert(atVui, 1, `100110101${description}000000`)
  if (reader.flag() && reader.number(8) === extendedAspect) reader.skip(32)
  if (reader.flag()) reader.skip(1)
  const atSignal = reader.position
  if (!reader.flag()) return insert(atSignal, 1, `110101${description}`)
  reader.skip(4)
  const atColors = reader.position
  if (!reader.flag()) return insert(atColors, 1, `1${description}`)
  reader.skip(16)
  return reader.number(8) === unspecified ? insert(atColors + 1, 24, description) : set
}

/** The number of an explicit aspect ratio (table E-1). */
const extendedAspect = 255
