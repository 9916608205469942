import type { Page } from '@playwright/test'
import { expect, test } from '#support/studio-page.ts'
import { broken, fox, openStudio, pick, rows, settled, stage } from './studio-flow.ts'

/** What phones leave to a page between the bars of their browser. */
const upright = { width: 390, height: 664 }
const sideways = { width: 844, height: 390 }

test.use({ viewport: upright, hasTouch: true, isMobile: true })

const stageHeight = async (page: Page): Promise<number> => (await stage(page).boundingBox())?.height ?? 0

test('on a phone, nothing covers the picture, Save or the settings', async ({ page, context }) => {
  await openStudio(page)
  await pick(page, fox)
  await settled(page)
  const save = page.getByRole('button', { name: 'Save PNG' })

  await test.step('the picture keeps its height, held upright and sideways', async () => {
    expect(await stageHeight(page)).toBeGreaterThan(170)
    await page.setViewportSize(sideways)
    await expect.poll(() => page.evaluate(() => innerHeight)).toBe(sideways.height)
    expect(await stageHeight(page)).toBeGreaterThan(170)
    await page.setViewportSize(upright)
    await expect.poll(() => page.evaluate(() => innerHeight)).toBe(upright.height)
  })
  await test.step('Save stays in view and covers nothing that has the focus', async () => {
    await expect(save).toBeInViewport({ ratio: 1 })
    const tool = page.getByRole('radio', { name: 'Lasso' })
    await tool.focus()
    const [toolBox, saveBox] = [await tool.boundingBox(), await save.boundingBox()]
    expect((toolBox?.y ?? 0) + (toolBox?.height ?? 0)).toBeLessThanOrEqual(saveBox?.y ?? 0)
  })
  await test.step('a picture that failed leaves the groups of settings in view', async () => {
    await pick(page, broken)
    await expect(rows(page, 'failed')).toHaveCount(1)
    await page.getByRole('button', { name: /^broken\.jpg/ }).click()
    await expect(stage(page)).toHaveAttribute('data-state', 'failed')
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeInViewport({ ratio: 1 })
  })
  await test.step('notch and home bar cover nothing', async () => {
    await page.getByRole('button', { name: /^plush-fox\.jpg/ }).click()
    await settled(page)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34 } })
    const highest = () =>
      page.locator('button:visible').evaluateAll((all) =>
        Math.min(
          ...all
            .map((each) => each.getBoundingClientRect())
            // What scrolls is cut off at the edges of its part.
            .filter(({ width, top, bottom }) => width > 0 && bottom > 0 && top < innerHeight)
            .map(({ top }) => top),
        ),
      )
    await expect.poll(highest).toBeGreaterThanOrEqual(47)
    const box = await save.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(upright.height - 34)
  })
})
