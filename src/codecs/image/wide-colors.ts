import { colorProfiles } from '#engine/color/color-profile.ts'
import type { LightMatrix, RgbConversion } from '#engine/color/convert-rgb.ts'
import { decodeSrgb } from '#engine/color/srgb-transfer.ts'
import type { ColorSpace } from '#engine/raster.ts'
import { findProfile } from './find-profile.ts'
import { hasTables, parseRgbProfile, type RgbProfile } from './rgb-profile.ts'

/** The conversion of a file with colours beyond sRGB to Display P3. */
type WideColors = {
  /** Null if they are already in Display P3. */
  readonly conversion: RgbConversion | null
  /** Whether the file can contain colours beyond Display P3. */
  readonly exceedsDisplayP3: boolean
}

/**
 * Reads the colours of a JPEG, PNG or WebP file from its profile. Null if they are within sRGB, as without a profile;
 * `madeSrgb` if the profile has tables, with which browsers convert to sRGB.
 */
export const readWideColors = async (bytes: Uint8Array): Promise<WideColors | 'madeSrgb' | null> =>
  wideColorsOf(await findProfile(bytes))

/** As `readWideColors`, from a profile. */
export const wideColorsOf = (found: Uint8Array | null): WideColors | 'madeSrgb' | null => {
  if (found && hasTables(found)) return 'madeSrgb'
  const profile = found && parseRgbProfile(found)
  if (!profile || !exceeds(product(fromXyz.srgb, profile.toXyz))) return null
  const conversion = conversionTo('display-p3', profile)
  return { conversion, exceedsDisplayP3: conversion !== null && exceeds(conversion.matrix) }
}

/** The conversion from the colours of a profile to a space; null if they are already in it. */
export const conversionTo = (space: ColorSpace, { light, toXyz }: RgbProfile): RgbConversion | null => {
  const matrix = product(fromXyz[space], toXyz)
  return isIdentity(matrix) && [...new Set(light)].every(isSrgbCurve) ? null : { light, matrix }
}

/** The tolerance for profiles, which round numbers and differ in the adaptation of white. */
const nearly = 0.01

/** Whether full red, green or blue light is outside a space. */
const exceeds = (matrix: LightMatrix): boolean =>
  matrix.flat().some((value) => value < -nearly || value > 1 + nearly)

const isIdentity = (matrix: LightMatrix): boolean =>
  matrix.every((row, y) => row.every((value, x) => Math.abs(value - (x === y ? 1 : 0)) < nearly / 2))

const isSrgbCurve = (light: Float32Array): boolean =>
  light.every((value, at) => Math.abs(value - decodeSrgb(at / (light.length - 1))) < 0.001)

const product = (left: LightMatrix, right: LightMatrix): LightMatrix => {
  const row = (y: 0 | 1 | 2) => {
    const at = (x: 0 | 1 | 2) =>
      left[y][0] * right[0][x] + left[y][1] * right[1][x] + left[y][2] * right[2][x]
    return [at(0), at(1), at(2)] as const
  }
  return [row(0), row(1), row(2)]
}

/** The inverse matrix, by cofactors. */
const inverse = ([[a, b, c], [d, e, f], [g, h, i]]: LightMatrix): LightMatrix => {
  const whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  return [
    [(e * i - f * h) / whole, (c * h - b * i) / whole, (b * f - c * e) / whole],
    [(f * g - d * i) / whole, (a * i - c * g) / whole, (c * d - a * f) / whole],
    [(d * h - e * g) / whole, (b * g - a * h) / whole, (a * e - b * d) / whole],
  ]
}

/** The matrix from XYZ to a space, from the space's own profile. */
const fromOwn = (profile: Uint8Array): LightMatrix => {
  const own = parseRgbProfile(profile)
  if (!own) throw new Error('a profile of our own is not read')
  return inverse(own.toXyz)
}

const fromXyz = { srgb: fromOwn(colorProfiles.srgb), 'display-p3': fromOwn(colorProfiles['display-p3']) }
