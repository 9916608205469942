import { bitsOfNal, type NalBits, openNalBits } from '#codecs/video/read/nal-bits.ts'

/** The number of a sequence parameter set among the units of HEVC (ITU-T H.265, table 7-1). */
const parameterSet = 33
/** An aspect ratio of two numbers (table E.1). */
const extendedAspect = 255

/**
 * The primaries and transfer (ITU-T H.273) that the settings of HEVC pictures name, which is the content of `hvcC`
 * (ISO/IEC 14496-15, 8.3.3); null where they name none. Throws a RangeError where they end too early.
 */
export const colorsOfHevc = (settings: DataView): { primaries: number; transfer: number } | null => {
  let at = 23
  for (let arrays = settings.getUint8(22); arrays > 0; arrays--) {
    const type = settings.getUint8(at) & 63
    let units = settings.getUint16(at + 1)
    for (at += 3; units > 0; units--) {
      const length = settings.getUint16(at)
      const unit = new Uint8Array(settings.buffer, settings.byteOffset + at + 2, length)
      if (type === parameterSet) return colorsOfSet(openNalBits(bitsOfNal(unit)))
      at += 2 + length
    }
  }
  return null
}

/** 7.3.2.2.1 and E.2.1. */
const colorsOfSet = (reader: NalBits) => {
  const golombs = (count: number) => {
    for (let left = count; left > 0; left--) reader.golomb()
  }
  reader.skip(20)
  const layers = reader.number(3)
  reader.skip(1)
  skipLevels(reader, layers)
  golombs(1)
  if (reader.golomb() === 3) reader.skip(1)
  golombs(2)
  if (reader.flag()) golombs(4)
  golombs(2)
  const orderBits = reader.golomb() + 4
  golombs(3 * (reader.flag() ? layers + 1 : 1))
  golombs(6)
  if (reader.flag() && reader.flag()) skipScalingLists(reader)
  reader.skip(2)
  if (reader.flag()) {
    reader.skip(8)
    golombs(2)
    reader.skip(1)
  }
  skipReferences(reader)
  if (reader.flag())
    for (let left = Math.min(32, reader.golomb()); left > 0; left--) reader.skip(orderBits + 1)
  reader.skip(2)
  if (!reader.flag()) return null
  if (reader.flag() && reader.number(8) === extendedAspect) reader.skip(32)
  if (reader.flag()) reader.skip(1)
  if (!reader.flag()) return null
  reader.skip(4)
  return reader.flag() ? { primaries: reader.number(8), transfer: reader.number(8) } : null
}

/** 7.3.3. */
const skipLevels = (reader: NalBits, layers: number): void => {
  reader.skip(96)
  const parts = Array.from({ length: layers }, () => [reader.flag(), reader.flag()] as const)
  if (layers > 0) reader.skip(2 * (8 - layers))
  for (const [hasProfile, hasLevel] of parts) reader.skip((hasProfile ? 88 : 0) + (hasLevel ? 8 : 0))
}

/** 7.3.4. */
const skipScalingLists = (reader: NalBits): void => {
  for (let size = 0; size < 4; size++)
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (!reader.flag()) {
        reader.golomb()
        continue
      }
      const values = Math.min(64, 1 << (4 + size * 2)) + (size > 1 ? 1 : 0)
      for (let left = values; left > 0; left--) reader.signedGolomb()
    }
}

/** 7.3.7: a set may be predicted from the one before. */
const skipReferences = (reader: NalBits): void => {
  let before = 0
  const sets = Math.min(64, reader.golomb())
  for (let set = 0; set < sets; set++) {
    let count = 0
    if (set > 0 && reader.flag()) {
      reader.skip(1)
      reader.golomb()
      for (let left = before; left >= 0; left--) if (reader.flag() || reader.flag()) count++
    } else {
      count = Math.min(32, reader.golomb() + reader.golomb())
      for (let left = count; left > 0; left--) {
        reader.golomb()
        reader.skip(1)
      }
    }
    before = count
  }
}
