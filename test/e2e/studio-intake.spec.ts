import sharp from 'sharp'
import { samplePhoto } from '#support/image-api-in-page.ts'
import { heicWithAlpha } from '#support/small-pictures.ts'
import { expect, test } from '#support/studio-page.ts'
import { bottle, downloaded, fox, openStudio, pick, plant, rows, stage, transferOf } from './studio-flow.ts'

// What a service worker fetches counts too.
test.use({ serviceWorkers: 'allow' })

test('pictures open by picker, drop, paste and sample, and are cut out', async ({ page, consoleErrors }) => {
  await openStudio(page)
  await test.step('the fox is cut out under pointer and keys; without motion it stands half and half', async () => {
    const divider = page.getByRole('slider', { name: 'Divider between photo and cut-out' })
    const fox = page.getByAltText('A plush fox', { exact: true })
    const at = (percent: string) => expect(divider).toHaveAttribute('aria-valuenow', percent)
    await fox.hover({ position: { x: 20, y: 20 } })
    await at('50')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const { width = 0 } = (await fox.boundingBox()) ?? {}
    await fox.hover({ position: { x: width / 4, y: 30 } })
    await at('25')
    await page.getByRole('heading', { level: 1 }).hover()
    await at('50')
    await divider.press('PageDown')
    await at('40')
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })
  await test.step('what will be fetched is said', () =>
    expect(page.getByText(/^First use fetches up to \d+ MB/)).toBeVisible())
  await test.step('a link without a picture is explained', async () => {
    await page.getByLabel('Link to a picture').fill('https://')
    await page.getByRole('button', { name: 'Fetch it' }).click()
    await expect(
      page.getByText('That is not a link to a picture or video. It starts with https://').first(),
    ).toBeVisible()
    await expect(page.getByLabel('Link to a picture')).toHaveValue('https://')
  })
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)

  const dropped = await transferOf(page, plant, 'dropped.jpg')
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: dropped })
  await expect(page.getByText('Drop to cut out')).toBeVisible()
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped })
  await expect(page.getByText('Drop to cut out')).toBeHidden()
  await expect(rows(page, 'done')).toHaveCount(2)

  const pasted = await transferOf(page, bottle, 'image.png')
  await page.evaluate((clipboardData) => {
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, pasted)
  await expect(rows(page, 'done')).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^Pasted picture\.png/ })).toBeVisible()

  await page.getByRole('button', { name: 'Clear all' }).first().click()
  await test.step('a sample that cannot be had says so', async () => {
    await page.context().route('**/samples/lemonade.jpg', (route) => route.abort())
    await page.getByRole('button', { name: /Glass/ }).click()
    await expect(page.getByText(/could not be loaded. Check the connection/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
  })
  await page.getByRole('button', { name: /Clip/ }).click()
  await expect(page.locator('[data-testid=viewer][data-state=ready]')).toBeVisible()
  await page.getByRole('button', { name: 'Remove plush-fox.webm' }).click()
  await page.getByRole('button', { name: 'Try the fox' }).click()
  await expect(rows(page, 'done')).toHaveCount(1)
  await expect(stage(page).getByAltText('plush-fox.jpg, background removed')).toBeVisible()

  const { name, bytes } = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
  expect(name).toBe('plush-fox.png')
  const { width, height } = await sharp(samplePhoto).metadata()
  expect(await sharp(bytes).metadata()).toMatchObject({ width, height, channels: 4, hasAlpha: true })

  await test.step('an AVIF, a HEIC and a still GIF are cut out as they are', async () => {
    await page.getByRole('button', { name: 'Clear all' }).first().click()
    const small = sharp(fox).resize(300)
    await pick(page, [
      { name: 'cup.avif', mimeType: 'image/avif', buffer: await small.clone().avif().toBuffer() },
      { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from(heicWithAlpha) },
      { name: 'pot.gif', mimeType: 'image/gif', buffer: await small.clone().gif().toBuffer() },
    ])
    await expect(rows(page, 'done')).toHaveCount(3)
    await expect(page.getByText(/Converted from/)).toBeHidden()
    const cut = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
    expect(cut.name).toBe('cup.png')
    expect((await sharp(cut.bytes).stats()).isOpaque).toBe(false)
    // This browser does not show it: the stage shows what it is converted to, and the row a small copy of its result.
    await page.getByRole('button', { name: /^IMG_1\.HEIC/ }).click()
    await page.getByRole('region', { name: 'Viewer' }).getByText('Original', { exact: true }).click()
    const original = stage(page).getByAltText('IMG_1.HEIC, original')
    await expect.poll(() => original.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(64)
  })
  expect(consoleErrors).toEqual([expect.stringContaining('samples/lemonade.jpg')])
})
