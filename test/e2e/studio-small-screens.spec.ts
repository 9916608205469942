import type { Locator, Page } from '@playwright/test'
import { hasFfmpeg, panningClip } from '#support/ffmpeg-in-node.ts'
import { samplePhoto } from '#support/image-api-in-page.ts'
import { expect, test } from '#support/studio-page.ts'
import { broken, fox, openStudio, pick, row, rows, settled, stage } from './studio-flow.ts'

/** What phones leave to a page between the bars of their browser. */
const upright = { width: 390, height: 664 }
const sideways = { width: 844, height: 390 }
/** Without those bars. */
const whole = { width: 390, height: 844 }
/** `whole` at a zoom of 200 %. */
const zoomed = { width: 195, height: 422 }

test.use({ viewport: upright, hasTouch: true, isMobile: true })

/** Browsers lay pages out in steps of this many pixels, rounded down. */
const layoutStepPx = 1 / 64

const stageHeight = async (page: Page): Promise<number> => (await stage(page).boundingBox())?.height ?? 0

const resize = async (page: Page, size: typeof upright) => {
  await page.setViewportSize(size)
  await expect.poll(() => page.evaluate(() => innerHeight)).toBe(size.height)
}

/** The picture beside Save, and both in view. */
const expectTwoColumns = async (page: Page, save: Locator) => {
  const [picture, main] = [await stage(page).boundingBox(), await save.boundingBox()]
  expect((picture?.x ?? 0) + (picture?.width ?? 0)).toBeLessThanOrEqual(main?.x ?? 0)
  await expect(save).toBeInViewport({ ratio: 1 })
}

/** No control lies beside the page, but in the list, which scrolls sideways. */
const expectNothingBeside = async (page: Page) => {
  const beside = await page
    .locator('button:visible, input:visible')
    .evaluateAll((all) =>
      all
        .filter((each) => !each.closest('ul') && each.getBoundingClientRect().right > innerWidth)
        .map((each) => each.getAttribute('aria-label') ?? each.textContent),
    )
  expect(beside).toEqual([])
}

test('on a phone, nothing covers the picture, Save or the settings', async ({ page, context }) => {
  await openStudio(page)
  await test.step('the button that opens files is in view before anything scrolls', async () => {
    for (const size of [{ width: 720, height: 450 }, sideways, whole, zoomed, upright]) {
      await resize(page, size)
      await expect(page.getByRole('button', { name: 'Open pictures' })).toBeInViewport({ ratio: 1 })
      await expectNothingBeside(page)
    }
  })
  await pick(page, samplePhoto)
  await settled(page)
  const save = page.getByRole('button', { name: 'Save PNG' })

  await test.step('the picture keeps its height, held upright and sideways', async () => {
    expect(await stageHeight(page)).toBeGreaterThan(170)
    await resize(page, sideways)
    expect(await stageHeight(page)).toBeGreaterThan(170)
    await expectTwoColumns(page, save)
    const hidden = await page
      .locator('main > :first-child')
      .evaluate((all) => all.scrollHeight - all.clientHeight)
    expect(hidden).toBe(0)
    // What is edited has all of the width.
    await page.keyboard.press('b')
    await expect.poll(async () => (await stage(page).boundingBox())?.width).toBe(sideways.width)
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await resize(page, whole)
    expect(await stageHeight(page)).toBeGreaterThanOrEqual(0.45 * whole.height - layoutStepPx)
    await resize(page, upright)
  })
  await test.step('a tab opens the settings as a sheet; the tab or a tap on the picture closes it', async () => {
    const tab = page.getByRole('button', { name: 'Size', exact: true })
    const sheet = page.getByRole('tabpanel', { name: 'Size', exact: true })
    await expect(sheet).toBeHidden()
    await tab.click()
    await expect(sheet).toBeVisible()
    await tab.click()
    await expect(sheet).toBeHidden()
    await tab.click()
    await stage(page).tap({ position: { x: 60, y: 60 } })
    await expect(sheet).toBeHidden()
  })
  await test.step('Save stays in view and covers nothing that has the focus', async () => {
    await expect(save).toBeInViewport({ ratio: 1 })
    const tool = page.getByRole('radio', { name: 'Lasso' })
    // Other cut-outs come above it.
    await page.getByRole('button', { name: 'Take cut-out 1' }).waitFor()
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
  await test.step('a finger that rests on a row chooses it, and taps choose on', async () => {
    const session = await context.newCDPSession(page)
    await row(page, 'plush-fox').scrollIntoViewIfNeeded()
    const box = await row(page, 'plush-fox').boundingBox()
    const at = { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 20 }
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    await expect(row(page, 'plush-fox')).toHaveAttribute('aria-pressed', 'true')
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(row(page, 'broken')).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('p', { hasText: '2 chosen' })).toBeVisible()
    await row(page, 'broken').tap()
    await expect(row(page, 'broken')).not.toHaveAttribute('aria-pressed')
    await expect(row(page, 'plush-fox')).toHaveAttribute('aria-current', 'true')
  })
  await test.step('held sideways, tabs and Save stay in view beside all that the tab has', async () => {
    await resize(page, sideways)
    await row(page, 'plush-fox').click()
    const tab = page.getByRole('tab', { name: 'Size' })
    await tab.click()
    await page.getByText('Exact size').click()
    await expect(page.getByLabel('Width', { exact: true })).toBeVisible()
    await expect(tab).toBeInViewport({ ratio: 1 })
    await expect(save).toBeInViewport({ ratio: 1 })
    await page.getByText('Exact size').click()
    await resize(page, upright)
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
  await test.step('what offers to undo a removal does not cover Save, zoomed neither', async () => {
    await page.getByRole('button', { name: /^broken\.jpg/ }).click()
    await page.getByRole('button', { name: 'Remove broken.jpg' }).click()
    const undo = page.getByRole('button', { name: 'Undo', exact: true }).last()
    for (const size of [upright, sideways, zoomed]) {
      await resize(page, size)
      await expect(undo).toBeInViewport({ ratio: 1 })
      // A click that something covers is refused.
      await save.click({ trial: true })
    }
    await expectNothingBeside(page)
  })
})

test('on a phone, a clip has as much room as a picture', async ({ page }) => {
  test.skip(!hasFfmpeg, 'The clip is made by an ffmpeg of this machine; there is none.')
  const buffer = panningClip({ width: 160, height: 120 })
  const state = (name: string) => page.locator(`[data-testid=viewer][data-state=${name}]`)
  await openStudio(page, { video: { level: 'fast', size: 'preview' } })
  await pick(
    page,
    ['clip.mp4', 'waits.mp4'].map((name) => ({ name, mimeType: 'video/mp4', buffer })),
  )
  await state('ready').waitFor()
  await pick(page, fox)
  await rows(page, 'done').waitFor()

  const expectRoom = async (save: Locator) => {
    await resize(page, whole)
    await expect.poll(() => stageHeight(page)).toBeGreaterThanOrEqual(0.45 * whole.height - layoutStepPx)
    const details = await page.getByRole('button', { name: 'Details' }).boundingBox()
    expect((details?.x ?? whole.width) + (details?.width ?? 0)).toBeLessThanOrEqual(whole.width)
    await resize(page, sideways)
    expect(await stageHeight(page)).toBeGreaterThan(170)
    await expectTwoColumns(page, save)
    // Buttons for several clips cover no setting.
    await page.getByRole('tab', { name: 'Export' }).click()
    await page.getByText('Everywhere', { exact: true }).click({ trial: true })
    await page.getByRole('tab', { name: 'Background' }).click()
    await resize(page, zoomed)
    await expectNothingBeside(page)
    await resize(page, whole)
  }
  const start = page.getByRole('button', { name: /^Make / })
  await test.step('before it is cut out', () => expectRoom(start))
  await start.click()
  await state('done').waitFor()
  await page.getByText('Verified').waitFor({ state: 'attached' })
  await test.step('afterwards', () => expectRoom(page.getByRole('button', { name: 'Save WebM' })))
})
