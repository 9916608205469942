import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '#support/studio-page.ts'
import {
  downloaded,
  fox,
  openStudio,
  openTab,
  pick,
  row,
  rows,
  saveAs,
  settled,
  stage,
} from './studio-flow.ts'

/** The size that the page names before the file is saved, as it names sizes. */
const measured = async (page: Page): Promise<string> => {
  const line = page.getByText('Size of the file')
  await expect(line).toContainText(/\d (KB|kB|MB)$/)
  return (await line.textContent())?.replace('Size of the file', '') ?? ''
}

/** Saves, and checks that the file is as large as the page said. */
const saved = async (page: Page, label: string) => {
  const size = await measured(page)
  const file = await downloaded(page, () => page.getByRole('button', { name: `Save ${label}` }).click())
  await expect(page.getByText(`Saved ${file.name}, ${size}`).first()).toBeVisible()
  return file
}

test('a file is as large as the page says beforehand', async ({ page }) => {
  await openStudio(page)
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)
  await openTab(page, 'Export')
  const quality = page.getByRole('slider', { name: 'File quality' })
  await expect(quality).toBeHidden()

  await page.getByText('JPG', { exact: true }).click()
  const usual = await saved(page, 'JPG')
  await quality.fill('30')
  const small = await saved(page, 'JPG')
  expect(small.bytes.length).toBeLessThan(usual.bytes.length / 2)
  expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'jpeg', hasProfile: true })

  await test.step('each format has a quality of its own; undo takes the last one back', async () => {
    await page.getByText('WebP', { exact: true }).click()
    await expect(quality).toHaveValue('92')
    await quality.fill('50')
    const lossy = await saved(page, 'WebP')
    await page.getByText('Lossless', { exact: true }).click()
    await expect(quality).toBeHidden()
    const lossless = await saved(page, 'WebP')
    expect(lossless.bytes.length).toBeGreaterThan(lossy.bytes.length)
    expect(await sharp(lossless.bytes).metadata()).toMatchObject({ format: 'webp', hasAlpha: true })
    await page.keyboard.press('Control+z')
    await expect(quality).toHaveValue('50')
    await page.getByText('JPG', { exact: true }).click()
    await expect(quality).toHaveValue('30')
  })

  await test.step('the time of an AVIF is told, and its size measured', async () => {
    await page.getByText('AVIF', { exact: true }).click()
    await expect(page.getByText('Writing this picture takes about 1 s.')).toBeVisible()
    await expect(quality).toHaveValue('70')
    const avif = await saved(page, 'AVIF')
    expect(avif.name).toMatch(/\.avif$/)
    const written = { format: 'heif', compression: 'av1', hasAlpha: true }
    expect(await sharp(avif.bytes).metadata()).toMatchObject(written)
  })

  await test.step('a TIFF is transparent, and the viewer goes on to show the picture', async () => {
    await page.getByText('TIFF', { exact: true }).click()
    await expect(quality).toBeHidden()
    const tiff = await saved(page, 'TIFF')
    expect(tiff.name).toMatch(/\.tif$/)
    const written = { format: 'tiff', hasAlpha: true, depth: 'uchar' }
    expect(await sharp(tiff.bytes).metadata()).toMatchObject(written)
    await expect(stage(page)).toHaveAttribute('data-state', 'done')
    await page.getByText('16 bits', { exact: true }).click()
    const deep = await saved(page, 'TIFF')
    expect(await sharp(deep.bytes).metadata()).toMatchObject({ format: 'tiff', depth: 'ushort' })
  })

  await test.step('a JPEG XL has 8 bits, and a quality where it is not lossless', async () => {
    await page.getByText('JPEG XL', { exact: true }).click()
    await expect(page.getByText('16 bits', { exact: true })).toBeHidden()
    await expect(quality).toHaveValue('90')
    const lossy = await saved(page, 'JPEG XL')
    expect(lossy.name).toMatch(/\.jxl$/)
    await page.getByText('Lossless', { exact: true }).click()
    await expect(quality).toBeHidden()
    const lossless = await saved(page, 'JPEG XL')
    expect(lossless.bytes.length).toBeGreaterThan(lossy.bytes.length)
  })
})

test('a set is saved in a folder or a ZIP', async ({ page }) => {
  await openStudio(page)
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)
  const set = 'Save subject, mask, background'
  // No picker can be driven: the person chooses a folder of the browser's own.
  await page.evaluate(() =>
    Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() }),
  )
  await saveAs(page, set)
  await expect(page.getByText('Saved subject, mask and background in plush-fox').first()).toBeVisible()
  const files = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('plush-fox')
    const found: [string, number[]][] = []
    for await (const name of folder.keys()) {
      const file = await (await folder.getFileHandle(name)).getFile()
      found.push([name, [...new Uint8Array(await file.arrayBuffer())]])
    }
    return found
  })
  const pictures = await Promise.all(
    files
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([name, bytes]) => [name, await sharp(Buffer.from(bytes)).metadata()] as const),
  )
  const size = { width: 400, height: 300, format: 'png' }
  expect(pictures).toEqual([
    ['plush-fox-background.png', expect.objectContaining({ ...size, hasAlpha: false })],
    ['plush-fox-mask.png', expect.objectContaining({ ...size, hasAlpha: false, channels: 1 })],
    ['plush-fox-subject.png', expect.objectContaining({ ...size, hasAlpha: true })],
  ])

  const { name, bytes } = await downloaded(page, () => saveAs(page, `${set} as ZIP`))
  expect(name).toBe('plush-fox.zip')
  for (const [file] of files) expect(bytes.includes(file)).toBe(true)
})

test('a result is dragged out as the file that Save writes', async ({ page }) => {
  await openStudio(page)
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)
  await settled(page)
  const save = page.getByRole('button', { name: 'Save PNG' })
  const saved = await downloaded(page, () => save.click())

  /** What a drag carries to other programs and pages; null where its file is still to be made. */
  const dragged = async (source: Locator) => {
    await source.hover()
    const transfer = await page.evaluateHandle(() => new DataTransfer())
    await source.dispatchEvent('dragstart', { dataTransfer: transfer })
    return transfer.evaluate(async (transfer) => {
      const [, name, url] = /^image\/png:([^:]+):(.+)$/.exec(transfer.getData('DownloadURL')) ?? []
      if (!url) return null
      const bytes = await (await fetch(url)).arrayBuffer()
      return { name, bytes: [...new Uint8Array(bytes)], file: transfer.files[0]?.name }
    })
  }
  const expected = { name: saved.name, bytes: [...saved.bytes], file: saved.name }
  await expect.poll(() => dragged(save)).toEqual(expected)
  const thumbnail = row(page, 'plush-fox').locator('[draggable=true]')
  expect(await dragged(thumbnail)).toEqual(expected)
  await page.keyboard.press('g')
  const tile = page.getByRole('gridcell').locator('[draggable=true]')
  expect(await dragged(tile)).toEqual(expected)

  // Where it is dropped on the page itself, it is no new picture.
  await tile.hover()
  await page.mouse.down()
  await page.mouse.move(20, 20, { steps: 4 })
  await expect(page.getByText('Drop to cut out')).toHaveCount(0)
  await page.mouse.up()
  await page.keyboard.press('g')
  await expect(page.getByRole('listitem')).toHaveCount(1)
})
