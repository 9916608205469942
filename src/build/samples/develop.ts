import { cellNoise } from './noise.ts'
import { clamp } from './vectors.ts'

/** Linear light as a photo: filmic curve, a darker frame, a little grain. 3 bytes a pixel. */
export const develop = (light: Float32Array, width: number, height: number): Uint8Array => {
  const photo = new Uint8Array(light.length)
  for (let i = 0; i < width * height; i++) {
    const x = (i % width) / width - 0.5
    const y = Math.floor(i / width) / height - 0.5
    const frame = 1 - 0.42 * (x * x + y * y)
    const grain = (cellNoise(i, 7, 1) + cellNoise(i, 9, 2) - 1) * 0.014
    for (let c = 0; c < 3; c++) {
      const tone = filmic((light[i * 3 + c] ?? 0) * frame) ** (1 / 2.2)
      photo[i * 3 + c] = Math.round(255 * clamp(tone + grain))
    }
  }
  return photo
}

/** After Narkowicz, "ACES filmic tone mapping curve" (2016). */
const filmic = (x: number): number => clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14))
