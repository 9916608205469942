import { bitsOfNal, type NalBits, openNalBits } from './nal-bits.ts'

/** Profiles whose parameter sets contain the chroma format (7.3.2.1.1). */
const chromaProfiles = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

/** Reads a sequence parameter set up to the flag for video usability information. */
export const skipToVui = (reader: NalBits): void => {
  skipToFrames(reader)
  const isOfFrames = reader.flag()
  reader.skip(isOfFrames ? 1 : 2)
  if (reader.flag()) for (let left = 4; left > 0; left--) reader.golomb()
}

/** Whether a sequence parameter set allows fields (`frame_mbs_only_flag` is 0). */
export const mayHaveFields = (set: Uint8Array): boolean => {
  const reader = openNalBits(bitsOfNal(set))
  skipToFrames(reader)
  return !reader.flag()
}

/** The bit depth of luma in a sequence parameter set. */
export const lumaBits = (set: Uint8Array): number => {
  const reader = openNalBits(bitsOfNal(set))
  if (!chromaProfiles.includes(skipToChroma(reader))) return 8
  skipSubsampling(reader)
  return 8 + reader.golomb()
}

/** Skips to the chroma format, and returns the profile. */
const skipToChroma = (reader: NalBits): number => {
  reader.skip(8)
  const profile = reader.number(8)
  reader.skip(16)
  reader.golomb()
  return profile
}

const skipToFrames = (reader: NalBits): void => {
  if (chromaProfiles.includes(skipToChroma(reader))) skipChroma(reader)
  reader.golomb()
  const orderType = reader.golomb()
  if (orderType === 0) reader.golomb()
  if (orderType === 1) {
    reader.skip(1)
    for (let left = 2; left > 0; left--) reader.golomb()
    for (let left = Math.min(255, reader.golomb()); left > 0; left--) reader.golomb()
  }
  reader.golomb()
  reader.skip(1)
  for (let left = 2; left > 0; left--) reader.golomb()
}

/** Skips the chroma format, and returns whether it is 4:4:4. */
const skipSubsampling = (reader: NalBits): boolean => {
  const is444 = reader.golomb() === 3
  if (is444) reader.skip(1)
  return is444
}

const skipChroma = (reader: NalBits): void => {
  const is444 = skipSubsampling(reader)
  reader.golomb()
  reader.golomb()
  reader.skip(1)
  if (!reader.flag()) return
  for (let list = 0; list < (is444 ? 12 : 8); list++)
    if (reader.flag()) skipScalingList(reader, list < 6 ? 16 : 64)
}

/** Skips a scaling list (7.3.2.1.1.1). */
const skipScalingList = (reader: NalBits, size: number): void => {
  let [last, next] = [8, 8]
  for (let at = 0; at < size && next !== 0; at++) {
    next = (last + reader.signedGolomb() + 256) % 256
    if (next !== 0) last = next
  }
}
