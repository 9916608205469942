import type { Locator, Page } from '@playwright/test'
import { hasFfmpeg, panningClip } from '#support/ffmpeg-in-node.ts'
import { expect, test } from '#support/studio-page.ts'
import { bottle, fox, named, openStudio, pick, plant, rows, saveAs, settled, stage } from './studio-flow.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

/** Presses a key while `from` has the focus; then `to` has it, and is seen. */
async function press(page: Page, from: Locator, to: Locator, key = 'Enter'): Promise<void> {
  await from.focus()
  await page.keyboard.press(key)
  await expect(to).toBeFocused()
  await expect(to).toBeInViewport()
}

test('removing and restoring pictures never drops the focus', async ({ page }) => {
  await openStudio(page)
  await pick(page, [named(fox, 'a.jpg'), named(plant, 'b.jpg'), named(bottle, 'c.jpg')])
  await expect(rows(page, 'done')).toHaveCount(3)
  const remove = (name: string) => button(page, `Remove ${name}`)
  await test.step('after a click it goes to nothing that removes more', async () => {
    await remove('a.jpg').click()
    await expect(row(page, 'b.jpg')).toBeFocused()
    await press(page, button(page, 'Undo'), row(page, 'a.jpg'))
  })
  await press(page, remove('b.jpg'), remove('c.jpg'))
  await press(page, remove('c.jpg'), remove('a.jpg'))
  await press(page, button(page, 'Undo'), row(page, 'c.jpg'))
  await press(page, row(page, 'c.jpg'), row(page, 'b.jpg'), 'Delete')
  await press(page, button(page, 'Dismiss'), row(page, 'b.jpg'))
  await press(page, button(page, 'Clear all'), button(page, /^Open pictures/))
  await press(page, button(page, 'Undo'), row(page, 'a.jpg'))
  await test.step('where the user takes it away, it stays away', async () => {
    await row(page, 'a.jpg').focus()
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('Delete')
    await expect(page.getByRole('listitem').filter({ hasText: 'a.jpg' })).toHaveCount(0)
    await expect(page.locator('body')).toBeFocused()
    await press(page, button(page, 'Undo'), row(page, 'a.jpg'))
  })
  await press(page, remove('a.jpg'), remove('b.jpg'))
  await press(page, remove('b.jpg'), button(page, /^Open pictures/))
})

test('buttons that cancel, begin again, save and undo keep the focus', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openStudio(page)
  await test.step('a form that is given up leaves it in its dialogue', async () => {
    await button(page, /^Service/).press('Enter')
    const address = page.getByLabel('Address of the service')
    await press(page, button(page, 'Connect a service'), address)
    await press(page, button(page, 'Cancel'), button(page, 'Connect a service'))
    await page.keyboard.press('Escape')
  })
  await pick(page, [named(fox, 'a.jpg'), named(plant, 'b.jpg')])
  await press(page, stage(page).getByRole('button', { name: /^Cancel/ }), button(page, 'Start again'))
  // What has the focus while it works again goes away by itself.
  await page.keyboard.press('Enter')
  await expect(rows(page, 'done')).toHaveCount(2)
  await expect(page.locator('body')).not.toBeFocused()
  await settled(page)
  await press(page, button(page, 'Save PNG'), button(page, 'Save PNG'))
  await saveAs(page, 'Copy as PNG')
  await expect(button(page, 'Other ways to save')).toBeFocused()
  const all = button(page, 'Save all as ZIP')
  const download = page.waitForEvent('download')
  await all.press('Enter')
  await download
  await expect(all).toBeFocused()

  await test.step('undo, redo and reset of edits keep it at their end', async () => {
    const [undo, redo, reset] = ['Undo', 'Redo', 'Reset edits'].map((name) => button(page, name))
    if (!undo || !redo || !reset) throw new Error('no buttons')
    await page.getByRole('radio', { name: 'Brush to remove' }).focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Picture', { exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(undo).toBeEnabled()
    await press(page, undo, undo)
    await expect(undo).toBeDisabled()
    await page.keyboard.press('Enter')
    await expect(undo).toBeFocused()
    await press(page, redo, redo)
    await expect(redo).toBeDisabled()
    await press(page, reset, reset)
    await expect(reset).toBeDisabled()
  })
})

test('Make hands the focus to Cancel, and at the end to Save', async ({ page }) => {
  test.skip(!hasFfmpeg, 'The clip is made by an ffmpeg of this machine; there is none.')
  await openStudio(page, { video: { level: 'fast', size: 'preview' } })
  const buffer = panningClip({ frames: 96, width: 160, height: 120 })
  await pick(page, { name: 'clip.mp4', mimeType: 'video/mp4', buffer })
  await page.getByTestId('cost').waitFor()
  await press(page, page.getByRole('button', { name: /^Make / }), button(page, 'Cancel'))
  await page.keyboard.press('Enter')
  await page.locator('[data-testid=viewer][data-state=stopped]').waitFor()
  await expect(page.locator('body')).not.toBeFocused()
  await press(page, page.getByRole('button', { name: /^Make / }), button(page, 'Cancel'))
  await expect(button(page, 'Save WebM')).toBeFocused()
})
