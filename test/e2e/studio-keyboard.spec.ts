import sharp from 'sharp'
import { expect, test } from '#support/studio-page.ts'
import { downloaded, fox, named, openStudio, pick, plant, rows, stage, startOver } from './studio-flow.ts'

test('the main job needs no mouse', async ({ page }) => {
  // Set up before the key is pressed: only then does Playwright surely intercept the dialogue of the system.
  const choosing = page.waitForEvent('filechooser')
  await openStudio(page)
  await test.step('help holds the focus and returns it', async () => {
    const open = page.getByRole('button', { name: 'Open pictures' })
    await open.focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard' })
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
  })
  await test.step('Escape stops the work before it does anything else', async () => {
    await pick(page, fox)
    await page.getByRole('button', { name: 'Cancel plush-fox.jpg' }).waitFor()
    await page.keyboard.press('Escape')
    await expect(rows(page, 'stopped')).toHaveCount(1)
    await startOver(page)
  })
  await page.keyboard.press('o')
  const chooser = await choosing
  await chooser.setFiles([named(fox, 'a.jpg'), named(plant, 'b.jpg')])
  await expect(rows(page, 'done')).toHaveCount(2)

  // The result is uncertain: its other cut-outs have the keys of the views until they are hidden.
  await page.getByRole('button', { name: 'Hide other cut-outs' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Did you mean this?' })).toHaveCount(0)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

  const result = stage(page).getByAltText('a.jpg, background removed')
  const original = stage(page).getByAltText('a.jpg, original')
  await page.keyboard.press('1')
  await expect(result).toBeVisible()
  await expect(original).toBeHidden()
  await page.keyboard.down(' ')
  await expect(original).toBeVisible()
  await page.keyboard.up(' ')
  await expect(original).toBeHidden()

  await page.keyboard.press('2')
  const divider = page.getByRole('slider', { name: 'Divider between before and after' })
  await expect(divider).toHaveAttribute('aria-valuenow', '50')
  await page.keyboard.press('ArrowRight')
  await expect(divider).toHaveAttribute('aria-valuenow', '52')
  const corner = async () => {
    const { x, y, width, height } = (await original.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const clip = { x: x + 0.92 * width, y: y + 0.06 * height, width: 16, height: 16 }
    const { channels } = await sharp(await page.screenshot({ clip })).stats()
    return channels.slice(0, 3).map(({ mean }) => mean)
  }
  await divider.press('End')
  const before = await corner()
  await divider.press('Home')
  await expect(divider).toHaveAttribute('aria-valuenow', '0')
  // The checkerboard, or what the tiny network kept, is not the original.
  await expect
    .poll(async () => Math.max(...(await corner()).map((value, at) => Math.abs(value - (before[at] ?? 0)))))
    .toBeGreaterThan(20)
  // Nothing of it lies below the result, where it would shine through at the edges.
  const clip = await original.evaluate((element) => {
    const layer = element.closest('[style*="clip-path"]')
    return layer && getComputedStyle(layer).clipPath
  })
  expect(clip).toBe('inset(0px 100% 0px 0px)')

  const width = async () => (await original.boundingBox())?.width ?? 0
  const fitted = await width()
  await page.keyboard.press('+')
  expect(await width()).toBeGreaterThan(fitted)
  await page.keyboard.press('0')
  expect(await width()).toBeCloseTo(fitted, 0)

  const { name } = await downloaded(page, () => page.keyboard.press('s'))
  expect(name).toBe('a.png')
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^b\.jpg/ })).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('button', { name: 'Open pictures' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(rows(page, 'done')).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(rows(page, 'done')).toHaveCount(2)
})
