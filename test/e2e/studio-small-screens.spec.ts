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

  test('a picture that failed leaves the groups of settings in view', async ({ page }) => {
    await openStudio(page)
    await pick(page, [named(fox, 'fox.jpg'), broken])
    await expect(rows(page, 'failed')).toHaveCount(1)
    await page.getByRole('button', { name: /^broken\.jpg/ }).click()
    await expect(stage(page)).toHaveAttribute('data-state', 'failed')
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeInViewport({ ratio: 1 })
  })
})
