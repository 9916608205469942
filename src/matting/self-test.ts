import type { Size } from '#base/geometry.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import type { NetworkInput } from './network-catalog.ts'

/** Small enough to cost half a second on WASM, large enough for a network to see its subject. */
const usualSide = 128
const discRadius = 0.3
const discColor = [40, 40, 48] as const
const groundColor = [225, 225, 220] as const

/**
 * Limits of a right answer, compared with the drawn disc. Measured on IS-Net in int8, fp16 and float32 at
 * 128 px: IoU 0.998 to 0.999, mean absolute error 0.004.
 */
const minIou = 0.95
const maxMeanError = 0.03

/**
 * Some GPUs compute wrongly and report no error: all zeros from fp16 overflow (microsoft/onnxruntime#29130,
 * #24070), ghosts (huggingface/transformers.js#1272). So every session must first find a dark disc on a light
 * ground: at 128 px, or at the size nearest above it that the network takes. On a fixed size that is no square
 * the disc is an ellipse, as all pictures are squeezed.
 */
export const selfTestSizeFor = (allowed: NetworkInput['size']): Size => {
  if ('width' in allowed) return allowed
  const side = Math.ceil(usualSide / allowed.multipleOf) * allowed.multipleOf
  return { width: side, height: side }
}

/** The picture as `Networks.run` takes it: planar R G B, (value - 128) / 256. */
export function selfTestInput(size: Size): Float32Array {
  const pixels = size.width * size.height
  const input = new Float32Array(3 * pixels)
  forEachPixel(size, (index, inDisc) => {
    const color = inDisc ? discColor : groundColor
    color.forEach((value, channel) => {
      input[channel * pixels + index] = (value - 128) / 256
    })
  })
  return input
}

/** What is wrong with the matte of `selfTestInput(size)`, in words; undefined where nothing is. */
export function selfTestFault({ width, height, data }: AlphaMaskF32, size: Size): string | undefined {
  if (width !== size.width || height !== size.height || data.length !== width * height)
    return 'it has a wrong size'
  if (data.some((value) => !Number.isFinite(value))) return 'it is not made of numbers'
  let intersection = 0
  let union = 0
  let error = 0
  forEachPixel(size, (index, inDisc) => {
    const value = data[index] ?? 0
    const inMatte = value >= 0.5
    if (inDisc && inMatte) intersection++
    if (inDisc || inMatte) union++
    error += Math.abs(value - (inDisc ? 1 : 0))
  })
  if (intersection / union < minIou) return `it covers ${percent(intersection / union)} of a plain disc`
  const meanError = error / data.length
  if (meanError > maxMeanError) return `it is ${percent(meanError)} off a plain disc`
  return undefined
}

function forEachPixel({ width, height }: Size, visit: (index: number, inDisc: boolean) => void): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromCentre = Math.hypot((x + 0.5) / width - 0.5, (y + 0.5) / height - 0.5)
      visit(y * width + x, fromCentre < discRadius)
    }
  }
}

const percent = (ratio: number): string => `${(100 * ratio).toFixed(1)} %`
