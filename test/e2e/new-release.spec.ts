import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { tinyStudio } from '#support/built-studio.ts'
import { expect, test } from '#support/studio-page.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'
import { fox, openStudio, pick, plant, rows } from './studio-flow.ts'

/** Puts a release with the same scripts under other names in the place of the one in `outDir`. */
const release = async (outDir: string): Promise<void> => {
  const assets = join(outDir, 'assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const files = [join(outDir, 'index.html'), ...scripts.map((name) => join(assets, name))]
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    const renamed = scripts.reduce((all, name) => all.replaceAll(name, `next-${name}`), text)
    await writeFile(file, renamed)
  }
  for (const name of scripts) await rename(join(assets, name), join(assets, `next-${name}`))
}

test('under a new release work goes on, or asks for a reload', async ({ page }) => {
  const outDir = join(await mkdtemp(join(tmpdir(), 'studio-')), 'studio')
  await cp(tinyStudio.outDir, outDir, { recursive: true })
  const host = await serveStudio({ port: 0, base: tinyStudio.path, outDir, isolated: true })
  await openStudio(page, {}, host.url)
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)

  await release(outDir)
  const tiff = { name: 'plant.tif', mimeType: 'image/tiff', buffer: await sharp(plant).tiff().toBuffer() }
  await pick(page, plant)
  await expect(rows(page, 'done')).toHaveCount(2)
  // Its reader was not needed before.
  await pick(page, tiff)
  await expect(page.getByText('A part of the studio could not be loaded').first()).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Try plant.tif again' }).click()
  await expect(rows(page, 'done')).toHaveCount(3)
  await host.close()
  await rm(outDir, { recursive: true })
})
