import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { hasFfmpeg, panningClip } from '#support/ffmpeg-in-node.ts'
import { expect, test } from '#support/studio-page.ts'
import { openBothDevices, phone } from './both-devices.ts'
import { broken, fox, named, openStudio, pick, plant, rows, settled, stage } from './studio-flow.ts'

test.describe('on a phone and a desktop', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('every state of a picture is accessible, light and dark', async ({ page }) => {
    // Colours are tested when their transitions have ended.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const expectAccessibleOnBoth = await openBothDevices(page)
    await openStudio(page)
    await expectAccessibleOnBoth('empty')

    await page.getByRole('button', { name: 'On this device' }).click()
    await page.getByText('Kept in this browser').waitFor()
    await expectAccessibleOnBoth('engine panel')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expectAccessibleOnBoth('shortcuts')
    await page.keyboard.press('Escape')

    const release = await holdModels(page)
    await pick(page, [named(fox, 'fox.jpg'), broken, named(plant, 'plant.jpg')])
    const cancel = stage(page).getByRole('button', { name: /^Cancel/ })
    await cancel.waitFor()
    await expectAccessibleOnBoth('working')
    await expect(cancel).toBeVisible()
    release()
    await expect(rows(page, 'done')).toHaveCount(2)
    await settled(page)
    await expectAccessibleOnBoth('done')
    await page.getByRole('button', { name: /^View on/ }).click()
    await expect(page.getByRole('radio', { name: 'Checkerboard' })).toBeFocused()
    await expectAccessibleOnBoth('view on')
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.getByRole('grid').waitFor()
    await expectAccessibleOnBoth('review')
    await page.keyboard.press('g')
    await page.getByRole('radio', { name: 'Lasso' }).check()
    await expectAccessibleOnBoth('editing')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: /^broken\.jpg/ }).click()
    await expectAccessibleOnBoth('failed')
  })

  test('every state of a video is accessible, light and dark', async ({ page }) => {
    test.skip(!hasFfmpeg, 'The clip is made by an ffmpeg of this machine; there is none.')
    const state = (name: string) => page.locator(`[data-testid=viewer][data-state=${name}]`)
    const clip = panningClip({ frames: 12, width: 160, height: 120 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const expectAccessibleOnBoth = await openBothDevices(page)
    await openStudio(page, { video: { level: 'fast', size: 'preview' } })
    const release = await holdModels(page)
    await pick(page, { name: 'clip.mp4', mimeType: 'video/mp4', buffer: clip })
    await page.getByTestId('cost').waitFor()
    await expectAccessibleOnBoth('video, ready')

    await page.getByRole('button', { name: /^Make / }).click()
    const cancel = page.getByRole('button', { name: 'Cancel clip.mp4' })
    await cancel.waitFor()
    await expectAccessibleOnBoth('video, working')
    await cancel.click()
    await state('stopped').waitFor()
    await expectAccessibleOnBoth('video, cancelled')
    release()

    await page.getByRole('button', { name: 'Test 3 frames' }).click()
    await page.getByRole('button', { name: 'Close the three frames' }).waitFor()
    await expectAccessibleOnBoth('video, three frames')
    await page.getByRole('button', { name: 'Close the three frames' }).click()
    await page.getByRole('button', { name: /^(Go on|Start again)$/ }).click()
    await state('done').waitFor()
    await page.getByText('Verified').waitFor({ state: 'attached' })
    await expectAccessibleOnBoth('video, done')

    await pick(page, {
      name: 'broken.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.from('\0\0\0\x20ftypisomnothing'),
    })
    await page.getByRole('button', { name: /^broken\.mp4/ }).click()
    await state('unreadable').waitFor()
    await expectAccessibleOnBoth('video, unreadable')
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await expectAccessibleOnBoth('taken out')
  })
})

/** The work lasts as long as it is looked at: no network comes before the returned function is called. */
const holdModels = async (page: Page): Promise<() => void> => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/models/**', (route) => released.then(() => route.continue()))
  return release
}

test('forced colours leave choices, switches, sliders and colours in view', async ({ page }) => {
  await openStudio(page)
  await pick(page, fox)
  await settled(page)
  const recipe = page.getByRole('complementary', { name: 'Recipe' })
  await recipe.getByText('Colour', { exact: true }).click()
  await settled(page)
  await page.getByRole('radio', { name: 'Lasso' }).check()
  const natural = recipe.getByRole('switch', { name: 'Natural shadow', exact: true })
  const background = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor)
  const border = (of: Locator) => of.evaluate((element) => getComputedStyle(element).borderTopWidth)
  /** In bits a pixel; 0 where an element shows one colour only. */
  const entropy = async (of: Locator) => {
    await of.scrollIntoViewIfNeeded()
    return (await sharp(await of.screenshot({ animations: 'disabled' })).stats()).entropy
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    await test.step(`in a ${colorScheme} theme`, async () => {
      const ground = await background(page.locator('body'))
      const around = (radio: string) => page.getByRole('radio', { name: radio, exact: true }).locator('..')
      for (const chosen of [around('Lasso'), around('Colour')])
        expect(await background(chosen)).not.toBe(ground)
      for (const other of [around('Gradient'), around('Blurred')]) expect(await border(other)).toBe('1px')
      const track = natural.locator('+ span')
      await natural.uncheck({ force: true })
      expect([await background(track), await border(track)]).toEqual([ground, '1px'])
      await natural.check({ force: true })
      expect(await background(track)).not.toBe(ground)
      expect(await entropy(page.locator('input[type=range]:visible').first())).toBeGreaterThan(0)
      await natural.uncheck({ force: true })
      expect(await background(recipe.getByRole('button', { name: 'Blush' }))).toBe('rgb(247, 200, 192)')
      expect(await border(page.locator('[aria-current=true]'))).toBe('3px')
      await page.getByRole('button', { name: /^View on/ }).click()
      expect(await entropy(page.getByRole('radio', { name: 'Magenta' }).locator('..'))).toBeGreaterThan(0)
      await page.keyboard.press('Escape')
    })
  }
})
