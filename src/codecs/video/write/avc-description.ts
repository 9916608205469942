import { readAvcRecord, writeAvcRecord } from '#codecs/video/avc-record.ts'

/** Types of NAL units (ITU-T H.264, table 7-1). */
const [spsType, ppsType] = [7, 8]

/** The profiles whose description ends with the format of the chroma and the bits of a sample. */
const highProfiles = [100, 110, 122, 244]

/** 4:2:0, 8 bits, and no further parameter sets: all that is written here. Reserved bits are 1. */
const ofPlanes420 = [0xfd, 0xf8, 0xf8, 0]

/**
 * The description of an H.264 track as players need it. Firefox 153 writes the first byte of each parameter set twice (its bug
 * 2031056); browsers then use those within the frames, but Windows Media Player and others open no such file. Any other
 * description comes back as it is.
 */
export const repairAvcDescription = (description: Uint8Array): Uint8Array => {
  const record = readAvcRecord(description)
  if (!record || ![...record.sps, ...record.pps].some(isDoubled)) return description
  return writeAvcRecord({
    ...record,
    sps: record.sps.map(withoutDouble),
    pps: record.pps.map(withoutDouble),
    // Firefox leaves it out.
    rest: Uint8Array.from(highProfiles.includes(record.profile) ? ofPlanes420 : []),
  })
}

const isDoubled = ([first = 0, second]: Uint8Array): boolean =>
  first === second && [spsType, ppsType].includes(first & 0x1f)

const withoutDouble = (set: Uint8Array): Uint8Array => (isDoubled(set) ? set.subarray(1) : set)
