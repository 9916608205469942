import type { Page } from '@playwright/test'
import { hasFfmpeg, panningClip } from '#support/ffmpeg-in-node.ts'
import { expect, test } from '#support/studio-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import {
  bottle,
  countKept,
  downloaded,
  fox,
  named,
  openStudio,
  openTab,
  pick,
  plant,
  row,
  rows,
  settled,
} from './studio-flow.ts'

const three = [named(fox, 'fox.jpg'), named(plant, 'plant.jpg'), named(bottle, 'bottle.jpg')]

/** They take a while. */
const large = [1, 2, 3].map((at) => named('public/samples/leafy-plant.jpg', `${at}.jpg`))

const saved = async (page: Page) =>
  (await downloaded(page, () => page.getByRole('button', { name: 'Save PNG', exact: true }).click())).bytes
const offer = (page: Page) => page.getByRole('region', { name: 'From before' })
const listed = (page: Page) => page.locator('li[data-state]')

/** Draws a lasso around the middle of the shown picture. */
const lasso = async (page: Page) => {
  await page.getByRole('radio', { name: 'Lasso' }).check()
  await settled(page)
  const box = await page.getByTestId('viewer').boundingBox()
  if (!box) throw new Error('no viewer')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(0.4, 0.4))
  await page.mouse.down()
  await page.mouse.move(...at(0.6, 0.4))
  await page.mouse.move(...at(0.6, 0.6))
  await page.mouse.up()
  await expect(page.getByText('1 edit', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await settled(page)
}

test('pictures, edits and settings survive a reload in the middle of work', async ({ page }) => {
  await openStudio(page)
  await pick(page, three.slice(0, 2))
  await expect(rows(page, 'done')).toHaveCount(2)
  await row(page, 'plant').click()
  await settled(page)
  await lasso(page)
  const before = await saved(page)
  await openTab(page, 'Export')
  await page.getByText('WebP', { exact: true }).click()
  await settled(page)
  await pick(page, large)
  await expect.poll(() => countKept(page)).toBe(5)
  expect(await rows(page, 'done').count()).toBeLessThan(5)
  await page.reload()
  await expect(listed(page)).toContainText(['fox.jpg', 'plant.jpg', '1.jpg', '2.jpg', '3.jpg'])
  await expect(rows(page, 'done')).toHaveCount(5)
  // New files were shown; the edited one is chosen again.
  await row(page, 'plant').click()
  await settled(page)
  await expect(page.getByRole('button', { name: 'Save WebP', exact: true })).toBeVisible()
  // What changes right before the page goes is kept too.
  await openTab(page, 'Export')
  await page.getByText('PNG', { exact: true }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Save PNG', exact: true })).toBeEnabled()
  await settled(page)
  expect((await saved(page)).equals(before)).toBe(true)
  await expect(offer(page)).toHaveCount(0)
})

test('a later visit offers what was there before, after a crash too', async ({ page, context }) => {
  await openStudio(page)
  await pick(page, three)
  await expect(rows(page, 'done')).toHaveCount(3)
  await expect.poll(() => countKept(page)).toBe(3)
  const url = page.url()
  await page.goto('chrome://crash').catch(() => {})
  await page.close()

  const next = await context.newPage()
  const passes: string[] = []
  next.on('request', (request) => {
    if (request.url().includes('/models/')) passes.push(request.url())
  })
  await next.goto(url)
  await expect(offer(next)).toContainText('3 pictures from before')
  await expect(next.getByTestId('announcements')).toContainText('3 pictures from before')
  await expectAccessible(next, 'what was there before is offered')
  await offer(next).getByRole('button', { name: 'Continue' }).click()
  await expect(rows(next, 'done')).toHaveCount(3)
  await settled(next)
  await expect(offer(next)).toHaveCount(0)
  expect(passes).toEqual([])
  await test.step('a tab beside it is offered nothing', async () => {
    const beside = await context.newPage()
    await beside.goto(url)
    await beside.getByRole('button', { name: 'Open pictures' }).waitFor()
    await pick(beside, named(fox, 'beside.jpg'))
    await expect(rows(beside, 'done')).toHaveCount(1)
    await expect(offer(beside)).toHaveCount(0)
    await expect.poll(() => countKept(beside)).toBe(4)
    await beside.close()
  })
  await test.step('starting fresh puts away what was left; deleting it asks', async () => {
    await next.close()
    const last = await context.newPage()
    await last.goto(url)
    await expect(offer(last)).toContainText('4 pictures from before')
    await offer(last).getByRole('button', { name: 'Start fresh' }).click()
    await expect(offer(last)).toContainText('4 pictures put away until')
    await offer(last).getByRole('button', { name: 'Bring back' }).click()
    await expect(rows(last, 'done')).toHaveCount(4)
    await last.close()
    const fresh = await context.newPage()
    await fresh.goto(url)
    await offer(fresh).getByRole('button', { name: 'Start fresh' }).click()
    await offer(fresh).getByRole('button', { name: 'Delete' }).click()
    const dialog = fresh.getByRole('dialog', { name: 'Delete 4 pictures for good?' })
    await expectAccessible(fresh, 'deleting for good is asked for')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(offer(fresh)).toHaveCount(0)
    await expect.poll(() => countKept(fresh)).toBe(0)
    await fresh.reload()
    await fresh.getByRole('button', { name: 'Open pictures' }).waitFor()
    await expect(offer(fresh)).toHaveCount(0)
  })
})

test('what was removed does not come back', async ({ page }) => {
  await openStudio(page)
  await pick(page, three)
  await expect(rows(page, 'done')).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove plant.jpg' }).click()
  await page.reload()
  await expect(listed(page)).toContainText(['fox.jpg', 'bottle.jpg'])
  await expect(listed(page)).toHaveCount(2)
  await expect.poll(() => countKept(page)).toBe(2)
})

test('refused storage is said once, and the page asks before it goes', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Storage is refused', 'SecurityError')
    }
    Object.defineProperty(navigator.storage, 'getDirectory', { value: async () => refuse() })
    Object.defineProperty(IDBFactory.prototype, 'open', { value: refuse })
  })
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await openStudio(page)
  const warning = page.getByText(/is not kept for a later visit/).and(page.locator('p.min-w-0'))
  await expect(warning).toHaveCount(0)
  await pick(page, three.slice(0, 2))
  await expect(rows(page, 'done')).toHaveCount(2)
  await expect(warning).toHaveCount(1)
  await warning.locator('..').getByRole('button', { name: 'Dismiss' }).click()
  await pick(page, three.slice(2))
  await expect(rows(page, 'done')).toHaveCount(3)
  await expect(warning).toHaveCount(0)
  // Browsers ask only people who have done something on the page.
  await row(page, 'plant').click()
  await page.reload()
  await page.getByRole('button', { name: 'Open pictures' }).waitFor()
  expect(asked).toEqual(['beforeunload'])
  await expect(warning).toHaveCount(0)
})

test('a page whose list is kept goes without a question', async ({ page }) => {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await openStudio(page)
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)
  await expect.poll(() => countKept(page)).toBe(1)
  await row(page, 'samples').or(listed(page)).first().click()
  await page.reload()
  await expect(rows(page, 'done')).toHaveCount(1)
  expect(asked).toEqual([])
})

test('a clip survives crashes before and after its start', async ({ page, context }) => {
  test.skip(!hasFfmpeg, 'Clips are made by an ffmpeg of this machine; there is none.')
  const buffer = panningClip({ frames: 72, width: 160, height: 120 })
  const trimmed = async (of: Page) => {
    await row(of, 'clip').click()
    await expect(of.getByTestId('cost')).toContainText('60 frames')
    await expect(of.getByRole('button', { name: /^Make / })).toBeEnabled()
    await openTab(of, 'Export')
    await expect(of.getByRole('radio', { name: /^Everywhere/ })).toBeChecked()
  }
  await openStudio(page, { video: { level: 'fast', format: 'webm' } })
  await pick(page, three.slice(0, 1))
  await row(page, 'fox').waitFor()
  await pick(page, { name: 'clip.mp4', mimeType: 'video/mp4', buffer })
  await row(page, 'clip').waitFor()
  await pick(page, three.slice(1, 2))
  await expect(rows(page, 'done')).toHaveCount(2)
  await row(page, 'clip').click()
  await page.getByRole('slider', { name: 'End of the part' }).focus()
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowLeft')
  await openTab(page, 'Export')
  await page.getByText('Everywhere', { exact: true }).click()
  await trimmed(page)
  await expect.poll(() => countKept(page)).toBe(3)
  await page.reload()
  await expect(listed(page)).toContainText(['fox.jpg', 'clip.mp4', 'plant.jpg'])
  await expect(rows(page, 'ready')).toHaveCount(1)
  await trimmed(page)
  const url = page.url()
  await page.goto('chrome://crash').catch(() => {})
  await page.close()

  const next = await context.newPage()
  await next.goto(url)
  await expect(offer(next)).toContainText('2 pictures, 1 video from before')
  await offer(next).getByRole('button', { name: 'Continue' }).click()
  await expect(listed(next)).toContainText(['fox.jpg', 'clip.mp4', 'plant.jpg'])
  await trimmed(next)
  await next.getByRole('button', { name: /^Make / }).click()
  await expect(next.getByTestId('announcements')).toContainText('clip.mp4: waiting')
  await next.goto('chrome://crash').catch(() => {})
  await next.close()

  const last = await context.newPage()
  await last.goto(url)
  await expect(offer(last)).toContainText('2 pictures, 1 video from before')
  await offer(last).getByRole('button', { name: 'Continue' }).click()
  await expect(listed(last)).toHaveCount(3)
  await expect(rows(last, 'done')).toHaveCount(3)
  await expect.poll(() => countKept(last)).toBe(3)
  await last.reload()
  await expect(rows(last, 'done')).toHaveCount(3)
})
