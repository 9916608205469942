import { expect, test } from 'vitest'
import type { Size } from '#base/geometry.ts'
import { noComposition } from '#contract/composition.ts'
import { parseVideoOptions } from '#contract/video-options.ts'
import type { EncoderInput } from '#engine/compose.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { VideoMatter } from '#matting/video-matter.ts'
import { samplePreviews } from '#pipeline/sample-preview.ts'
import { clipFacts, fakeReader } from '#support/fake-frame-io.ts'

const facts = clipFacts({ width: 1200, height: 600, frames: 3 })
const side = 120

/** Black and white lines of two pixels each, which a smaller frame shows as grey; red says where the subject is. */
const paint = ({ width, height }: Size): Raster => {
  const data = new Uint8ClampedArray(facts.width * facts.height * 4).fill(255)
  for (let i = 0; i < facts.width * facts.height; i++) {
    const [x, y] = [i % facts.width, Math.floor(i / facts.width)]
    const isSubject = Math.abs(x - 500) * 2 < side && Math.abs(y - 300) * 2 < side
    const line = x % 4 < 2 ? 0 : 200
    data[i * 4] = isSubject ? line + 55 : line
    data[i * 4 + 1] = line
    data[i * 4 + 2] = line
  }
  return resizeRaster({ ...facts, data }, { width, height })
}

/** The subject is where red is stronger than green. */
const matter: VideoMatter = {
  load: async () => {},
  estimate: async function* (frames) {
    for await (const { raster } of frames) {
      const { width, height, data } = raster
      const alpha = Uint8ClampedArray.from({ length: width * height }, (_, i) =>
        (data[i * 4] ?? 0) > (data[i * 4 + 1] ?? 0) + 25 ? 255 : 0,
      )
      const matte: AlphaMask8 = { width, height, data: alpha }
      yield { matte, isKey: true, isCut: false }
    }
  },
}

const rasterOf = (picture: EncoderInput): Raster => {
  if (!('raster' in picture)) throw new Error('no colours')
  return picture.raster
}

test('samples of a small subject keep the source’s own pixels', async () => {
  const composition = { ...noComposition, canvas: { ratio: '1:1', fill: 0.85 } as const }
  const request = {
    options: parseVideoOptions({ size: 'preview', bg_color: 'white' }),
    parts: { composition },
    atSeconds: [0],
  }
  const call = { signal: new AbortController().signal, onProgress: () => {} }
  const composed = { composition, sources: { photo: null, picture: null } }
  const { reader } = fakeReader(facts, (_, size) => paint(size))
  const pictures: EncoderInput[] = []
  for await (const picture of samplePreviews(reader, matter, request, call, composed)) pictures.push(picture)
  expect(pictures).toHaveLength(1)
  const [raster] = pictures.map(rasterOf)
  if (!raster) return
  expect(Math.abs(raster.width - side / 0.85)).toBeLessThan(8)
  const middle = (Math.floor(raster.height / 2) * raster.width + Math.floor(raster.width / 2)) * 4
  const greens = Array.from({ length: 40 }, (_, i) => raster.data[middle + (i - 20) * 4 + 1] ?? 0)
  expect(Math.min(...greens)).toBeLessThan(10)
  expect(Math.max(...greens)).toBeGreaterThan(190)
})
