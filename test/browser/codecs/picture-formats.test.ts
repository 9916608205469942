import { describe, expect, test } from 'vitest'
import { decodeImage } from '#codecs/image/decode-image.ts'
import { isRawPhoto, isReadablePicture } from '#contract/file-kinds.ts'
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
