import sharp from 'sharp'
import { expect, test } from '#support/studio-page.ts'
import {
  bottle,
  broken,
  cornerAlpha,
  downloaded,
  fox,
  named,
  openStudio,
  openTab,
  pick,
  plant,
  rows,
  settled,
  stage,
} from './studio-flow.ts'

test('a broken file stops no other; the ZIP holds the rest', async ({ page }) => {
  await openStudio(page)
  await pick(page, [named(fox, 'a.jpg'), broken, named(plant, 'a.jpg'), named(bottle, 'b.png')])
  await expect(rows(page, 'done')).toHaveCount(3)
  await expect(rows(page, 'failed')).toHaveCount(1)
  await expect(rows(page, 'done').locator('img[data-result]')).toHaveCount(3)
  expect(await cornerAlpha(rows(page, 'done').locator('img').first())).toBe(0)

  await expect(page.getByRole('button', { name: 'Try broken.jpg again' })).toHaveCount(0)
  await page.getByRole('button', { name: /^broken\.jpg/ }).click()
  await expect(stage(page).getByText('This file could not be read as a picture')).toBeVisible()
  await expect(stage(page).getByText(/validation_error · req_/)).toBeVisible()
  // Nothing is shown, so nothing changes how it is shown.
  const original = page.getByRole('region', { name: 'Viewer' }).getByRole('radio', { name: 'Original' })
  const zoomIn = page.getByRole('button', { name: 'Zoom in' })
  await expect(original).toBeDisabled()
  await expect(zoomIn).toBeDisabled()
  await page.keyboard.press('3')
  await expect(original).not.toBeChecked()
  await page
    .getByRole('button', { name: /^a\.jpg/ })
    .first()
    .click()
  await expect(original).toBeEnabled()
  await expect(zoomIn).toBeEnabled()

  const { name, bytes } = await downloaded(page, () =>
    page.getByRole('button', { name: 'Save all as ZIP' }).click(),
  )
  expect(name).toBe('clearcut.zip')
  const text = bytes.toString('latin1')
  for (const file of ['a.png', 'a (2).png', 'b-cutout.png']) expect(text).toContain(file)
  expect(text).not.toContain('broken')
  await expect(page.getByText('1 picture without a result left out').first()).toBeVisible()

  await test.step('settings of all show on each thumbnail: a colour at once, other looks soon', async () => {
    const last = rows(page, 'done').last().locator('img')
    await page.getByText('Colour', { exact: true }).click()
    await expect(last).toHaveAttribute('style', /background/)
    expect(await cornerAlpha(last)).toBe(0)
    await page.getByText('Gradient', { exact: true }).click()
    await expect.poll(() => cornerAlpha(last)).toBe(255)
    // No browser shows this file; the thumbnail is of what the stage shows.
    await openTab(page, 'Export')
    await page.getByText('TIFF', { exact: true }).click()
    await openTab(page, 'Background')
    await page.getByText('Transparent', { exact: true }).click()
    await expect.poll(() => cornerAlpha(last)).toBe(0)
  })
})

test('a picture that is shown again is made of its matte', async ({ page }) => {
  await openStudio(page)
  // More than results are kept of pictures that nobody looks at.
  const pictures = Array.from({ length: 12 }, (_, at) => made(`picture-${at}.png`, 200 - at))
  await pick(page, await Promise.all(pictures))
  await expect(rows(page, 'done')).toHaveCount(12)
  await rows(page, 'done').last().getByRole('button').first().click()
  await settled(page)
  await rows(page, 'done').nth(1).getByRole('button').first().click()
  await settled(page)
  await expect(stage(page)).toHaveAttribute('data-reused', 'true')
  await expect(stage(page).getByAltText('picture-1.png, background removed')).toBeVisible()
})

/** A picture with a dark middle. */
const made = async (name: string, grey: number) => {
  const background = { r: grey, g: grey, b: grey }
  const middle = sharp({ create: { width: 30, height: 30, channels: 3, background: '#101010' } }).png()
  const image = sharp({ create: { width: 90, height: 60, channels: 3, background } })
  const input = await middle.toBuffer()
  return { name, mimeType: 'image/png', buffer: await image.composite([{ input }]).png().toBuffer() }
}

test('Cancel works at once; removing pictures keeps the others', async ({ page }) => {
  await openStudio(page)
  await pick(page, fox)
  await page.getByRole('button', { name: 'Cancel plush-fox.jpg' }).click()
  await expect(rows(page, 'stopped')).toHaveCount(1)

  const heard: string[] = []
  await page.exposeFunction('heard', (text: string) => heard.push(text))
  await page.evaluate(() => {
    const region = document.querySelector('[data-testid=announcements]')
    const tell = (window as unknown as { heard: (text: string) => void }).heard
    if (region)
      new MutationObserver(() => tell(region.textContent ?? '')).observe(region, {
        subtree: true,
        childList: true,
        characterData: true,
      })
  })
  await stage(page).getByRole('button', { name: 'Start again' }).click()
  await expect(rows(page, 'done')).toHaveCount(1)
  for (const part of ['Cutting out', 'Refining edges', 'done. Confidence'])
    expect(heard.join('\n')).toContain(`plush-fox.jpg: ${part}`)

  await pick(page, named(plant, 'b.jpg'))
  await page.getByRole('button', { name: 'Remove plush-fox.jpg' }).click()
  // Also while the other picture begins.
  await expect(page.getByTestId('announcements')).toContainText('1 picture taken out')
  await expect(rows(page, 'done')).toHaveCount(1)
  await expect(stage(page).getByAltText('b.jpg, background removed')).toBeVisible()
  await page.getByRole('button', { name: 'Remove b.jpg' }).click()
  await expect(page.getByRole('button', { name: 'Open pictures' })).toBeVisible()
  await expect(page).toHaveTitle('Clearcut Studio')
})
