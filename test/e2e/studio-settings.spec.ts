import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '#support/studio-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { fox, openStudio, openTab, pick, row, rows, settled, tallWindow } from './studio-flow.ts'

test.use({ viewport: tallWindow })

const recipe = (page: Page) => page.getByRole('complementary', { name: 'Recipe' })

/** Chooses a radio button of the settings, and waits until the picture is shown so. */
const choose = async (page: Page, name: string) => {
  await recipe(page).getByText(name, { exact: true }).click()
  await settled(page)
}

const isChecked = (page: Page, name: string) =>
  expect(recipe(page).getByRole('radio', { name, exact: true })).toBeChecked()

/** Small pictures of the same subject, each a file of its own. */
const photos = async (count: number) => {
  const small = await sharp(fox).resize(120).jpeg().toBuffer()
  return Array.from({ length: count }, (_, at) => ({
    name: `photo-${String(at + 1).padStart(2, '0')}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([small, Buffer.from([at])]),
  }))
}

test('twenty photos have three settings; undo goes through all, over a reload', async ({ page }) => {
  await openStudio(page)
  await pick(page, await photos(20))
  await expect(rows(page, 'done')).toHaveCount(20)
  await openTab(page, 'Export')
  const scope = page.getByRole('region', { name: 'What the settings are for' })

  await test.step('a change reaches all', async () => {
    await expect(scope.getByRole('radio', { name: 'All 20' })).toBeChecked()
    await choose(page, 'WebP')
    await row(page, 'photo-12').click()
    await isChecked(page, 'WebP')
  })

  await test.step('a change of one moves no other', async () => {
    await scope.getByText('This picture').click()
    await choose(page, 'JPG')
    await row(page, 'photo-13').click()
    await isChecked(page, 'WebP')
  })

  await test.step('three that are chosen change together', async () => {
    await row(page, 'photo-02').click()
    await row(page, 'photo-03').click({ modifiers: ['Control'] })
    await row(page, 'photo-04').press('Shift+Enter')
    await expect(page.getByRole('heading', { name: '3 chosen' })).toBeVisible()
    await expectAccessible(page, 'three pictures are chosen')
    await expect(scope.getByRole('radio', { name: '3 chosen' })).toBeChecked()
    await choose(page, 'PNG')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Pictures 20' })).toBeVisible()
    await expect(scope.getByRole('radio', { name: 'This picture' })).toBeChecked()
    for (const [name, format] of [
      ['photo-02', 'PNG'],
      ['photo-04', 'PNG'],
      ['photo-05', 'WebP'],
    ] as const) {
      await row(page, name).click()
      await isChecked(page, format)
    }
  })

  await test.step('crop stays with its picture until it is applied to others', async () => {
    await row(page, 'photo-01').click()
    await scope.getByText('All 20').click()
    await openTab(page, 'Size')
    await recipe(page).getByRole('switch', { name: 'Crop to the subject' }).press('Space')
    await row(page, 'photo-20').click()
    await expect(recipe(page).getByRole('switch', { name: 'Crop to the subject' })).not.toBeChecked()
    await row(page, 'photo-01').click()
    await scope.getByRole('button', { name: 'Apply to others' }).click()
    const sheet = page.getByRole('dialog', { name: 'Apply the settings of photo-01.jpg' })
    await expect(sheet.getByRole('checkbox')).toHaveCount(2)
    await expectAccessible(page, 'settings that are applied to others')
    await expect(sheet.getByRole('checkbox', { name: /^Format WebP 4 pictures/ })).toBeChecked()
    const crop = sheet.getByRole('checkbox', { name: /^Crop Free 19 pictures/ })
    await expect(crop).not.toBeChecked()
    await crop.press('Space')
    await sheet.getByRole('checkbox', { name: /^Format/ }).press('Space')
    await sheet.getByRole('button', { name: 'Apply to 19 pictures' }).click()
    await expect(page.getByTestId('announcements')).toContainText('Settings applied to 19 pictures')
    await row(page, 'photo-12').click()
    await expect(recipe(page).getByRole('switch', { name: 'Crop to the subject' })).toBeChecked()
    await openTab(page, 'Export')
    await isChecked(page, 'JPG')
  })

  await test.step('a reload in the middle loses nothing', async () => {
    await page.reload()
    await expect(rows(page, 'done')).toHaveCount(20)
    await expect(scope.getByRole('radio', { name: 'All 20' })).toBeChecked()
    await openTab(page, 'Export')
    for (const [name, format] of [
      ['photo-01', 'WebP'],
      ['photo-03', 'PNG'],
      ['photo-12', 'JPG'],
    ] as const) {
      await row(page, name).click()
      await isChecked(page, format)
    }
    await settled(page)
  })

  await test.step('a removal is undone in its turn', async () => {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(page.getByRole('button', { name: 'Open pictures' })).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(rows(page, 'done')).toHaveCount(20)
  })

  await test.step('undo goes back to the start', async () => {
    // The crop of 19, the crop of one, the format of three, of one, of all.
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Control+z')
    for (const name of ['photo-01', 'photo-03', 'photo-12', 'photo-20']) {
      await row(page, name).click()
      await openTab(page, 'Export')
      await isChecked(page, 'PNG')
      await openTab(page, 'Size')
      await expect(recipe(page).getByRole('switch', { name: 'Crop to the subject' })).not.toBeChecked()
    }
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Control+Shift+z')
    await row(page, 'photo-12').click()
    await openTab(page, 'Export')
    await isChecked(page, 'JPG')
  })
})

test('the first result is compared, then shown, as each ground is', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openStudio(page)
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)
  const view = page.getByRole('group', { name: 'View' })
  await expect(view.getByRole('radio', { name: 'Result' })).toBeChecked()
  await view.getByText('Original').click()
  await choose(page, 'Grey')
  await expect(view.getByRole('radio', { name: 'Result' })).toBeChecked()
})
