import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '#support/studio-page.ts'
import { fox, openStudio, pick, rows } from './studio-flow.ts'

const folder = '../shared/samples/odd'
const isThere = existsSync(folder)

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
  test.setTimeout(600_000)
  const verdicts = expected()
  const names = readdirSync(folder).filter((name) => !name.startsWith('video-'))
  expect(names.length).toBeGreaterThan(50)
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
    { timeout: 500_000 },
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
