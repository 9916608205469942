import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from '#support/studio-page.ts'
import { fox, openStudio, pick, rows, tallWindow } from './studio-flow.ts'

test.use({ viewport: tallWindow })

const folder = '../shared/samples/odd'
const isThere = existsSync(folder)

/** One for each way through the page. `test/browser/codecs/odd-files.test.ts` decodes every file. */
const names = [
  // Read as they are.
  ...['exif-orientation__6.jpg', 'cmyk-jpeg__cmyk-sample-no-icc.jpg', 'png-16bit__basn6a16.png'],
  ...[
    'animated-webp__rotating-squares.webp',
    'tiny__png-transparent.png',
    'renamed-but-valid__png-named.jpg',
  ],
  // Converted first.
  ...['format-avif__paris_icc_exif_xmp.avif', 'format-bmp__pal8v5.bmp', 'format-heic__IMG_5195.HEIC'],
  ...['format-gif-still__grey-plus-alpha.gif', 'format-svg__check.svg'],
  // A clip to the page.
  'bomb-or-huge-dimensions__decompression_bomb_extents.gif',
  // Refused: by its header, while it is decoded, by its kind, and as no clip.
  ...['bomb-or-huge-dimensions__bomb-header-100000.png', 'png-corrupt__xc9n2c08.png'],
  ...['jpeg-corrupt__corrupt-header.jpg', 'format-other__pdf.pdf', 'format-tiff__hpredict.tiff'],
  ...['format-avif__no-pitm.avif', 'renamed__html-renamed.jpg', 'renamed__text-renamed.mp4'],
]

/** What the list of samples says of each file: must-open, must-reject or either. */
const expected = (): Map<string, string> =>
  new Map(
    readFileSync('../shared/samples/MANIFEST.tsv', 'utf8')
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([path]) => path?.startsWith('odd/'))
      .map((cells) => [
        cells[0]?.slice('odd/'.length) ?? '',
        cells.find((cell) => /^(must-|either)/.test(cell)) ?? '',
      ]),
  )

test('odd files open or are refused one by one', async ({ page }) => {
  test.skip(!isThere, 'the odd sample files are not beside this checkout')
  const verdicts = expected()
  expect(names.filter((name) => !verdicts.has(name))).toEqual([])
  // Small results: encoding large ones takes longer than all the rest.
  await openStudio(page, { recipe: { level: 'fast', size: 'preview' } })
  await pick(
    page,
    names.map((name) => `${folder}/${name}`),
  )
  // A GIF of several pictures opens as a clip, which waits to be started.
  const ended = ['done', 'ready', 'failed', 'unreadable']
  await expect(page.locator(`li:is(${ended.map((state) => `[data-state=${state}]`).join()})`)).toHaveCount(
    names.length,
  )

  const states = await page.locator('li[data-state]').evaluateAll((items) =>
    items.map((item) => ({
      name: item.querySelector('[title]')?.getAttribute('title') ?? '',
      state: (item as HTMLElement).dataset.state,
    })),
  )
  const wrong = states.filter(({ name, state }) => {
    const verdict = verdicts.get(name)
    // The list is older than the readers of HEIC and TIFF; it is about the API there.
    const isRefused = state === 'failed' || state === 'unreadable'
    if (/^format-(heic|tiff)/.test(name)) return isRefused
    return (verdict === 'must-open' && isRefused) || (verdict === 'must-reject' && !isRefused)
  })
  expect(wrong).toEqual([])

  await page.getByRole('button', { name: 'Clear all' }).click()
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)
})
