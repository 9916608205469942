import type { Page } from '@playwright/test'
import { expect, test } from '#support/studio-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { bottle, broken, fox, named, openStudio, pick, plant, rows, stage } from './studio-flow.ts'

const names = Array.from({ length: 19 }, (_, at) => `picture-${at + 1}.jpg`)

/** The tiny network is unsure of two out of three. */
const picture = (name: string, at: number) => named([fox, bottle, plant][at % 3] ?? fox, name)

const tile = (page: Page) => page.getByRole('gridcell', { selected: true })
const count = async (page: Page, text: RegExp) =>
  Number.parseInt((await page.getByRole('button', { name: text }).textContent()) ?? '', 10)

test('twenty results are reviewed by keyboard alone', async ({ page }) => {
  await openStudio(page)
  await pick(page, [...names.map(picture), broken])
  await expect(page.getByRole('button', { name: '1 failed' })).toBeVisible()
  await expect(page.getByText('to go')).toHaveCount(0)
  const doubted = await count(page, /a look$/)
  expect(doubted).toBeGreaterThan(5)

  await test.step('G shows results by doubt, with name, doubt and place', async () => {
    await page.keyboard.press('g')
    await expect(tile(page)).toBeFocused()
    await expect(tile(page)).toHaveAccessibleName(/^picture-\d+\.jpg, Needs a look.*, \d+ of 19$/)
    await expectAccessible(page, 'review')
  })
  await test.step('a taken cut-out is an edit, which Ctrl Z undoes', async () => {
    await page.getByRole('button', { name: 'Take cut-out 1' }).waitFor()
    await page.keyboard.press('Shift+Digit1')
    await expect(tile(page)).toHaveAccessibleName(/Edited/)
    await page.keyboard.press('Control+z')
    await expect(tile(page)).toHaveAccessibleName(/Needs a look/)
  })
  await test.step('K keeps one and goes to the next', async () => {
    const first = await tile(page).getAttribute('aria-label')
    await page.keyboard.press('k')
    await expect(tile(page)).toBeFocused()
    expect(await tile(page).getAttribute('aria-label')).not.toBe(first)
    expect(await count(page, /a look$/)).toBe(doubted - 1)
  })
  await test.step('F opens the editor, and Esc leads back to the next', async () => {
    await page.keyboard.press('f')
    await expect(page.locator('[data-edited-picture]')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 edit', { exact: true })).toBeVisible()
    // What a person has mended is in doubt no more.
    await expect(page.locator('dl').getByText('Needs a look')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(tile(page)).toBeFocused()
    await expect(tile(page)).toHaveAccessibleName(/Needs a look/)
    expect(await count(page, /a look$/)).toBe(doubted - 2)
  })
  await test.step('arrows move, Delete takes out', async () => {
    const before = await tile(page).getAttribute('aria-label')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await expect(tile(page)).toHaveAttribute('aria-label', before ?? '')
    await page.keyboard.press('Delete')
    await expect(tile(page)).toHaveAccessibleName(/of 18$/)
    await expect(tile(page)).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(tile(page)).toHaveAttribute('aria-label', before ?? '')
  })
  await test.step('the rest is kept, and stays kept after a reload', async () => {
    for (let left = doubted - 2; left > 0; left--) await page.keyboard.press('k')
    await expect(page.getByRole('button', { name: /a look$/ })).toHaveCount(0)
    await expect(page.getByTestId('announcements')).toContainText('Nothing else needs a look')
    await page.keyboard.press('Escape')
    await expect(stage(page)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: '19 done' })).toBeVisible()
    await expect(page.getByRole('button', { name: /a look$/ })).toHaveCount(0)
  })
  await test.step('a press on a count lists that group, another one all', async () => {
    await page.getByRole('button', { name: '1 failed' }).click()
    await expect(page.getByRole('list', { name: '1 failed' }).getByRole('listitem')).toHaveCount(1)
    await expect(rows(page, 'failed')).toHaveCount(1)
    await page.getByRole('button', { name: '1 failed' }).click()
    await expect(page.getByRole('list', { name: 'Pictures' })).toBeVisible()
  })
})
