import { describe, expect, test } from 'vitest'
import { isRawPhoto } from '#contract/file-kinds.ts'
import { isServiceError } from '#contract/service-error.ts'
import { readFileKind } from '#contract/sniff.ts'
import { preparePicture } from '#studio/media/prepare-picture.ts'

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

const sizeOf = async (file: Blob) => {
  const { width, height } = await createImageBitmap(file)
  return [width, height]
}

describe.skipIf(files.length === 0)('samples of formats (skipped where ../shared/samples is missing)', () => {
  test.each(files.filter(([name]) => !name.endsWith('.tsv')))(
    '%s opens, or says why not',
    async (name, url) => {
      const blob = await (await fetch(url)).blob()
      const fileKind = await readFileKind(blob)
      const prepared = await preparePicture({ file: blob, name, fileKind, size: null }).catch(
        (cause: unknown) => {
          expect(isServiceError(cause) && cause.details).toHaveProperty('image_file')
          if (isRawPhoto(fileKind)) expect(cause).toMatchObject({ reason: 'raw_without_preview' })
          return null
        },
      )
      const wanted = sizes[name]
      if (wanted) expect(prepared && (await sizeOf(prepared.file))).toEqual(wanted)
      // What is of no known kind is left to the service, which refuses it.
      else if (prepared?.note) expect((await sizeOf(prepared.file))[0]).toBeGreaterThan(0)
    },
  )
})
