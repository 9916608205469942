import { describe, expect, test } from 'vitest'
import { decodeImage } from '#codecs/image/decode-image.ts'
import { encodeImage } from '#codecs/image/image-writers.ts'
import { readPictureExtras } from '#codecs/image/picture-extras.ts'
import { isRawPhoto, isReadablePicture } from '#contract/file-kinds.ts'
import { leftOut } from '#contract/left-out.ts'
import { isServiceError } from '#contract/service-error.ts'
import { readFileKind } from '#contract/sniff.ts'

const urls = import.meta.glob<string>('../../../../shared/samples/formats/*', {
  query: '?url',
  import: 'default',
  eager: true,
})
const files = Object.entries(urls).map(([path, url]) => [path.replace(/^.*\//, ''), url] as const)

/** The size that each file opens at, as libheif's tool, libvips, ImageMagick and ExifTool name it. */
const sizes: Readonly<Record<string, readonly [number, number]>> = {
  'example.heic': [1280, 854],
  'colors-with-alpha.heic': [64, 64],
  'colors-no-alpha-thumbnail.heic': [72, 72],
  'hevc32.heif': [32, 32],
  'GeoTiff.tif': [25, 24],
  'Photoshop.psd': [8, 8],
  'FujiFilm.raf': [8, 8],
  'Panasonic.rw2': [8, 8],
}

describe.skipIf(files.length === 0)('samples of formats (skipped where ../shared/samples is missing)', () => {
  test.each(files.filter(([name]) => !name.endsWith('.tsv')))(
    '%s opens, or says why not',
    async (name, url) => {
      const file = await (await fetch(url)).blob()
      const kind = await readFileKind(file)
      const read = await decodeImage(file, { shrinks: true }).catch((cause: unknown) => {
        expect(isServiceError(cause) && cause.details).toHaveProperty('image_file')
        if (isRawPhoto(kind)) expect(cause).toMatchObject({ reason: 'raw_without_preview' })
        return null
      })
      const wanted = sizes[name]
      if (wanted) expect(read?.raster).toMatchObject({ width: wanted[0], height: wanted[1] })
      if (read) expect([isReadablePicture(kind), read.raster.width > 0]).toEqual([true, true])
    },
  )
})

const moving = import.meta.glob<string>('../../../../shared/samples/reported/moving.jxl', {
  query: '?url',
  import: 'default',
  eager: true,
})

test.skipIf(Object.keys(moving).length === 0)(
  'a moving JPEG XL has further pictures (skipped where ../shared/samples is missing)',
  async () => {
    for (const url of Object.values(moving)) {
      const file = await (await fetch(url)).blob()
      expect((await decodeImage(file, {})).raster.width).toBeGreaterThan(0)
      expect(await readPictureExtras(file)).toEqual([leftOut('pictures', 23)])
    }
  },
)

test('a still JPEG XL has nothing else', async () => {
  const raster = { width: 8, height: 8, data: new Uint8ClampedArray(256).fill(255) }
  const file = await encodeImage({ kind: 'colour', raster, opaque: true }, 'jxl')
  expect(await readPictureExtras(file)).toEqual([])
})
