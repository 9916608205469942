import { concatBytes } from './byte-arrays.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Mutation = (bytes: Bytes, random: () => number) => Bytes

const below = (random: () => number, end: number) => Math.floor(random() * end)

/** Values for the sizes and counts in tables and boxes: none, few, more than fits. */
const extremes = [0, 1, 2, 7, 8, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff]

/** Boxes whose sizes and counts a reader relies on (ISO/IEC 14496-12). */
const boxNames =
  /moov|trak|mdia|minf|stbl|stsd|stts|stsz|stsc|stco|co64|stss|ctts|elst|edts|mvhd|mdhd|tkhd|hdlr|avcC|hvcC|vpcC|esds|moof|traf|tfhd|tfdt|trun|mvex|trex|mfra|tfra|sidx|ftyp|mdat|avih|strh|strf|idx1/g

const copyOf = (bytes: Bytes): Bytes => bytes.slice()

/** A position near the name of a box where there is one, else anywhere near the start. */
const placeOf = (bytes: Bytes, random: () => number): number => {
  const text = new TextDecoder('latin1').decode(bytes)
  const places = [...text.matchAll(boxNames)].map(({ index }) => index)
  const name = places[below(random, places.length)]
  return name === undefined ? below(random, Math.min(bytes.length, 1200)) : name - 4 + 4 * below(random, 9)
}

const flipOne = (bytes: Bytes, at: number, bit: number) => {
  bytes[at] = (bytes[at] ?? 0) ^ bit
}

const flipBits: Mutation = (bytes, random) => {
  const changed = copyOf(bytes)
  const reach = random() < 0.7 ? Math.min(bytes.length, 4000) : bytes.length
  const from = random() < 0.5 ? 0 : bytes.length - reach
  for (let count = 1 + below(random, 24); count > 0; count--)
    flipOne(changed, from + below(random, reach), 1 << below(random, 8))
  return changed
}

const setNumber: Mutation = (bytes, random) => {
  const changed = copyOf(bytes)
  const view = new DataView(changed.buffer)
  for (let count = 1 + below(random, 3); count > 0; count--) {
    const at = Math.max(0, Math.min(bytes.length - 4, placeOf(bytes, random)))
    view.setUint32(at, extremes[below(random, extremes.length)] ?? 0)
  }
  return changed
}

/** Sizes of elements and blocks that take one byte, in Matroska and GIF. */
const setByte: Mutation = (bytes, random) => {
  const changed = copyOf(bytes)
  for (let count = 1 + below(random, 8); count > 0; count--)
    changed[below(random, Math.min(bytes.length, 2000))] = [0, 1, 0x7f, 0x80, 0xff][below(random, 5)] ?? 0
  return changed
}

const cutOff: Mutation = (bytes, random) => bytes.slice(0, below(random, bytes.length))

const leaveOut: Mutation = (bytes, random) => {
  const at = below(random, bytes.length)
  return concatBytes(bytes.subarray(0, at), bytes.subarray(at + 1 + below(random, 400)))
}

const repeat: Mutation = (bytes, random) => {
  const at = Math.max(0, placeOf(bytes, random))
  const part = bytes.subarray(at, at + 8 + below(random, 600))
  const times = 1 + below(random, 200)
  return concatBytes(bytes.subarray(0, at), ...Array<Bytes>(times).fill(part), bytes.subarray(at))
}

const mutations: readonly Mutation[] = [flipBits, setNumber, setNumber, setByte, cutOff, leaveOut, repeat]

/** The bytes with one to three mutations. */
export const mutateBytes = (bytes: Bytes, random: () => number): Bytes => {
  let changed = bytes
  for (let count = 1 + below(random, 3); count > 0 && changed.length > 16; count--) {
    const mutation = mutations[below(random, mutations.length)]
    if (mutation) changed = mutation(changed, random)
  }
  return changed
}
