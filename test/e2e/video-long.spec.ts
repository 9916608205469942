import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { hasFfmpeg, panningClip, probeFile, repeatedClip } from '#support/ffmpeg-in-node.ts'
import { expect, test } from '#support/studio-page.ts'
import { downloaded, openStudio, openTab, pick } from './studio-flow.ts'

test.describe.configure({ mode: 'parallel' })
test.skip(!hasFfmpeg, 'The clips are made by an ffmpeg of this machine; there is none.')
// The console stays empty: a page that is refused a service worker says so there.
test.use({ serviceWorkers: 'allow' })

const state = (page: Page, name: string) => page.locator(`[data-testid=viewer][data-state=${name}]`)
const handle = (page: Page, name: string) => page.getByRole('slider', { name })

/** The frames of the picture in a file. */
const framesOf = (bytes: Buffer) =>
  Number(probeFile(bytes).streams.find((stream) => stream.codec_type === 'video')?.nb_read_frames)

test('the keyboard chooses part of a 12 minute video', async ({ page, consoleErrors }) => {
  // 24 seconds are a whole number of AAC packets, so nothing shifts where it begins again.
  const clip = repeatedClip(panningClip({ frames: 48, fps: 2, width: 160, height: 120 }), 32)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStudio(page, { video: { level: 'fast', size: 'preview' } })
  await pick(page, { name: 'long.mp4', mimeType: 'video/mp4', buffer: clip })
  await expect(page.getByText('12:48 long: choose up to 5 minutes')).toBeVisible()
  await openTab(page, 'Export')
  await page.getByText('Everywhere', { exact: true }).click()
  await expect(handle(page, 'End of the part')).toHaveAttribute('aria-valuenow', '300')
  await expect(page.getByRole('button', { name: /^Make / })).toBeEnabled()

  // Moving the end pushes the start along; then the start is moved close to the end.
  await handle(page, 'End of the part').press('End')
  await expect(handle(page, 'Start of the part')).toHaveAttribute('aria-valuenow', '468')
  await handle(page, 'Start of the part').press('End')
  await expect(handle(page, 'Start of the part')).toHaveAttribute('aria-valuenow', '767')
  for (let seconds = 0; seconds < 2; seconds++) await handle(page, 'Start of the part').press('PageDown')
  await expect(page.getByTestId('cost')).toContainText('3 s → 6 frames')
  await page.getByRole('button', { name: /^Make / }).click()
  await state(page, 'done').waitFor()
  const { bytes } = await downloaded(page, () => page.getByRole('button', { name: 'Save MP4' }).click())
  expect(framesOf(bytes)).toBe(6)
  expect(consoleErrors).toEqual([])
})

test('part of a file above 100 MB is processed', async ({ page }) => {
  const clip = panningClip({ frames: 24, fps: 2, width: 160, height: 120 })
  // Unused space, as an editor leaves it behind.
  const free = Buffer.alloc(120_000_000 - clip.length)
  free.writeUInt32BE(free.length, 0)
  free.write('free', 4)
  const folder = mkdtempSync(join(tmpdir(), 'clearcut-large-'))
  const path = join(folder, 'large.mp4')
  writeFileSync(path, Buffer.concat([clip, free]))

  await openStudio(page, { video: { level: 'fast', size: 'preview' } })
  await pick(page, path)
  await expect(page.getByText('120 MB large: choose up to 0:10')).toBeVisible()
  await openTab(page, 'Export')
  await page.getByText('Everywhere', { exact: true }).click()
  await expect(handle(page, 'End of the part')).toHaveAttribute('aria-valuenow', '10')
  await page.getByRole('button', { name: /^Make / }).click()
  await state(page, 'done').waitFor()
  const { bytes } = await downloaded(page, () => page.getByRole('button', { name: 'Save MP4' }).click())
  rmSync(folder, { recursive: true })
  expect(framesOf(bytes)).toBe(20)
})
