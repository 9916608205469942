import { readFileSync } from 'node:fs'
import type { Download, Locator, Page } from '@playwright/test'
import { tinyFolder } from '#support/built-studio.ts'
import { hasFfmpeg, panningClip, probeFile, run } from '#support/ffmpeg-in-node.ts'
import { withCleanAperture } from '#support/rewrite-mp4.ts'
import { expect, test } from '#support/studio-page.ts'
import { expectFrames } from './expect-frames.ts'
import {
  cornerAlpha,
  countKept,
  downloaded,
  fox,
  openStudio,
  openTab,
  pick,
  rows,
  seenFromNowOn,
  stage,
} from './studio-flow.ts'

test.describe.configure({ mode: 'parallel' })
test.skip(!hasFfmpeg, 'Clips are made, and results judged, by an ffmpeg of this machine; there is none.')

/** So many frames that Cancel and Pause fall into the middle of the work, though the network is tiny. */
const longFrames = 84
const longClip = () => panningClip({ frames: longFrames, width: 160, height: 120 })
const clip = () => ({
  name: 'clip.mp4',
  mimeType: 'video/mp4',
  buffer: panningClip({ frames: 18, width: 160, height: 120 }),
})
/** Long enough that the first of its mattes are there well before the last. */
const animatedGif = () =>
  run('ffmpeg', [
    ...['-loop', '1', '-framerate', '10', '-i', fox, '-t', '4.8'],
    ...['-vf', 'scale=184:-2,crop=160:120:n/2:(ih-oh)/2', '-f', 'gif', '-'],
  ])
const video = { level: 'fast', format: 'webm' }

const state = (page: Page, name: string) => page.locator(`[data-testid=viewer][data-state=${name}]`)
const stageCard = (page: Page) => page.getByRole('region', { name: 'Viewer' })
const start = (page: Page) => page.getByRole('button', { name: /^Make / })
/** The alpha of the top left pixel of a canvas. */
const cornerOf = (canvas: Locator) =>
  canvas.evaluate((shown: HTMLCanvasElement) => shown.getContext('2d')?.getImageData(0, 0, 1, 1).data[3])
/** How many files a folder of the studio has in the browser's own file system. */
const countStored = (page: Page, folder: string) =>
  page.evaluate(
    async ([own, name]) => {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(own)
      let count = 0
      for await (const _ of (await root.getDirectoryHandle(name)).keys()) count += 1
      return count
    },
    [tinyFolder, folder] as const,
  )
const saveButton = (page: Page, format: string) =>
  page.getByRole('button', { name: `Save ${format}`, exact: true })

/** Saves an MP4 with its matte, and gives the matte. `handed-on-clips.test.ts` compares what is in them. */
const savedMatte = async (page: Page): Promise<Buffer> => {
  const files: Download[] = []
  page.on('download', (download) => files.push(download))
  await page.getByRole('button', { name: 'Save MP4 + matte' }).click()
  await expect(page.getByText(/^Saved clip-cutout\.mp4 and clip-cutout-matte\.mp4, /).first()).toBeVisible()
  await expect.poll(() => files.length).toBe(2)
  page.removeAllListeners('download')
  expect(files.map((file) => file.suggestedFilename())).toEqual(['clip-cutout.mp4', 'clip-cutout-matte.mp4'])
  const matte = readFileSync((await files[1]?.path()) ?? '')
  expect(probeFile(matte).streams[0]).toMatchObject({ codec_name: 'h264', nb_read_frames: '12' })
  return matte
}

test('a clip is trimmed, cut out, compared, saved and kept over reloads', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStudio(page, { video })
  await pick(page, clip())
  const cost = page.getByTestId('cost')
  await expect(cost).toContainText('1.5 s → 18 frames')
  // Where no service is, nobody counts credits.
  await expect(cost).not.toContainText('credits')

  // All by keyboard: the last third is left out.
  await page.getByRole('slider', { name: 'End of the part' }).focus()
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('ArrowLeft')
  await expect(cost).toContainText('1 s → 12 frames')

  await start(page).click()
  await expect(page.getByRole('button', { name: 'Cancel clip.mp4' })).toBeVisible()
  await expect(page).toHaveTitle(/^\d+ % clip\.mp4/)
  await expect(state(page, 'done')).toBeVisible()
  await expect(page).toHaveTitle('Clearcut Studio')
  await expect(page.getByLabel('clip.mp4, background removed')).toBeVisible()
  await expect(page.getByTestId('announcements')).toContainText('clip.mp4: done')
  await page.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByText('Verified: 12 frames, see-through, sound of full length')).toBeVisible()
  await page.keyboard.press('Escape')

  const webm = await downloaded(page, () => saveButton(page, 'WebM').click())
  expect(webm.name).toBe('clip.webm')
  const [stream] = probeFile(webm.bytes).streams.filter(({ codec_type }) => codec_type === 'video')
  expect(stream).toMatchObject({ codec_name: 'vp9', nb_read_frames: '12' })
  await expectFrames(page, 'clip', 12)
  const thumbnail = rows(page, 'done').locator('img[data-result]')
  expect(await cornerAlpha(thumbnail)).toBe(0)

  // Backgrounds are chosen by its own cut-out.
  await openTab(page, 'Background')
  await expect(page.getByRole('group', { name: 'Looks' }).locator('img').first()).toBeVisible()
  await openTab(page, 'Export')
  await page.getByText('Everywhere', { exact: true }).click()
  await page.getByText('Keep the sound').click()
  await expect(cost).toContainText('12 frames')
  await page.getByRole('button', { name: 'Make MP4' }).click()
  await expect(saveButton(page, 'MP4')).toBeVisible()
  const mp4 = await downloaded(page, () => saveButton(page, 'MP4').click())
  expect(mp4.name).toBe('clip-cutout.mp4')
  expect(probeFile(mp4.bytes).streams.map(({ codec_type }) => codec_type)).toEqual(['video'])

  await page.getByText('Matte as a second file').click()
  const drawn = page.locator('canvas[aria-label="clip.mp4, background removed"]')
  await expect(drawn).toHaveAttribute('data-painted', 'true')
  expect(await cornerOf(drawn)).toBe(0)
  await expect(page.getByText('An opaque MP4 and its matte give this together')).toBeVisible()
  await page.getByRole('button', { name: 'Make MP4 + matte again' }).click()
  const matte = await savedMatte(page)

  await page.reload()
  const results = page.getByRole('region', { name: 'Results' }).getByRole('listitem')
  await expect(results).toHaveCount(3)
  expect((await savedMatte(page)).equals(matte)).toBe(true)

  await test.step('after a reload another part is chosen, beside a clip that is alike', async () => {
    await page.getByRole('button', { name: 'Another part' }).click()
    // The same part: it is made already.
    await page.getByRole('button', { name: 'Show the result' }).click()
    await page.getByRole('button', { name: 'Another part' }).click()
    await page.getByRole('slider', { name: 'End of the part' }).focus()
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight')
    await expect(cost).toContainText('15 frames')
    await pick(page, { ...clip(), name: 'clip.mp4' })
    await expect.poll(() => countKept(page)).toBe(2)
    await page.reload()
    await expect(page.locator('li[data-state]')).toHaveCount(2)
    await rows(page, 'done')
      .getByRole('button', { name: /^clip\.mp4/ })
      .click()
    await page.getByRole('button', { name: 'Another part' }).click()
    await expect(cost).toContainText('15 frames')
    await start(page).click()
    await expect(results).toHaveCount(4)
    const part = await downloaded(page, () => page.getByRole('button', { name: 'Save MP4 + matte' }).click())
    expect(probeFile(part.bytes).streams[0]).toMatchObject({ nb_read_frames: '15' })
  })

  // The page is left while the removal could be undone.
  await page.getByRole('button', { name: 'Clear all' }).first().click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.reload()
  await expect.poll(() => countStored(page, 'files')).toBe(0)
  await expect(page.locator('li[data-state]')).toHaveCount(0)
})

test('our own readers play what no browser plays; results are packed', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openStudio(page, { video: { ...video, size: 'preview' } })
  await pick(page, { name: 'clip.gif', mimeType: 'image/gif', buffer: animatedGif() })
  const original = page.getByRole('img', { name: 'clip.gif, original' })
  await expect(original).toHaveAttribute('data-seconds', '0')
  await page.keyboard.press('.')
  await page.keyboard.press('.')
  await expect(original).toHaveAttribute('data-seconds', /^0\.2/)

  // The finished part plays while the rest is worked on, which a fast machine does in less than a second.
  const painted = 'canvas[aria-label="clip.gif, background removed"][data-painted=true]'
  const ring = 'link[rel=icon][href^="data:image/png"]'
  const seen = await seenFromNowOn(page, [painted, ring])
  await start(page).click()
  await expect(state(page, 'done')).toBeVisible()
  expect(await seen()).toEqual([painted, ring])
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /icon\.svg$/)

  await page.keyboard.press('2')
  const result = page.locator('video[aria-label="clip.gif, background removed"]')
  await expect(result).toBeVisible()
  const apart = () =>
    page.evaluate(() => {
      const made = document.querySelector('video')
      const source = document.querySelector<HTMLCanvasElement>('canvas[aria-label$=original]')
      return made && !made.paused ? Math.abs(made.currentTime - Number(source?.dataset.seconds)) : 99
    })
  if (await result.evaluate((video: HTMLVideoElement) => video.paused)) await page.keyboard.press('k')
  await expect.poll(apart).toBeLessThan(0.3)

  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(2)
  const zip = await downloaded(page, () => page.getByRole('button', { name: 'Save all as ZIP' }).click())
  const packed = zip.bytes.toString('latin1')
  for (const name of ['clip.webm', 'plush-fox.png']) expect(packed).toContain(name)

  await page.keyboard.press('Delete')
  await expect(rows(page, 'done')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page, 'done')).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByText('2 taken out')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(rows(page, 'done').first()).toContainText('clip.gif')
  const again = await downloaded(page, () => saveButton(page, 'WebM').click())
  expect(again.name).toBe('clip.webm')

  // The browser plays it with the borders that its clean aperture leaves out.
  const cropped = await withCleanAperture(new Blob([new Uint8Array(panningClip())]), [200, 120, 0, 0])
  const buffer = Buffer.from(await cropped.arrayBuffer())
  await pick(page, { name: 'cropped.mp4', mimeType: 'video/mp4', buffer })
  await page.getByRole('button', { name: /^cropped\.mp4/ }).click()
  const shown = page.locator('canvas[aria-label="cropped.mp4, original"]')
  await expect(shown).toHaveAttribute('data-seconds', '0')
  expect(await shown.evaluate(({ width, height }: HTMLCanvasElement) => [width, height])).toEqual([200, 120])
})

test('an unreadable video is explained, and pictures beside it work', async ({ page }) => {
  await openStudio(page, { video })
  await pick(page, {
    name: 'broken.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('\0\0\0\x20ftypisomnothing'),
  })
  await expect(stage(page).locator('..').getByText('This file cannot be read as a video')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeDisabled()
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)
  await expect(rows(page, 'unreadable')).toHaveCount(1)

  await test.step('a raw photo is named, among the pictures', async () => {
    const head = Buffer.from('\0\0\0\x18ftypcrx \0\0\0\x01crx isom')
    await pick(page, { name: 'photo.mp4', mimeType: 'video/mp4', buffer: head })
    await page.getByRole('button', { name: /^photo\.mp4/ }).click()
    await expect(
      stage(page).locator('..').getByText("This is a camera's raw photo (Canon CR3)"),
    ).toBeVisible()
  })

  await test.step('undo selects what was removed last', async () => {
    await page.getByRole('button', { name: 'Remove broken.mp4' }).click()
    await page.getByRole('button', { name: /^Remove plush-fox/ }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.locator('[aria-current=true]')).toContainText('plush-fox')
  })
})

/** The chunks of mattes that are kept, with the time at which each was written. */
const storedChunks = (page: Page) =>
  page.evaluate(async (own) => {
    type Folder = FileSystemDirectoryHandle & {
      entries(): AsyncIterable<[string, FileSystemDirectoryHandle | FileSystemFileHandle]>
    }
    const found: Record<string, number> = {}
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, entry] of (folder as Folder).entries()) {
        if (entry.kind === 'directory') await walk(entry, `${path}/${name}`)
        else if (!name.endsWith('.part')) found[`${path}/${name}`] = (await entry.getFile()).lastModified
      }
    }
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(own)
    await walk(await root.getDirectoryHandle('tracks'), '')
    return found
  }, tinyFolder)

test('Cancel and Pause stop a video at once; both outlive a reload', async ({ page, context }) => {
  await openStudio(page, { video })
  await pick(page, { ...clip(), buffer: longClip() })
  /** Frames come out: both workers are in the middle of their work. */
  const halfway = () => expect(page).toHaveTitle(/^[1-9]\d* % clip\.mp4/)

  await test.step('a cancelled video can start again after a reload', async () => {
    await start(page).click()
    await halfway()
    await page.getByRole('button', { name: 'Cancel clip.mp4' }).click()
    await expect(state(page, 'stopped')).toBeVisible()
    await expect(rows(page, 'stopped')).toContainText(/Cancelled at \d+ %/)
    await page.reload()
    await page.getByRole('button', { name: 'Go on' }).click()
  })

  await halfway()
  await stageCard(page).getByRole('button', { name: 'Pause clip.mp4' }).click()
  await expect(state(page, 'paused')).toBeVisible()
  await expect(page).toHaveTitle('Clearcut Studio')
  await expect(page.getByTestId('announcements')).toContainText(/clip\.mp4: paused at \d+ %/)
  const said = await rows(page, 'paused')
    .getByText(/^Paused at \d+ %$/)
    .textContent()

  // A reload ends the workers: whatever is written from now on is the next visit's.
  await page.reload()
  const kept = await storedChunks(page)
  expect(Object.keys(kept).length).toBeGreaterThan(0)
  await expect(rows(page, 'paused')).toContainText(said ?? '')
  await expect(stageCard(page)).toContainText(said ?? '')
  await expect(stageCard(page)).toContainText(/kept for 24 h, .*Then it is given up/)
  await expect(page.getByRole('button', { name: 'Go on', exact: true })).toBeVisible()
  expect(await storedChunks(page)).toEqual(kept)

  // A page beside it has no part in it; one that comes after it goes on.
  const other = await context.newPage()
  await other.goto('./')
  await other.getByRole('button', { name: 'Open pictures' }).waitFor()
  await expect(other.locator('li[data-state]')).toHaveCount(0)
  await other.close()
  await page.close()
  const next = await context.newPage()
  await next.goto('./')
  await next.getByRole('button', { name: 'Continue' }).click()
  // By keyboard: it is the same button, which keeps the focus.
  await stageCard(next).getByRole('button', { name: 'Go on with clip.mp4' }).press('Enter')
  await expect(stageCard(next).getByRole('button', { name: 'Pause clip.mp4' })).toBeFocused()
  await expect(state(next, 'done')).toBeVisible()
  await expect(next.getByText(`Verified: ${longFrames} frames`)).toBeAttached()
  const all = await storedChunks(next)
  expect(all).toMatchObject(kept)
  expect(Object.keys(all).length).toBeGreaterThan(Object.keys(kept).length)
})
