import type { Size } from '#base/geometry.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import type { NetworkInput, SelfTestPicture } from './network-catalog.ts'

/** The side in pixels: half a second on WASM, but large enough for a network to see its subject. */
const usualSide = 128

/**
 * Limits of a correct matte, compared with the drawing. Measured: IoU 0.998 to 0.999 and mean absolute error 0.004 for
 * the disc, on IS-Net in int8, fp16 and float32 at 128 px; 0.997 and 0.002 for the person, on the network for people.
 */
const minIou = 0.95
const maxMeanError = 0.03

/**
 * Some GPUs compute wrongly and report no error: all zeros from fp16 overflow (microsoft/onnxruntime#29130, #24070),
 * ghosts (huggingface/transformers.js#1272). So every session must first find a drawn subject on a light ground, at 128
 * px or the next larger size that the network accepts. A fixed size that is not square distorts the drawing, as it does
 * all pictures.
 */
export const selfTestSizeFor = (allowed: NetworkInput['size']): Size => {
  if ('width' in allowed) return allowed
  const side = Math.ceil(usualSide / allowed.multipleOf) * allowed.multipleOf
  return { width: side, height: side }
}

/** The input for `Networks.run`: planar R G B, (value - 128) / 256. */
export function selfTestInput(size: Size, picture: SelfTestPicture = 'disc'): Float32Array {
  const pixels = size.width * size.height
  const input = new Float32Array(3 * pixels)
  forEachPixel(size, picture, (index, part) => {
    const color = part?.color ?? groundColor
    color.forEach((value, channel) => {
      input[channel * pixels + index] = (value - 128) / 256
    })
  })
  return input
}

/** The fault of a matte of `selfTestInput(size, picture)`, in words; undefined if it is correct. */
export function selfTestFault(
  { width, height, data }: AlphaMaskF32,
  size: Size,
  picture: SelfTestPicture = 'disc',
): string | undefined {
  if (width !== size.width || height !== size.height || data.length !== width * height)
    return 'it has a wrong size'
  if (data.some((value) => !Number.isFinite(value))) return 'it is not made of numbers'
  let intersection = 0
  let union = 0
  let error = 0
  forEachPixel(size, picture, (index, part) => {
    const value = data[index] ?? 0
    const inMatte = value >= 0.5
    if (part && inMatte) intersection++
    if (part || inMatte) union++
    error += Math.abs(value - (part ? 1 : 0))
  })
  if (intersection / union < minIou) return `it covers ${percent(intersection / union)} of a drawn ${picture}`
  const meanError = error / data.length
  if (meanError > maxMeanError) return `it is ${percent(meanError)} off a drawn ${picture}`
  return undefined
}

type Color = readonly [red: number, green: number, blue: number]
/** An ellipse, or its part between two heights, in shares of width and height. */
type Part = {
  readonly color: Color
  readonly centre: readonly [x: number, y: number]
  readonly radii: readonly [x: number, y: number]
  readonly from?: number
  readonly to?: number
}

const groundColor: Color = [225, 225, 220]
const [skin, hair, eyes] = [
  [224, 172, 140],
  [50, 35, 30],
  [30, 20, 20],
] as const

/** The parts of the subject, foremost first. */
const drawings: Readonly<Record<SelfTestPicture, readonly Part[]>> = {
  disc: [{ color: [40, 40, 48], centre: [0.5, 0.5], radii: [0.3, 0.3] }],
  // A face from the front, with shoulders. Without eyes and mouth no network finds a person in it.
  person: [
    { color: eyes, centre: [0.44, 0.4], radii: [0.022, 0.014] },
    { color: eyes, centre: [0.56, 0.4], radii: [0.022, 0.014] },
    { color: [170, 70, 70], centre: [0.5, 0.53], radii: [0.05, 0.015] },
    { color: skin, centre: [0.5, 0.42], radii: [0.15, 0.2], from: 0.3 },
    { color: hair, centre: [0.5, 0.36], radii: [0.17, 0.2], to: 0.45 },
    { color: skin, centre: [0.5, 0.6], radii: [0.08, 0.18], from: 0.5 },
    { color: [40, 60, 110], centre: [0.5, 1], radii: [0.36, 0.34] },
  ],
}

/** Visits every pixel with its part of the drawing, undefined for the ground. */
function forEachPixel(
  { width, height }: Size,
  picture: SelfTestPicture,
  visit: (index: number, part: Part | undefined) => void,
): void {
  const parts = drawings[picture]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [(x + 0.5) / width, (y + 0.5) / height]
      visit(
        y * width + x,
        parts.find((part) => isWithin(part, u, v)),
      )
    }
  }
}

const isWithin = ({ centre, radii, from = 0, to = 1 }: Part, x: number, y: number): boolean =>
  y > from && y < to && Math.hypot((x - centre[0]) / radii[0], (y - centre[1]) / radii[1]) < 1

const percent = (ratio: number): string => `${(100 * ratio).toFixed(1)} %`
