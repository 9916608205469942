import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { alphaOf, kept, run } from '#support/ffmpeg-in-node.ts'
import { expect } from '#support/studio-page.ts'

/** What an editor reads of the picture of a video: size, rate, range of values, and each frame's time. */
const pictureOf = (bytes: Buffer) => {
  const facts = 'width,height,r_frame_rate,avg_frame_rate,time_base,start_pts,color_range,nb_frames'
  const args = ['-select_streams', 'v', '-show_entries', `stream=${facts}:packet=pts`, '-of', 'json']
  const found = JSON.parse(run('ffprobe', [...args, kept(bytes)]).toString())
  return { stream: found.streams[0], times: found.packets.map(({ pts }: { pts: number }) => pts) }
}

/** The grey of each pixel of all frames, 0 to 255. */
const greyOf = (bytes: Buffer) =>
  run('ffmpeg', ['-i', kept(bytes), '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']).filter(
    (_, at) => at % 3 === 0,
  )

/** Saves an MP4 with its matte: two files with the same frames, of which one is the alpha of the WebM. Returns the matte. */
export async function expectMatte(page: Page, webm: Buffer): Promise<Buffer> {
  const save = page.getByRole('button', { name: 'Save MP4 + matte' })
  await expect(save).toBeVisible()
  const files: Download[] = []
  page.on('download', (download) => files.push(download))
  await save.click()
  const recipe = page.getByRole('complementary', { name: 'Recipe' })
  await expect(recipe.getByText(/^Saved clip-cutout\.mp4 and clip-cutout-matte\.mp4, /)).toBeVisible()
  await expect.poll(() => files.length).toBe(2)
  expect(files.map((file) => file.suggestedFilename())).toEqual(['clip-cutout.mp4', 'clip-cutout-matte.mp4'])
  const [fill = Buffer.alloc(0), matte = Buffer.alloc(0)] = await Promise.all(
    files.map(async (file) => readFileSync(await file.path())),
  )
  expect(pictureOf(matte)).toEqual(pictureOf(fill))
  expect(pictureOf(matte).stream).toMatchObject({ color_range: 'tv', nb_frames: '12' })

  const grey = greyOf(matte)
  const alpha = alphaOf(webm, ['-c:v', 'libvpx-vp9'])
  expect(grey.length).toBe(alpha.length)
  const off = grey.reduce((sum, value, at) => sum + Math.abs(value - (alpha[at] ?? 0)), 0) / grey.length
  expect(off).toBeLessThan(2)
  expect([grey.includes(0), grey.includes(255)]).toEqual([true, true])
  page.removeAllListeners('download')
  return matte
}
