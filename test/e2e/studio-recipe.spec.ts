import Psd from '@webtoon/psd'
import sharp from 'sharp'
import { shippedNetwork } from '#support/built-studio.ts'
import { samplePhoto } from '#support/image-api-in-page.ts'
import { expect, test } from '#support/studio-page.ts'
import { downloaded, fox, openStudio, openTab, pick, rows, saveAs, settled, stage } from './studio-flow.ts'

/** Of the size of the picture: clear in its upper corners, opaque in the middle of the fox. */
const expectFox = async (png: Buffer) => {
  const source = await sharp(samplePhoto).metadata()
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: source.width, height: source.height, channels: 4 })
  const alphaAt = (x: number, y: number) => data[(y * info.width + x) * 4 + 3]
  expect(alphaAt(2, 2)).toBe(0)
  expect(alphaAt(info.width - 3, 2)).toBe(0)
  expect(alphaAt(Math.round(info.width * 0.5), Math.round(info.height * 0.6))).toBeGreaterThan(250)
}

test('colour, crop, size, format and mask need no second matte', {
  tag: shippedNetwork,
}, async ({ page }) => {
  await openStudio(page)
  await pick(page, samplePhoto)
  await expect(rows(page, 'done')).toHaveCount(1)
  await expect(stage(page)).toHaveAttribute('data-reused', 'false')
  const cutOut = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
  await expectFox(cutOut.bytes)

  await test.step('the natural shadow lies on the ground beside the fox, and nowhere else', async () => {
    const natural = page.getByRole('switch', { name: 'Natural shadow', exact: true })
    await natural.press('Space')
    await settled(page)
    await expect(stage(page)).toHaveAttribute('data-reused', 'true')
    const shadowed = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
    await expectFox(shadowed.bytes)
    const [before, after] = await Promise.all(
      [cutOut, shadowed].map(({ bytes }) => sharp(bytes).raw().toBuffer()),
    )
    const layered = await downloaded(page, () => saveAs(page, 'Save PSD with layers'))
    expect(layered.name).toBe('plush-fox.psd')
    const psd = Psd.parse(Uint8Array.from(layered.bytes).buffer)
    expect(psd.layers.map(({ name }) => name).sort()).toEqual(['Natural shadow', 'Original', 'Subject'])
    expect(Buffer.from(await psd.composite(false, false)).length).toBe(psd.width * psd.height * 4)
    const rows: number[] = []
    for (let i = 3; i < (after?.length ?? 0); i += 4)
      if (before?.[i] === 0 && (after?.[i] ?? 0) > 16) rows.push(Math.floor(i / 4 / 1200) / 900)
    expect(rows.length).toBeGreaterThan(2000)
    // Rows come in order.
    expect(rows[0]).toBeGreaterThan(0.6)
    await natural.press('Space')
    await expect(natural).not.toBeChecked()
  })

  await page.getByText('Colour', { exact: true }).click()
  await page.getByRole('textbox', { name: /hex, rgb/ }).fill('rgb(255, 0, 128)')
  await settled(page)
  await expect(stage(page)).toHaveAttribute('data-reused', 'true')

  await openTab(page, 'Size')
  await page.getByText('Crop to the subject').click()
  await page.getByText('1:1', { exact: true }).click()
  await page.getByText('Exact size').click()
  await page.getByLabel('Width').fill('200')
  await openTab(page, 'Export')
  await page.getByText('JPG', { exact: true }).click()
  await settled(page)
  await expect(stage(page)).toHaveAttribute('data-reused', 'true')

  const { name, bytes } = await downloaded(page, () => page.getByRole('button', { name: 'Save JPG' }).click())
  expect(name).toBe('plush-fox-cutout.jpg')
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ format: 'raw', width: 200, height: 200, channels: 3 })
  const [r = 0, g = 0, b = 0] = data.subarray(0, 3)
  expect(Math.abs(r - 255) + g + Math.abs(b - 128)).toBeLessThan(24)

  await page.getByText('PNG', { exact: true }).click()
  await page.getByText('Mask', { exact: true }).click()
  await settled(page)
  await expect(stage(page)).toHaveAttribute('data-reused', 'true')
  const mask = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
  const grey = await sharp(mask.bytes).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  const { channels, width, height } = grey.info
  expect(channels).toBe(1)
  expect(grey.data[0]).toBe(0)
  expect(grey.data[Math.round(height * 0.6) * width + Math.round(width / 2)]).toBeGreaterThan(250)
})

test('the result is copied as PNG; the next visit offers its settings', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openStudio(page)
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)
  await openTab(page, 'Export')
  await page.getByText('JPG', { exact: true }).click()
  await settled(page)
  await saveAs(page, 'Copy as PNG')
  await expect(page.getByText('Copied as PNG').first()).toBeVisible()
  const types = await page.evaluate(async () =>
    (await navigator.clipboard.read()).flatMap((item) => item.types),
  )
  expect(types).toContain('image/png')

  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.reload()
  await pick(page, fox)
  await expect(page.getByRole('button', { name: 'Save PNG' })).toBeEnabled()
  await page.getByRole('button', { name: 'Use last settings' }).click()
  await expect(page.getByRole('button', { name: 'Save JPG' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Use last settings' })).toBeHidden()
})
