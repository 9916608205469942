import { encodeSrgb } from './srgb-transfer.ts'

/**
 * The transfer function of high dynamic range: hybrid log-gamma, or perceptual quantisation (ITU-R BT.2100).
 */
export type HdrTransfer = 'hlg' | 'pq'

/** Points per axis of the table; the error stays below 1 of 255. */
const lutSide = 33
/** Luminance of reference white in cd/m² (ITU-R BT.2408), which is mapped to 1. */
const whiteNits = 203
/** Peak luminance of the mastering display in cd/m². */
const peakNits = 1000
/** Highlights above this light are compressed, where 1 is reference white. */
const knee = 0.3

/**
 * A 3D LUT in the .cube format from HDR in BT.2020 to sRGB, with compressed highlights (Adobe, Cube LUT Specification).
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
export const hdrToSrgb = (signal: Colour, transfer: HdrTransfer): Colour =>
  mapChannels(compressed(mapChannels(signal, lightOf[transfer]), transfer), encodeSrgb)

/** Quantisation steps of light: a quarter of the distance between sRGB's two darkest values. */
const steps = 16_384

/** The encoding of an HDR picture: its transfer function, in the primaries of Display P3 or else of BT.2020. */
export type HdrColors = { readonly transfer: HdrTransfer; readonly isDisplayP3: boolean }

/** Converts RGBA of this bit depth to 8-bit sRGB. Alpha is straight. */
export const convertHdr = (
  data: Uint8ClampedArray | Uint16Array,
  bits: number,
  { transfer, isDisplayP3 }: HdrColors,
): Uint8ClampedArray => {
  const toPrimaries = isDisplayP3 ? p3ToBt709 : toBt709
  const most = 2 ** bits - 1
  const light = Float32Array.from({ length: most + 1 }, (_, value) => lightOf[transfer](value / most))
  const values = Uint8ClampedArray.from({ length: steps + 1 }, (_, step) => 255 * encodeSrgb(step / steps))
  const mapped = new Uint8ClampedArray(data.length)
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = compressed(
      [light[data[at]], light[data[at + 1]], light[data[at + 2]]],
      transfer,
      toPrimaries,
    )
    mapped[at] = values[(r * steps + 0.5) | 0]
    mapped[at + 1] = values[(g * steps + 0.5) | 0]
    mapped[at + 2] = values[(b * steps + 0.5) | 0]
    mapped[at + 3] = (data[at + 3] * 255) / most
  }
  return mapped
}

const mapChannels = ([r, g, b]: Colour, change: (value: number) => number): Colour => [
  change(r),
  change(g),
  change(b),
]

/** Displayed light with compressed highlights, in sRGB's primaries. */
const compressed = (colour: Colour, transfer: HdrTransfer, toPrimaries = toBt709): Colour => {
  const light = toPrimaries(transfer === 'hlg' ? displayed(colour) : colour)
  // A common factor for all channels keeps the hue.
  const brightest = Math.max(light[0], light[1], light[2])
  const factor = brightest > 0 ? compressHighlights(brightest) / brightest : 0
  return mapChannels(light, (value) => Math.min(1, Math.max(0, value) * factor))
}

/** BT.2100, table 5: the OOTF of HLG, which depends on luminance. */
const displayed = (scene: Colour): Colour => {
  const luminance = 0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2]
  const display = luminance > 0 ? (luminance ** 0.2 * peakNits) / whiteNits : 0
  return mapChannels(scene, (value) => value * display)
}

/** BT.2100, table 5: the inverse OETF of HLG. */
const fromHlg = (signal: number): number => {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073]
  return signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - c) / a) + b) / 12
}

/** BT.2100, table 4: the EOTF of PQ. */
const fromPq = (signal: number): number => {
  const power = signal ** (1 / 78.84375)
  const nits =
    10_000 * (Math.max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power)) ** (1 / 0.1593017578125)
  return nits / whiteNits
}

/** The light of a signal: of the scene for HLG, displayed for PQ. */
const lightOf = { hlg: fromHlg, pq: fromPq } as const

/** Linear BT.2020 to linear BT.709 (ITU-R BT.2087). */
const toBt709 = ([r, g, b]: Colour): Colour => [
  1.660491 * r - 0.587641 * g - 0.07285 * b,
  -0.12455 * r + 1.1329 * g - 0.00835 * b,
  -0.018151 * r - 0.100579 * g + 1.11873 * b,
]

/** Linear Display P3 to linear BT.709 (CSS Color 4, 10.4). */
const p3ToBt709 = ([r, g, b]: Colour): Colour => [
  1.22494 * r - 0.22494 * g,
  -0.042057 * r + 1.042057 * g,
  -0.019638 * r - 0.078636 * g + 1.098274 * b,
]

/** A Möbius transformation with slope 1 at the knee, which maps the peak to 1. */
const compressHighlights = (light: number): number => {
  const peak = peakNits / whiteNits
  if (light <= knee) return light
  const a = (-(knee ** 2) * (peak - 1)) / (knee ** 2 - 2 * knee + peak)
  const b = (knee ** 2 - 2 * knee * peak + peak) / (peak - 1)
  return Math.min(1, ((b * b + 2 * b * knee + knee * knee) / (b - a)) * ((light + a) / (light + b)))
}
