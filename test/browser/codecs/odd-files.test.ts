import { describe, expect, test } from 'vitest'
import { decodeImage } from '#codecs/image/decode-image.ts'
import { sniff } from '#contract/sniff.ts'
import { checkImage } from '#service/check-input.ts'

/** Real files with what is expected of them; not part of the repository. */
const manifests = import.meta.glob<string>('../../../../shared/samples/MANIFEST.tsv', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const urls = import.meta.glob<string>('../../../../shared/samples/odd/*', {
  query: '?url',
  import: 'default',
  eager: true,
})

const rows = Object.values(manifests)
  .flatMap((manifest) => manifest.split('\n'))
  .map((line) => line.split('\t'))
  .filter(([file = '', kind = '']) => file.startsWith('odd/') && !kind.startsWith('video'))
  .map(([file = '', , , , size = '', , expectation = '']) => ({ file, size, expectation }))

const urlOf = (file: string): string => urls[`../../../../shared/samples/${file}`] ?? ''

describe.skipIf(rows.length === 0)('the odd files (skipped where ../shared/samples is missing)', () => {
  test.each(rows)('$file: $expectation', async ({ file, size, expectation }) => {
    const blob = await (await fetch(urlOf(file))).blob()
    const kind = sniff(new Uint8Array(await blob.arrayBuffer()))
    const isPicture = kind === 'jpeg' || kind === 'png' || kind === 'webp'
    // As the API reads them: the list is about that.
    const outcome = await checkImage(blob)
      .then(() => decodeImage(blob))
      .then(
        ({ raster }) => ({ size: `${raster.width}x${raster.height}` }),
        (error: unknown) => ({ refused: (error as { code?: unknown }).code }),
      )
    if ('refused' in outcome) {
      expect(expectation).not.toBe('must-open')
      const isEmpty = blob.size === 0
      expect(outcome.refused).toBe(
        isEmpty
          ? 'missing_image'
          : /bomb|giant|big/.test(file) && isPicture
            ? 'image_too_large'
            : 'validation_error',
      )
    } else {
      expect(expectation).not.toBe('must-reject')
      // The manifest's sizes are as stored, those here as displayed.
      if (size) expect([size, size.split('x').reverse().join('x')]).toContain(outcome.size)
    }
  })

  test('after all of them a plain picture still opens', async () => {
    const plain = rows.find(({ file }) => file.includes('orientation__1.jpg'))
    const { raster } = await decodeImage(await (await fetch(urlOf(plain?.file ?? ''))).blob())
    expect(raster).toMatchObject({ width: 308, height: 410 })
  })
})
