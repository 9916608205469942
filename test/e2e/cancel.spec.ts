import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { shippedNetwork } from '#support/built-studio.ts'
import { samplePhoto } from '#support/image-api-in-page.ts'
import { expect, test } from '../support/studio-page.ts'
import { openStudio, openTab, pick } from './studio-flow.ts'

test('Cancel ends a running network; the next picture downloads nothing', {
  tag: shippedNetwork,
}, async ({ page, context }) => {
  const modelRequests: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.includes('/models/')) modelRequests.push(request.url())
  })
  const row = (name: string) => page.locator('li[data-state]').filter({ hasText: name })
  await openStudio(page)
  await pick(page, await turnedFox('first.jpg', 0))
  await expect(row('first.jpg')).toHaveAttribute('data-state', 'done')
  expect(modelRequests.length).toBeGreaterThan(0)
  modelRequests.length = 0

  const cancelling = cancelWhileCutting(page)
  await pick(page, await turnedFox('second.jpg', 90))
  expect(await cancelling).toBe(true)
  await expect(row('second.jpg')).toHaveAttribute('data-state', 'stopped')
  const seen = await textsSeenFromNowOn(page, 'li[data-state=working]')

  // The next picture and the cancelled one both come through, with the model that is there.
  await pick(page, await turnedFox('third.jpg', 180))
  await expect(row('third.jpg')).toHaveAttribute('data-state', 'done')
  await row('second.jpg').getByRole('button', { name: 'Try second.jpg again' }).click()
  await expect(row('second.jpg')).toHaveAttribute('data-state', 'done')
  expect(modelRequests).toEqual([])
  expect(await seen()).toContain('Cutting out')
  expect(await seen()).not.toContain('Getting the model')
})

test('the bar of a new result moves and begins anew', {
  tag: shippedNetwork,
}, async ({ page }) => {
  const row = page.locator('li[data-state]')
  await openStudio(page)
  await pick(page, await turnedFox('fox.jpg', 0))
  await expect(row).toHaveAttribute('data-state', 'done')
  const seen = await percentsSeenFromNowOn(page)
  const bar = page.getByRole('progressbar', { name: 'Progress of the new result' })
  await openTab(page, 'Export')
  await page.getByText('Balanced', { exact: true }).click()
  await expect.poll(async () => (await seen()).length).toBeGreaterThan(0)
  await expect(bar).toHaveCount(0)
  const [first = 100, ...others] = await seen()
  expect(first).toBeLessThan(50)
  expect(others.some((percent) => percent > first && percent < 90)).toBe(true)
})

/** The returned function tells what the bar of a new result showed, 0 where it was empty. */
const percentsSeenFromNowOn = async (page: Page) => {
  const percents = await page.evaluateHandle(() => {
    const seen: number[] = []
    const look = () => {
      const bar = document.querySelector('[role=progressbar][aria-label="Progress of the new result"]')
      if (bar) seen.push(Number(bar.getAttribute('aria-valuenow') ?? 0))
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
    return seen
  })
  return () => percents.evaluate((seen) => [...seen])
}

/** A picture that the studio has not seen, so that the network has to run. */
const turnedFox = async (name: string, angle: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp(samplePhoto).rotate(angle).jpeg().toBuffer(),
})

/**
 * The page itself stops the next picture while it is cut out. Tells whether it still was when the button was pressed.
 */
const cancelWhileCutting = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const observer = new MutationObserver(() => {
          const row = [...document.querySelectorAll<HTMLElement>('li[data-state=working]')].find((each) =>
            each.textContent?.includes('Cutting out'),
          )
          const stop = row?.querySelector<HTMLElement>('button[aria-label^="Stop "]')
          if (!stop) return
          observer.disconnect()
          stop.click()
          resolve(row?.dataset.state === 'working')
        })
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      }),
  )

/** The returned function tells all texts that the selector's element had from now on. */
const textsSeenFromNowOn = async (page: Page, selector: string) => {
  const texts = await page.evaluateHandle((selector) => {
    const seen = new Set<string>()
    const look = () => seen.add(document.querySelector(selector)?.textContent ?? '')
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    return seen
  }, selector)
  return () => texts.evaluate((seen) => [...seen].join('; '))
}
