import { expect, test } from '#support/studio-page.ts'
import { fox, openStudio, openTab, pick } from './studio-flow.ts'

test('D-60: imported settings become the recipe; others are named', async ({ page }) => {
  // Nothing is cut out here, so no model is needed.
  await page.route('**/models/**', (route) => route.abort())
  await openStudio(page)
  await pick(page, fox)
  await openTab(page, 'Export')
  await page.getByRole('button', { name: 'Use settings from elsewhere' }).click()
  const sheet = page.getByRole('dialog', { name: 'Settings from elsewhere' })
  const use = sheet.getByRole('button', { name: 'Use these settings' })
  await sheet.getByRole('textbox').fill('good morning')
  await expect(sheet.getByText('No setting was found in this text.')).toBeVisible()
  await expect(use).toBeDisabled()

  await sheet
    .getByRole('textbox')
    .fill(
      '{"size": "4k", "format": "jpg", "crop": true, "crop_margin": "20%", "roi": "0 0", "api_key": "pk_x"}',
    )
  await expect(sheet.getByRole('listitem')).toHaveText([/^Keys are not taken/, /^roi is not supported/])
  await use.click()
  await expect(sheet).toBeHidden()
  const recipe = page.getByRole('complementary', { name: 'Recipe' })
  await expect(recipe.getByRole('radio', { name: 'JPG' })).toBeChecked()
  await openTab(page, 'Size')
  await expect(recipe.getByLabel('Crop to the subject')).toBeChecked()
  await expect(recipe.getByText('20 %')).toBeVisible()
})
