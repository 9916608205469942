import { shippedNetwork } from '#support/built-studio.ts'
import { samplePhoto } from '#support/image-api-in-page.ts'
import { expect, test } from '#support/studio-page.ts'
import { downloaded, named, openStudio, pick, rows, settled, stage } from './studio-flow.ts'

/**
 * Files of the small network: its graph, and its weights in parts of 4 MB. What is fetched after them is the level's
 * own.
 */
const smallNetworkParts = 4

test('a first look can be saved, and is replaced', { tag: shippedNetwork }, async ({ page }) => {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  let requests = 0
  await page.route('**/models/*.bin', async (route) => {
    requests += 1
    if (requests > smallNetworkParts) await isReleased
    await route.continue()
  })
  await openStudio(page, { recipe: { level: 'balanced' } })
  await pick(page, samplePhoto)
  const look = page.getByTestId('first-look')
  await expect(look).toContainText('A better cut-out is on its way')
  await expect(rows(page, 'done')).toContainText('First look')
  const saved = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
  expect(saved.bytes.length).toBeGreaterThan(10_000)

  release()
  await expect(look).toContainText('A better cut-out is ready')
  await expect(rows(page, 'done')).toContainText('First look')
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect(look).toHaveCount(0)
  await settled(page)
  await expect(rows(page, 'done')).not.toContainText('First look')
  const better = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
  expect(better.bytes.equals(saved.bytes)).toBe(false)

  // The network is there now.
  await pick(page, named('public/samples/leafy-plant.jpg', 'leafy-plant.jpg'))
  await expect(rows(page, 'done')).toHaveCount(2)
  await expect(stage(page)).toHaveAttribute('data-state', 'done')
  await expect(look).toHaveCount(0)
})
