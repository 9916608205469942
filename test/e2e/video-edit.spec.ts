import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Point } from '#base/geometry.ts'
import { hasFfmpeg, run } from '#support/ffmpeg-in-node.ts'
import { expect, test } from '#support/studio-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { colourOf, expectApart, inForcedColours } from './forced-colours.ts'
import { downloaded, openStudio, pick, stage } from './studio-flow.ts'

test.skip(!hasFfmpeg, 'Clips are made, and results judged, by an ffmpeg of this machine; there is none.')
test.use({ viewport: { width: 1440, height: 900 } })

const frames = 10
const size = { width: 160, height: 120 }

/**
 * A dark square, which the tiny network takes for the subject, and a dim one beside it, which it does not; both move.
 * The dim one has grain, without which no motion can be seen inside it. From the sixth frame on a part of the dark one
 * is grey, which the network is uncertain about.
 */
const twoSquares = () => ({
  name: 'squares.mp4',
  mimeType: 'video/mp4',
  buffer: run('ffmpeg', [
    ...['-f', 'lavfi', '-i', `color=0xf0f0f0:size=${size.width}x${size.height}:rate=10`],
    ...['-f', 'lavfi', '-i', 'color=0x0a0a0a:size=40x40:rate=10'],
    ...['-f', 'lavfi', '-i', 'color=0xc8c8c8:size=40x40:rate=10'],
    ...['-f', 'lavfi', '-i', 'color=0x808080:size=30x20:rate=10'],
    ...[
      '-filter_complex',
      "[2]noise=alls=40[grain];[0][1]overlay=20+n:40[a];[a][grain]overlay=96+n:40[b];[b][3]overlay=25+n:50:enable='gte(n,5)'",
    ],
    ...['-frames:v', String(frames), '-c:v', 'libx264', '-pix_fmt', 'yuv420p'],
    ...['-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4', '-'],
  ]),
})
/** The middle of the dim square in a frame, in pixels. */
const dimAt = (frame: number) => ({ x: 116 + frame, y: 60 })

const picture = (page: Page) => page.getByLabel('Picture', { exact: true })
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Edit', exact: true })
const button = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true })
const done = (page: Page) => page.locator('[data-testid=viewer][data-state=done]')

/** The alpha of the edited frame on the stage at the middle of its dim square. */
const alphaOfFrame = (page: Page, frame: number) =>
  stage(page)
    .locator('img[alt$="background removed"]')
    .evaluate((image: HTMLImageElement, { x, y }) => {
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      return context?.getImageData(x, y, 1, 1).data[3] ?? -1
    }, dimAt(frame))
const expectKept = (page: Page, frame: number) =>
  expect.poll(() => alphaOfFrame(page, frame)).toBeGreaterThan(200)
const expectGone = (page: Page, frame: number) =>
  expect.poll(() => alphaOfFrame(page, frame)).toBeLessThan(50)

/** Dabs a brush that is as wide as the dim square of a frame onto its middle. */
async function paintDimSquare(page: Page, frame: number): Promise<void> {
  const box = await picture(page).boundingBox()
  if (!box) throw new Error('the picture is not on the screen')
  const { x, y } = dimAt(frame)
  await toolbar(page)
    .getByRole('slider', { name: 'Brush size' })
    .fill(String(Math.round((40 / size.width) * box.width)))
  await page.mouse.click(box.x + (x / size.width) * box.width, box.y + (y / size.height) * box.height)
}

/** The alpha at a place of each frame of a WebM. */
const savedAlphas = (webm: Buffer, placeIn: (frame: number) => Point): number[] => {
  const file = join(mkdtempSync(join(tmpdir(), 'clearcut-edits-')), 'squares.webm')
  writeFileSync(file, webm)
  const gray = ['-vf', 'alphaextract,format=gray', '-f', 'rawvideo', '-']
  const bytes = run('ffmpeg', ['-c:v', 'libvpx-vp9', '-i', file, ...gray])
  return Array.from({ length: frames }, (_, frame) => {
    const { x, y } = placeIn(frame)
    return bytes[frame * size.width * size.height + y * size.width + x] ?? -1
  })
}

/** Drags a handle of the timeline to a share of its length. */
async function dragTo(page: Page, handle: Locator, share: number): Promise<void> {
  const from = await handle.boundingBox()
  const strip = await handle.evaluate((element: HTMLElement) => {
    const { left = 0, width = 0 } = element.offsetParent?.getBoundingClientRect() ?? {}
    return { left, width }
  })
  if (!from) throw new Error('the handle is not on the screen')
  const y = from.y + from.height / 2
  await page.mouse.move(from.x + from.width / 4, y)
  await page.mouse.down()
  await page.mouse.move(strip.left + share * strip.width, y, { steps: 3 })
  await page.mouse.up()
}

/** How many runs of edits the browser's file system holds the propagated mattes of; runs in the page. */
async function countPropagated(): Promise<number> {
  type Folder = FileSystemDirectoryHandle & {
    readonly entries: () => AsyncIterable<[string, FileSystemHandle]>
  }
  const countIn = async (folder: FileSystemDirectoryHandle): Promise<number> => {
    let count = 0
    for await (const [name, handle] of (folder as Folder).entries())
      if (name.startsWith('edits-')) count++
      else if (handle.kind === 'directory') count += await countIn(handle as FileSystemDirectoryHandle)
    return count
  }
  return countIn(await navigator.storage.getDirectory())
}

test('what is drawn before the frame is there waits for it', async ({ page }) => {
  await openStudio(page, { video: { level: 'fast', format: 'webm' } })
  await pick(page, twoSquares())
  await page.getByRole('button', { name: /^Make / }).click()
  await expect(done(page)).toBeVisible()
  const box = await picture(page).boundingBox()
  if (!box) throw new Error('the picture is not on the screen')
  await page.keyboard.press('b')
  for (const share of [0.2, 0.4, 0.6])
    await page.mouse.click(box.x + share * box.width, box.y + share * box.height)
  for (let stroke = 0; stroke < 3; stroke += 1) await button(page, 'Undo').click()
  await expect(button(page, 'Undo')).toBeDisabled()
})

test('an edit of a frame reaches the clip and the saved file', async ({ page }) => {
  await openStudio(page, { video: { level: 'fast', format: 'webm' } })
  await pick(page, twoSquares())
  const playhead = page.getByRole('slider', { name: 'Moment shown' })
  const trimEnd = page.getByRole('slider', { name: 'End of the part' }).locator('> span')
  await trimEnd.waitFor()
  await inForcedColours(page, () => expectApart(page, [playhead, trimEnd]))
  // What is on the film strip is labelled once.
  const label = page.getByText('Drag the ends to take a part')
  await expect(label).toBeVisible()
  await page.getByRole('button', { name: /^Make / }).click()
  await expect(done(page)).toBeVisible()
  await expect(label).toHaveCount(0)
  await expect(page.getByText('Coloured: frames in doubt')).toBeVisible()
  expect((await stage(page).boundingBox())?.height).toBeGreaterThanOrEqual(620)

  await page.keyboard.press('b')
  await expect(picture(page)).toBeFocused()
  await expect(picture(page)).toHaveAttribute('aria-busy', 'false')
  await page.keyboard.press('Escape')
  await expect(toolbar(page).getByRole('radio', { name: 'Brush to keep', checked: true })).toBeFocused()
  await expectGone(page, 0)
  await paintDimSquare(page, 0)
  await expectKept(page, 0)
  await expect(page.getByTestId('edit-reach')).toHaveCount(1)

  for (let step = 0; step < 3; step += 1) await page.keyboard.press('.')
  await expectKept(page, 3)
  await button(page, 'Undo').click()
  await expectGone(page, 0)
  await expect(page.getByRole('button', { name: /^Edited frame at/ })).toHaveCount(0)
  await button(page, 'Redo').click()
  await expectKept(page, 0)
  await expect(page.getByTestId('edit-reach')).toHaveCount(1)
  await expectAccessible(page, 'an edited clip')
  await inForcedColours(page, async () => {
    const mark = page.getByRole('button', { name: /^Edited frame at/ }).locator('> span')
    for (const marked of [mark, page.getByTestId('edit-reach')]) await expectApart(page, [playhead, marked])
    const doubt = page.getByRole('img', { name: '1 place in doubt' })
    expect(await colourOf(doubt.locator('rect').last(), 'fill')).not.toBe(
      await colourOf(doubt, 'backgroundColor'),
    )
  })

  // The keyboard alone takes the dim square away again: its middle is two steps to the right of the picture's.
  await toolbar(page).getByRole('radio', { name: 'Brush to remove' }).focus()
  await page.keyboard.press('Space')
  await picture(page).focus()
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expectGone(page, 0)
  await page.keyboard.press('Control+z')
  await expectKept(page, 0)

  // A key and a button lead to the stretch with the grey square.
  const position = page.getByRole('slider', { name: 'Moment shown' })
  const shownAt = async () => Number(await position.getAttribute('aria-valuenow'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('d')
  await expect.poll(shownAt).toBeGreaterThan(0.45)
  await expect(page.getByText(/^Frame in doubt at 0:00\.[5-9], 1 of 1$/)).toBeAttached()
  await position.focus()
  await page.keyboard.press('Home')
  await expect.poll(shownAt).toBeLessThan(0.3)
  await page.getByRole('button', { name: '1 place in doubt' }).click()
  await expect.poll(shownAt).toBeGreaterThan(0.45)

  // Its reach is dragged along the timeline, to the frame at 0.4 s.
  const end = page.getByRole('slider', { name: /^Last frame that the edit/ })
  await expect(end).toHaveAttribute('aria-valuenow', '0.9')
  await dragTo(page, end, 0.5)
  await expect(end).toHaveAttribute('aria-valuenow', '0.4')
  await button(page, 'Undo').click()
  await expect(end).toHaveAttribute('aria-valuenow', '0.9')

  // The edit is told to end with the frame at 0.6 s.
  await end.focus()
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft')
  await expect(end).toHaveAttribute('aria-valuenow', '0.6')
  await button(page, 'Undo').click()
  await expect(end).toHaveAttribute('aria-valuenow', '0.7')
  await expect(page.getByTestId('edit-reach')).toHaveAttribute('data-propagated', 'true')

  // Of all that was propagated by now, only what the edits need is still there.
  await expect.poll(() => page.evaluate(countPropagated)).toBe(1)

  // What was done right before a reload is kept.
  await button(page, 'Redo').click()
  await page.reload()
  await page.getByRole('button', { name: /^squares\.mp4/ }).click()
  const mark = page.getByRole('button', { name: /^Edited frame at/ })
  await expect(mark).toBeVisible()
  await expect(page.getByText('Your edits, and how far they reach')).toHaveCount(0)

  // Of the uncertain frame other cut-outs are offered, for mouse and keyboard.
  await page.getByRole('button', { name: '1 place in doubt' }).waitFor()
  await page.keyboard.press('d')
  await expect.poll(shownAt).toBeGreaterThan(0.45)
  const offered = page.getByRole('region', { name: 'Did you mean this?' })
  const taken = offered.getByRole('button', { pressed: true })
  await offered.getByRole('button', { name: 'Take cut-out 1' }).click()
  await expect(taken).toHaveAccessibleName('Take cut-out 1')
  await expect(page.getByTestId('edit-reach')).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(taken).toHaveCount(0)
  await page.keyboard.press('2')
  await expect(taken).toHaveAccessibleName('Take cut-out 2')
  await expect(mark).toHaveCount(2)
  await page.getByRole('button', { name: 'Make WebM again' }).click()
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('listitem')).toHaveCount(2)
  await expect(done(page)).toBeVisible()
  const { bytes } = await downloaded(page, () =>
    page.getByRole('button', { name: 'Save WebM', exact: true }).click(),
  )
  const alphas = savedAlphas(bytes, dimAt)
  for (const alpha of alphas.slice(0, 7)) expect(alpha).toBeGreaterThan(200)
  for (const alpha of alphas.slice(7)) expect(alpha).toBeLessThan(50)
  for (const alpha of savedAlphas(bytes, (frame) => ({ x: 40 + frame, y: 60 })))
    expect(alpha).toBeGreaterThan(200)
})
