import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { Level } from '#contract/image-options.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import type { Networks } from '#matting/networks.ts'
import { openNodeNetworks } from '#support/node-networks.ts'

const call = { signal: new AbortController().signal, onProgress: () => {} }

const networks = openNodeNetworks(1)
afterAll(() => networks.dispose())

const readSample = async (name: string) => {
  const { data, info } = await sharp(`public/samples/${name}.jpg`)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

/** The sides of the passes over a picture with the shipped network; the second, which is slow, is only noted. */
const sidesOfPasses = async (name: string, level: Level): Promise<number[]> => {
  const sides: number[] = []
  const noting: Networks = {
    ...networks,
    run: async (network, input, size, ...rest) => {
      sides.push(size.width)
      if (sides.length === 1) return networks.run(network, input, size, ...rest)
      return { ...size, data: new Float32Array(size.width * size.height) }
    },
  }
  await openImageMatter(noting).estimate(await readSample(name), level, call)
  return sides
}

// At 320 and 384 px the chest of the fox is missing, and the matte is certain of it; at 384 px the box behind the
// bottle is half transparent (docs/training.md).
test.each([
  ['plush-fox', 'fast', 2],
  ['plush-fox', 'balanced', 2],
  ['dropper-bottle', 'balanced', 2],
  ['leafy-plant', 'fast', 1],
  ['leafy-plant', 'balanced', 1],
] as const)(
  'passes of the shipped network over %s at %s: %d',
  { timeout: 120_000 },
  async (name, level, passes) => {
    expect(await sidesOfPasses(name, level)).toHaveLength(passes)
  },
)
