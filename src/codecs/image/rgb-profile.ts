import { nameAt } from '#base/byte-names.ts'
import { colorProfiles, isOfRgb } from '#engine/color/color-profile.ts'
import type { LightMatrix, RgbConversion } from '#engine/color/convert-rgb.ts'

/** The colours of a profile: the light of the values, and red, green and blue as rows of X, Y and Z of D50. */
export type RgbProfile = { readonly light: RgbConversion['light']; readonly toXyz: LightMatrix }

const tableAt = 128
/** A limit above any profile's tags, since a file may declare any number. */
const maxTags = 100

/**
 * The profile of a picture with `channels` samples per pixel, colours first; null if it is missing or for other
 * colours.
 */
export const fittingProfile = (
  profile: Uint8Array | null | undefined,
  { data, channels }: { readonly data: Uint8ClampedArray | Uint16Array; readonly channels: 3 | 4 },
): Uint8Array | null => {
  if (!profile || isOfRgb(profile)) return profile ?? null
  if (profile.length <= tableAt || spaceOf(profile) !== 'GRAY') return null
  for (let at = 0; at < data.length; at += channels)
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return null
  return profile
}

const spaceOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  nameAt(new DataView(buffer, byteOffset, byteLength), 16)

/**
 * Reads an ICC profile of RGB with three curves and a matrix (ICC.1:2004-10, 8.3.3), or of grey with a curve (8.3.4) as
 * RGB with the primaries of sRGB, where grey is the same. Null for other profiles, and for those with tables of
 * colours, which browsers prefer. `light` has a value for each number of `bits` bits.
 */
export const parseRgbProfile = (profile: Uint8Array, bits: 8 | 16 = 8): RgbProfile | null => {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength)
  try {
    const tags = tagsOf(view)
    const isOfXyz = nameAt(view, 20) === 'XYZ '
    const grey = spaceOf(profile) === 'GRAY' ? tags.get('kTRC') : undefined
    if (grey !== undefined) {
      const curve = lightAt(view, grey, 2 ** bits)
      const light = isOfXyz ? curve : curve.map(lightOfLightness)
      const srgb = parseRgbProfile(colorProfiles.srgb)
      return srgb && { light: [light, light, light], toXyz: srgb.toXyz }
    }
    if (spaceOf(profile) !== 'RGB ' || !isOfXyz || tags.has('A2B0')) return null
    const tag = (name: string): number => tags.get(name) ?? view.byteLength
    // The three often share one curve.
    const lights = new Map<number, Float32Array>()
    const light = (at: number) => {
      const known = lights.get(at) ?? lightAt(view, at, 2 ** bits)
      lights.set(at, known)
      return known
    }
    const [red, green, blue] = [xyzAt(view, tag('rXYZ')), xyzAt(view, tag('gXYZ')), xyzAt(view, tag('bXYZ'))]
    return {
      light: [light(tag('rTRC')), light(tag('gTRC')), light(tag('bTRC'))],
      toXyz: [
        [red[0], green[0], blue[0]],
        [red[1], green[1], blue[1]],
        [red[2], green[2], blue[2]],
      ],
    }
  } catch (thrown) {
    // The profile is cut off.
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

/**
 * Whether an ICC profile converts colours by tables, with or without curves, as for printers, inks and some screens.
 */
export const hasTables = (profile: Uint8Array): boolean => {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength)
  try {
    return ['RGB ', 'CMYK'].includes(nameAt(view, 16)) && tagsOf(view).has('A2B0')
  } catch (thrown) {
    if (thrown instanceof RangeError) return false
    throw thrown
  }
}

/** The numbers of primaries and transfer in an ICC profile (ICC.1:2022, 9.2.17; ITU-T H.273); null if missing. */
export const numbersOfProfile = (profile: Uint8Array): { primaries: number; transfer: number } | null => {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength)
  try {
    const at = tagsOf(view).get('cicp')
    return at === undefined ? null : { primaries: view.getUint8(at + 8), transfer: view.getUint8(at + 9) }
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

/** The position of each tag of a profile (ICC.1:2004-10, 7.3). */
const tagsOf = (view: DataView): ReadonlyMap<string, number> => {
  const tags = new Map<string, number>()
  const count = Math.min(maxTags, view.getUint32(tableAt))
  for (let at = tableAt + 4, tag = 0; tag < count; at += 12, tag++)
    tags.set(nameAt(view, at), view.getUint32(at + 4))
  return tags
}

/** s15Fixed16Number. */
const fixedAt = (view: DataView, at: number): number => view.getInt32(at) / 65_536

const xyzAt = (view: DataView, at: number): LightMatrix[0] => [
  fixedAt(view, at + 8),
  fixedAt(view, at + 12),
  fixedAt(view, at + 16),
]

/** The light of each of `values` values by a curve (ICC.1:2004-10, 10.5 and 10.15). */
const lightAt = (view: DataView, at: number, values: number): Float32Array => {
  const curve = nameAt(view, at) === 'para' ? parametric(view, at) : sampled(view, at)
  return Float32Array.from({ length: values }, (_, value) =>
    Math.min(1, Math.max(0, curve(value / (values - 1)))),
  )
}

/** The light of a CIE lightness from 0 to 1: profiles of grey may use Lab instead of XYZ. */
const lightOfLightness = (lightness: number): number =>
  lightness > 0.08 ? ((lightness + 0.16) / 1.16) ** 3 : (lightness * 2.7) / 24.389

type Curve = (value: number) => number

const sampled = (view: DataView, at: number): Curve => {
  const count = view.getUint32(at + 8)
  if (count === 0) return (value) => value
  if (count === 1) {
    const gamma = view.getUint16(at + 12) / 256
    return (value) => value ** gamma
  }
  const sample = (index: number) => view.getUint16(at + 12 + index * 2) / 65_535
  return (value) => {
    const place = value * (count - 1)
    const before = Math.min(count - 2, Math.floor(place))
    return sample(before) + (sample(before + 1) - sample(before)) * (place - before)
  }
}

/** The number of parameters of each function type. */
const parameterCounts = [1, 3, 4, 5, 7]

const parametric = (view: DataView, at: number): Curve => {
  const type = view.getUint16(at + 8)
  const count = parameterCounts[type] ?? 0
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: count }, (_, index) =>
    fixedAt(view, at + 12 + index * 4),
  )
  switch (type) {
    case 1:
      return (value) => (value >= -b / a ? (a * value + b) ** g : 0)
    case 2:
      return (value) => (value >= -b / a ? (a * value + b) ** g + c : c)
    case 3:
      return (value) => (value >= d ? (a * value + b) ** g : c * value)
    case 4:
      return (value) => (value >= d ? (a * value + b) ** g + e : c * value + f)
    default:
      return (value) => value ** g
  }
}
