import sharp from 'sharp'
import { colorProfiles } from '#engine/color/color-profile.ts'
import { pngChunk, pngFile } from '#support/image-files.ts'
import { storedPixels } from '#support/stored-pixels.ts'
import { expect, test } from '#support/studio-page.ts'
import { downloaded, fox, openStudio, pick, rows } from './studio-flow.ts'

const [width, height] = [160, 120]

/** A disc redder than sRGB, dark so that the network of these tests finds it, on light grey. */
const red = [140, 0, 0]
const rows8 = Array.from({ length: height }, (_, y) =>
  Array.from({ length: width }, (_, x) => (Math.hypot(x - 80, y - 60) < 35 ? red : [225, 225, 225])).flat(),
)
// Display P3 by its numbers alone (ITU-T H.273).
const before = [pngChunk('cICP', [12, 13, 0, 1])]
const photo = async () => ({
  name: 'red-disc.png',
  mimeType: 'image/png',
  buffer: Buffer.from(await pngFile({ width, height, depth: 8, colourType: 2, rows: rows8, before })),
})

test('a photo redder than sRGB is saved as red, and says so', async ({ page }) => {
  await openStudio(page)
  await pick(page, await photo())
  await expect(rows(page, 'done')).toHaveCount(1)
  await expect(page.getByText('Display P3', { exact: true })).toBeVisible()
  const saved = async (label: string) => {
    await page.getByText(label, { exact: true }).first().click()
    return downloaded(page, () => page.getByRole('button', { name: `Save ${label}` }).click())
  }

  await test.step('in every format, with its profile', async () => {
    const png = await saved('PNG')
    const { data } = await storedPixels(png.bytes)
    expect([...data.slice((60 * width + 80) * 4).slice(0, 4)]).toEqual([...red, 255])
    for (const { bytes } of [png, await saved('JPG'), await saved('WebP'), await saved('TIFF')])
      expect((await sharp(bytes).metadata()).icc).toEqual(Buffer.from(colorProfiles['display-p3']))
    const avif = await saved('AVIF')
    const at = avif.bytes.indexOf('colrnclx')
    expect([avif.bytes.readUInt16BE(at + 8), avif.bytes.readUInt16BE(at + 10)]).toEqual([12, 13])
  })

  await test.step('a photo in sRGB says nothing', async () => {
    await pick(page, fox)
    await expect(rows(page, 'done')).toHaveCount(2)
    await page.getByRole('button', { name: /fox/ }).first().click()
    await expect(page.getByText('Display P3', { exact: true })).toBeHidden()
  })
})
