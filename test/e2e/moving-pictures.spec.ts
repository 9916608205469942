import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { alphaOf, hasFfmpeg, kept, run } from '#support/ffmpeg-in-node.ts'
import { expect, test } from '#support/studio-page.ts'
import { downloaded, fox, openStudio, pick, rows } from './studio-flow.ts'

test.skip(!hasFfmpeg, 'Clips are made, and results judged, by an ffmpeg of this machine; there is none.')

const [width, height] = [160, 120]
const delays = [120, 280, 60, 500]

/** The photo, a little farther to the left in each frame; its left eighth is transparent. */
const sticker = async (): Promise<Buffer> => {
  const photo = sharp(fox)
    .resize(width + 40)
    .ensureAlpha()
  const frames = await Promise.all(
    delays.map((_, at) =>
      photo
        .clone()
        .extract({ left: at * 8, top: 0, width, height })
        .raw()
        .toBuffer(),
    ),
  )
  for (const frame of frames)
    for (let pixel = 0; pixel < width * height; pixel++)
      if (pixel % width < width / 8) frame[pixel * 4 + 3] = 0
  const raw = { width, height: height * frames.length, channels: 4, pageHeight: height } as const
  return sharp(Buffer.concat(frames), { raw }).webp({ lossless: true, delay: delays }).toBuffer()
}

/** The photo as it moves, in a file that ffmpeg writes with these arguments. */
const moving = (name: string, ...encode: readonly string[]): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'moving-')), name)
  run('ffmpeg', [
    ...['-loop', '1', '-framerate', '5', '-i', fox, '-frames:v', '4'],
    ...['-vf', `scale=200:-2,crop=${width}:${height}:n*8:0`, ...encode, file],
  ])
  return file
}

/** In milliseconds. */
const startsOf = (bytes: Buffer): readonly number[] => {
  const listing = run('ffprobe', ['-show_entries', 'packet=pts_time', '-of', 'json', kept(bytes)])
  const { packets }: { packets: { pts_time: string }[] } = JSON.parse(listing.toString())
  return packets.map(({ pts_time }) => Math.round(Number(pts_time) * 1000))
}

test('moving WebP, APNG and AVIF are clips, cut out in every frame', async ({ page }) => {
  await openStudio(page, { video: { level: 'fast', format: 'webm' } })
  await pick(page, { name: 'sticker.webp', mimeType: 'image/webp', buffer: await sticker() })
  await expect(page.getByTestId('cost')).toContainText('1 s → 4 frames')
  const original = page.getByRole('img', { name: 'sticker.webp, original' })
  await expect(original).toHaveAttribute('data-seconds', '0')
  await page.keyboard.press('.')
  await expect(original).toHaveAttribute('data-seconds', /^0\.12/)

  await page.getByRole('button', { name: /^Make / }).click()
  await expect(rows(page, 'done')).toHaveCount(1)
  const { name, bytes } = await downloaded(page, () =>
    page.getByRole('button', { name: 'Save WebM', exact: true }).click(),
  )
  expect([name, startsOf(bytes)]).toEqual(['sticker.webm', [0, 120, 400, 460]])
  const alpha = alphaOf(bytes, ['-c:v', 'libvpx-vp9'])
  expect(alpha.length).toBe(width * height * delays.length)
  // Nothing is seen where the sticker has nothing; something is seen beside it.
  const inSight = delays.map((_, frame) =>
    alpha.subarray(frame * width * height, (frame + 1) * width * height).filter((value) => value > 200),
  )
  for (const seen of inSight) expect(seen.length).toBeGreaterThan(0)
  for (const at of alpha.keys()) if (at % width < width / 8 - 4) expect(alpha[at]).toBeLessThan(16)

  const others = [
    moving('anim.png', '-f', 'apng'),
    moving('anim.avif', '-c:v', 'libaom-av1', '-cpu-used', '8'),
  ]
  await pick(page, others)
  await expect(rows(page, 'ready')).toHaveCount(2)
  for (const file of others) {
    await page.getByRole('button', { name: new RegExp(`^${basename(file)}`) }).click()
    await expect(page.getByTestId('cost')).toContainText('4 frames')
    await page.getByRole('button', { name: /^Make / }).click()
    await expect(page.getByLabel(`${basename(file)}, background removed`)).toBeVisible()
  }
  await expect(rows(page, 'done')).toHaveCount(3)
})

test('without ImageDecoder an AVIF gives its first frame, which is said', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'ImageDecoder'))
  await openStudio(page)
  await pick(page, { name: 'sticker.webp', mimeType: 'image/webp', buffer: await sticker() })
  await expect(page.getByTestId('cost')).toContainText('4 frames')
  await pick(page, moving('anim.avif', '-c:v', 'libaom-av1', '-cpu-used', '8'))
  await page.getByRole('button', { name: /^anim\.avif/ }).click()
  await expect(page.getByText(/^\d+ further pictures$/)).toBeVisible()
})
