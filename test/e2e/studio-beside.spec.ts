import type { Page } from '@playwright/test'
import { expect, test } from '#support/studio-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { fox, openStudio, pick, plant, rows, settled, stage } from './studio-flow.ts'

// A page that may not have its service worker says so.
test.use({ serviceWorkers: 'allow' })

const pair = (page: Page) => page.getByRole('region', { name: 'Side by side' })
const pictures = (page: Page) => pair(page).getByRole('img', { name: /background removed$/ })
const boxes = async (page: Page) =>
  Promise.all((await pictures(page).all()).map((picture) => picture.boundingBox()))

test('two results of a picture are seen together, and one is taken', async ({ page, consoleErrors }) => {
  await openStudio(page)
  await pick(page, [fox, plant])
  await expect(rows(page, 'done')).toHaveCount(2)
  await settled(page)

  await test.step('both move together', async () => {
    await page.getByRole('button', { name: 'Two results side by side' }).click()
    await expect(
      pair(page).getByRole('group', { name: 'Compare with' }).getByRole('radio', { checked: true }),
    ).toBeFocused()
    await expect(pictures(page)).toHaveCount(2)
    await expectAccessible(page, 'two results side by side')
    const before = await boxes(page)
    await page.mouse.move((before[0]?.x ?? 0) + 20, (before[0]?.y ?? 0) + 20)
    await page.mouse.wheel(0, -300)
    await expect
      .poll(async () => (await boxes(page))[1]?.width)
      .toBeGreaterThan((before[1]?.width ?? 0) * 1.5)
    const [one, other] = await boxes(page)
    expect(one?.width).toBeCloseTo(other?.width ?? 0, 3)
    await page.keyboard.press('0')
  })
  await test.step('a look is taken for this picture, and undone', async () => {
    await pair(page).getByText('ID photo', { exact: true }).click()
    await expect(pair(page).getByRole('region', { name: 'ID photo' }).getByRole('img')).toBeVisible()
    await pair(page).getByRole('button', { name: 'Take this' }).click()
    await expect(stage(page)).toBeVisible()
    const look = page.getByRole('radio', { name: 'ID photo' })
    await expect(look).toBeChecked()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('button', { name: /^leafy-plant/ }).click()
    await expect(look).not.toBeChecked()
    await page.getByRole('button', { name: /^plush-fox/ }).click()
    await page.keyboard.press('Control+z')
    await expect(look).not.toBeChecked()
  })
  await test.step('from the grid by keys, and back to it', async () => {
    await page.keyboard.press('g')
    const tile = page.getByRole('gridcell', { selected: true })
    await expect(tile).toBeFocused()
    await page.keyboard.press('End')
    const before = await tile.getAttribute('aria-label')
    await page.keyboard.press('t')
    await expect(pictures(page)).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(tile).toBeFocused()
    await expect(tile).toHaveAttribute('aria-label', before ?? '')
    await page.keyboard.press('t')
    await expect(pictures(page)).toHaveCount(2)
    await page.keyboard.press('Enter')
    await expect(tile).toBeFocused()
    await expect(page.getByTestId('announcements')).toContainText('taken. Undo brings the other one back.')
  })
  expect(consoleErrors).toEqual([])
})
