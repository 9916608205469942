import { encodeSrgb } from '#engine/color/srgb-transfer.ts'

/**
 * The transfer function of high dynamic range video: hybrid log-gamma, or perceptual quantisation (ITU-R BT.2100).
 */
export type HdrTransfer = 'hlg' | 'pq'

/** Points along each axis of the table; the error stays below 1 of 255. */
const lutSide = 33
/** Luminance of reference white in cd/m² (ITU-R BT.2408), which becomes 1. */
const whiteNits = 203
/** Peak luminance of the mastering display in cd/m². */
const peakNits = 1000
/** Light below this value is not changed, where 1 is reference white. */
const knee = 0.3

/**
 * A 3D LUT in the .cube format that maps HDR colours of BT.2020 to sRGB: to linear light, to the smaller gamut, with
 * highlights compressed (Adobe, Cube LUT Specification).
 */
export const hdrToSrgbLut = (transfer: HdrTransfer): string => {
  const lines = [`LUT_3D_SIZE ${lutSide}`]
  const steps = Array.from({ length: lutSide }, (_, index) => index / (lutSide - 1))
  for (const b of steps)
    for (const g of steps)
      for (const r of steps)
        lines.push(
          hdrToSrgb([r, g, b], transfer)
            .map((value) => value.toFixed(5))
            .join(' '),
        )
  return `${lines.join('\n')}\n`
}

type Colour = readonly [red: number, green: number, blue: number]

/** Maps one colour; components are 0 to 1. */
export const hdrToSrgb = (signal: Colour, transfer: HdrTransfer): Colour => {
  const wide = transfer === 'hlg' ? fromHlg(signal) : mapChannels(signal, fromPq)
  const light = mapChannels(toBt709(wide), (value) => Math.max(0, value))
  // All three components get the same factor, which keeps the hue.
  const brightest = Math.max(...light)
  const factor = brightest > 0 ? compressHighlights(brightest) / brightest : 0
  return mapChannels(light, (value) => encodeSrgb(Math.min(1, value * factor)))
}

const mapChannels = ([r, g, b]: Colour, change: (value: number) => number): Colour => [
  change(r),
  change(g),
  change(b),
]

/** BT.2100, table 5: the inverse OETF, then the OOTF, which depends on luminance. */
const fromHlg = (signal: Colour): Colour => {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073]
  const scene = mapChannels(signal, (value) =>
    value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - c) / a) + b) / 12,
  )
  const luminance = 0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2]
  const display = luminance > 0 ? (luminance ** 0.2 * peakNits) / whiteNits : 0
  return mapChannels(scene, (value) => value * display)
}

/** BT.2100, table 4: the EOTF of PQ. */
const fromPq = (signal: number): number => {
  const power = signal ** (1 / 78.84375)
  const nits =
    10_000 * (Math.max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power)) ** (1 / 0.1593017578125)
  return nits / whiteNits
}

/** Linear BT.2020 to linear BT.709 (ITU-R BT.2087). */
const toBt709 = ([r, g, b]: Colour): Colour => [
  1.660491 * r - 0.587641 * g - 0.07285 * b,
  -0.12455 * r + 1.1329 * g - 0.00835 * b,
  -0.018151 * r - 0.100579 * g + 1.11873 * b,
]

/** A Möbius transformation with slope 1 at the knee, which maps the peak to 1. */
const compressHighlights = (light: number): number => {
  const peak = peakNits / whiteNits
  if (light <= knee) return light
  const a = (-(knee ** 2) * (peak - 1)) / (knee ** 2 - 2 * knee + peak)
  const b = (knee ** 2 - 2 * knee * peak + peak) / (peak - 1)
  return Math.min(1, ((b * b + 2 * b * knee + knee * knee) / (b - a)) * ((light + a) / (light + b)))
}
