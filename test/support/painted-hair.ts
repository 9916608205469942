import type { AlphaMask8, Raster } from '#engine/raster.ts'

/** A painted head with hair: picture, true alpha, and what a network that is too coarse makes of it. */
export const hairSize = { width: 220, height: 160 }
const subject = [60, 35, 20] as const
const background = [150, 190, 225] as const

export const hairPlane = (value: (x: number, y: number) => number): AlphaMask8 => ({
  ...hairSize,
  data: Uint8ClampedArray.from({ length: hairSize.width * hairSize.height }, (_, i) =>
    Math.round(255 * value(i % hairSize.width, Math.floor(i / hairSize.width))),
  ),
})

/** A head below y = 90 with strands of hair, two pixels wide, that stand up to y = 50. */
export const hairTruth = hairPlane((x, y) => {
  if (y >= 90) return 1
  return y < 50 ? 0 : Math.max(0, Math.sin((x / 9) * Math.PI)) ** 2
})
/** What a network makes of it: the hair as haze. */
export const hairHaze = hairPlane((_, y) => (y >= 90 ? 1 : y < 45 ? 0 : (y - 45) / 45))

export const hairPicture = (): Raster => {
  const data = new Uint8ClampedArray(hairSize.width * hairSize.height * 4)
  for (const [i, value] of hairTruth.data.entries()) {
    const a = value / 255
    const noise = ((i * 7919) % 11) - 5
    data.set([...subject.map((c, k) => a * c + (1 - a) * (background[k] ?? 0) + noise), 255], i * 4)
  }
  return { ...hairSize, data }
}

/** The mean error of alpha, 0 to 1, over the rows of the hair. */
export const hairError = ({ data }: AlphaMask8) => {
  let sum = 0
  for (let y = 45; y < 90; y++) {
    for (let x = 20; x < 200; x++) {
      const at = y * hairSize.width + x
      sum += Math.abs((data[at] ?? 0) - (hairTruth.data[at] ?? 0)) / 255
    }
  }
  return sum / (45 * 180)
}
