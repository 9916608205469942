/** Types of NAL units (ITU-T H.264, table 7-1). */
const [spsType, ppsType] = [7, 8]

/** The profiles whose description ends with the format of the chroma and the bits of a sample. */
const highProfiles = [100, 110, 122, 244]

/** 4:2:0, 8 bits, and no further parameter sets: all that is written here. Reserved bits are 1. */
const ofPlanes420 = [0xfd, 0xf8, 0xf8, 0]

/**
 * The description of an H.264 track (AVCDecoderConfigurationRecord, ISO/IEC 14496-15, 5.3.3.1) as players need it. Firefox 153
 * writes the first byte of each parameter set twice (its bug 2031056); browsers then use those within the frames, but Windows
 * Media Player and others open no such file. Any other description comes back as it is.
 */
export const repairAvcDescription = (description: Uint8Array): Uint8Array => {
  const sets = parameterSets(description)
  if (!sets || ![...sets.sps, ...sets.pps].some(isDoubled)) return description
  const [sps, pps] = [sets.sps.map(withoutDouble), sets.pps.map(withoutDouble)]
  const [version = 1, profile = 0, compatibility = 0, level = 0, lengths = 3] = description
  return Uint8Array.from([
    ...[version, profile, compatibility, level, 0xfc | lengths],
    ...[0xe0 | sps.length, ...sps.flatMap(withLength)],
    ...[pps.length, ...pps.flatMap(withLength)],
    ...(highProfiles.includes(profile) ? ofPlanes420 : []),
  ])
}

type ParameterSets = { readonly sps: readonly Uint8Array[]; readonly pps: readonly Uint8Array[] }

/** Null where the bytes end too soon. */
const parameterSets = (description: Uint8Array): ParameterSets | null => {
  let at = 5
  const read = (countMask: number): Uint8Array[] | null => {
    const sets: Uint8Array[] = []
    for (let left = (description[at++] ?? 0) & countMask; left > 0; left--) {
      const length = ((description[at] ?? 0) << 8) | (description[at + 1] ?? 0)
      const set = description.subarray(at + 2, at + 2 + length)
      if (length === 0 || set.length < length) return null
      sets.push(set)
      at += 2 + length
    }
    return sets
  }
  const sps = read(0x1f)
  const pps = sps && read(0xff)
  return pps && { sps, pps }
}

const isDoubled = ([first = 0, second]: Uint8Array): boolean =>
  first === second && [spsType, ppsType].includes(first & 0x1f)

const withoutDouble = (set: Uint8Array): Uint8Array => (isDoubled(set) ? set.subarray(1) : set)

const withLength = (set: Uint8Array): number[] => [set.length >> 8, set.length & 255, ...set]
