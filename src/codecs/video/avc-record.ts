/** The description of an H.264 track (AVCDecoderConfigurationRecord, ISO/IEC 14496-15, 5.3.3.1). */
type AvcRecord = {
  readonly version: number
  readonly profile: number
  readonly compatibility: number
  readonly level: number
  /** Bytes of a NAL unit's length within frames, minus one. */
  readonly lengths: number
  /** Sequence and picture parameter sets: NAL units (ITU-T H.264, 7.3.2), which begin with their types 7 and 8. */
  readonly sps: readonly Uint8Array[]
  readonly pps: readonly Uint8Array[]
  /** The bytes after the parameter sets; some writers omit them. */
  readonly rest: Uint8Array
}

/** Reads a record; null if the bytes end too soon. */
export const readAvcRecord = (bytes: Uint8Array): AvcRecord | null => {
  const [version, profile, compatibility, level, lengths] = bytes
  if (lengths === undefined) return null
  let at = 5
  const readSets = (countMask: number): Uint8Array[] | null => {
    const sets: Uint8Array[] = []
    const count = bytes[at++]
    if (count === undefined) return null
    for (let left = count & countMask; left > 0; left--) {
      const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
      const set = bytes.subarray(at + 2, at + 2 + length)
      if (length === 0 || set.length < length) return null
      sets.push(set)
      at += 2 + length
    }
    return sets
  }
  const sps = readSets(0x1f)
  const pps = sps && readSets(0xff)
  return (
    pps && { version, profile, compatibility, level, lengths: lengths & 3, sps, pps, rest: bytes.slice(at) }
  )
}

/** Writes a record in the form that `readAvcRecord` reads. */
export const writeAvcRecord = (record: AvcRecord): Uint8Array<ArrayBuffer> => {
  const { version, profile, compatibility, level, lengths, sps, pps, rest } = record
  return Uint8Array.from([
    ...[version, profile, compatibility, level, 0xfc | lengths],
    ...[0xe0 | sps.length, ...sps.flatMap(withLength)],
    ...[pps.length, ...pps.flatMap(withLength)],
    ...rest,
  ])
}

const withLength = (set: Uint8Array): number[] => [set.length >> 8, set.length & 255, ...set]

/** The bytes of a decoder configuration's description. */
export const bytesOfSource = (source: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
