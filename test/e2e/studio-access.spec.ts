import { hasFfmpeg, panningClip } from '#support/ffmpeg-in-node.ts'
import { expect, test } from '#support/studio-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { broken, fox, named, openStudio, pick, plant, rows, settled, stage } from './studio-flow.ts'

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

for (const [size, viewport] of Object.entries(sizes))
  test.describe(size, () => {
    test.use({ viewport, hasTouch: size === 'phone', isMobile: size === 'phone' })

    test('every state of a picture is accessible, light and dark', async ({ page }) => {
      // Colours are tested when their transitions have ended.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await openStudio(page)
      await expectAccessible(page, 'empty')

      await page.getByRole('button', { name: /^Engine/ }).click()
      await page.getByText('Kept in this browser').waitFor()
      await expectAccessible(page, 'engine panel')
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await expectAccessible(page, 'shortcuts')
      await page.keyboard.press('Escape')

      await pick(page, [named(fox, 'fox.jpg'), broken, named(plant, 'plant.jpg')])
      await stage(page)
        .getByRole('button', { name: /^Cancel/ })
        .waitFor()
      await expectAccessible(page, 'working')
      await expect(rows(page, 'done')).toHaveCount(2)
      await settled(page)
      await expectAccessible(page, 'done')
      await page.getByRole('radio', { name: 'Lasso' }).check()
      await expectAccessible(page, 'editing')
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: /^broken\.jpg/ }).click()
      await expectAccessible(page, 'failed')
    })

    test('every state of a video is accessible, light and dark', async ({ page }) => {
      test.skip(!hasFfmpeg, 'The clip is made by an ffmpeg of this machine; there is none.')
      test.setTimeout(400_000)
      const longWait = { timeout: 180_000 }
      const state = (name: string) => page.locator(`[data-testid=viewer][data-state=${name}]`)
      const clip = panningClip({ frames: 96, width: 160, height: 120 })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await openStudio(page, { video: { level: 'fast', size: 'preview' } })
      await pick(page, { name: 'clip.mp4', mimeType: 'video/mp4', buffer: clip })
      await page.getByTestId('cost').waitFor()
      await expectAccessible(page, 'video, ready')

      await page.getByRole('button', { name: 'Test 3 frames' }).click()
      await page.getByRole('button', { name: 'Close the three frames' }).waitFor(longWait)
      await expectAccessible(page, 'video, three frames')
      await page.getByRole('button', { name: 'Close the three frames' }).click()

      await page.getByRole('button', { name: 'Start', exact: true }).click()
      await page.getByRole('button', { name: 'Cancel clip.mp4' }).waitFor()
      await expectAccessible(page, 'video, working')
      const cancel = page.getByRole('button', { name: 'Cancel clip.mp4' })
      if (await cancel.isVisible()) {
        await cancel.click()
        await state('stopped').waitFor()
        await expectAccessible(page, 'video, cancelled')
        await page.getByRole('button', { name: /^(Go on|Start again)$/ }).click()
      }
      await state('done').waitFor(longWait)
      await page.getByText('Verified').waitFor()
      await expectAccessible(page, 'video, done')

      await pick(page, {
        name: 'broken.mp4',
        mimeType: 'video/mp4',
        buffer: Buffer.from('\0\0\0\x20ftypisomnothing'),
      })
      await page.getByRole('button', { name: /^broken\.mp4/ }).click()
      await state('unreadable').waitFor()
      await expectAccessible(page, 'video, unreadable')
      await page.getByRole('button', { name: 'Clear all' }).click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await expectAccessible(page, 'taken out')
    })
  })

test('the theme button is remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await openStudio(page)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('button', { name: 'Theme: as the system' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor()
  await expect.poll(ground).not.toBe(light)
  await page.reload()
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor()
  await expect.poll(ground).not.toBe(light)
})
