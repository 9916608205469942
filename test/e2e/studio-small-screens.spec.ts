import { expect, test } from '#support/studio-page.ts'
import { broken, fox, named, openStudio, pick, rows, settled, stage } from './studio-flow.ts'

/** What phones leave to a page between the bars of their browser. */
const upright = { width: 390, height: 664 }
const sideways = { width: 844, height: 390 }

for (const [held, viewport] of Object.entries({ upright, sideways }))
  test.describe(`on a phone held ${held}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true })

    test('a picture keeps its height', async ({ page }) => {
      await openStudio(page)
      await pick(page, fox)
      await settled(page)
      expect((await stage(page).boundingBox())?.height).toBeGreaterThan(170)
    })
  })

test.describe('on a phone', () => {
  test.use({ viewport: upright, hasTouch: true, isMobile: true })

  test('Save stays in view and covers nothing that has the focus', async ({ page }) => {
    await openStudio(page)
    await pick(page, fox)
    await settled(page)
    const save = page.getByRole('button', { name: 'Save PNG' })
    await expect(save).toBeInViewport({ ratio: 1 })

    const tool = page.getByRole('radio', { name: 'Lasso' })
    await tool.focus()
    const [toolBox, saveBox] = [await tool.boundingBox(), await save.boundingBox()]
    expect((toolBox?.y ?? 0) + (toolBox?.height ?? 0)).toBeLessThanOrEqual(saveBox?.y ?? 0)
  })

  test('notch and home bar cover nothing', async ({ page, context }) => {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34 } })
    await openStudio(page)
    await pick(page, fox)
    await settled(page)
    const boxes = await page.locator('button:visible').evaluateAll((all) =>
      all
        .map((each) => each.getBoundingClientRect())
        // What scrolls is cut off at the edges of its part.
        .filter(({ width, top, bottom }) => width > 0 && bottom > 0 && top < innerHeight)
        .map(({ top }) => top),
    )
    expect(Math.min(...boxes)).toBeGreaterThanOrEqual(47)
    const save = await page.getByRole('button', { name: 'Save PNG' }).boundingBox()
    expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(upright.height - 34)
  })

  test('a picture that failed leaves the groups of settings in view', async ({ page }) => {
    await openStudio(page)
    await pick(page, [named(fox, 'fox.jpg'), broken])
    await expect(rows(page, 'failed')).toHaveCount(1)
    await page.getByRole('button', { name: /^broken\.jpg/ }).click()
    await expect(stage(page)).toHaveAttribute('data-state', 'failed')
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeInViewport({ ratio: 1 })
  })
})
