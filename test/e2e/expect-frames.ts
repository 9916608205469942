import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { tinyFolder } from '#support/built-studio.ts'
import { alphaOf } from '#support/ffmpeg-in-node.ts'
import { expect } from '#support/studio-page.ts'
import { hasUnzip, unzip } from '#support/unzip.ts'
import { downloaded } from './studio-flow.ts'

const recipe = (page: Page) => page.getByRole('complementary', { name: 'Recipe' })
const button = (page: Page) => recipe(page).getByRole('button', { name: 'PNG frames (ZIP)' })

/** The number of ZIPs of frames in the browser's own file system. */
const packed = (page: Page) =>
  page.evaluate(async (own) => {
    type Folder = FileSystemDirectoryHandle & { keys(): AsyncIterable<string> }
    const found: string[] = []
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(own)
    for await (const name of ((await root.getDirectoryHandle('packed')) as Folder).keys()) found.push(name)
    return found.length
  }, tinyFolder)

/** The frames of the finished video `name` go into a ZIP, with the alpha that its WebM has, and cancelling leaves nothing. */
export async function expectFrames(page: Page, name: string, webm: Buffer, frames: number): Promise<void> {
  // As in a browser without a dialogue for the place of a file.
  await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }))
  const zip = await downloaded(page, () => button(page).click())
  expect(zip.name).toBe(`${name}-frames.zip`)
  await expect(recipe(page).getByText(/^Saved .*-frames\.zip, /)).toBeVisible()
  if (hasUnzip) await expectAlpha(zip.bytes, webm, frames)

  await button(page).click()
  await page.getByRole('button', { name: 'Cancel the PNG frames' }).click()
  await expect(recipe(page).getByText('Cancelled. Nothing was saved.')).toBeVisible({ timeout: 1000 })
  await expect.poll(() => packed(page)).toBe(1)

  // As in a browser with that dialogue.
  await page.evaluate(async () => {
    const file = await (await navigator.storage.getDirectory()).getFileHandle('picked.zip', { create: true })
    Object.assign(window, { showSaveFilePicker: async () => file })
  })
  await button(page).click()
  await expect(recipe(page).getByText(/^Saved .*-frames\.zip, /)).toBeVisible()
  const picked = await page.evaluate(async () => {
    const file = await (await navigator.storage.getDirectory()).getFileHandle('picked.zip')
    return (await file.getFile()).size
  })
  expect(picked).toBe(zip.bytes.length)
  expect(await packed(page)).toBe(1)
}

const expectAlpha = async (zip: Buffer, webm: Buffer, frames: number): Promise<void> => {
  const files = unzip(zip)
  const numbers = Array.from({ length: frames }, (_, index) => String(index + 1).padStart(5, '0'))
  expect(files.map(({ name }) => name)).toEqual([
    ...numbers.map((number) => `frame-${number}.png`),
    'frames.txt',
  ])
  const planes = await Promise.all(
    files.slice(0, frames).map((file) => sharp(file.read()).extractChannel('alpha').raw().toBuffer()),
  )
  const coded = alphaOf(webm, ['-c:v', 'libvpx-vp9'])
  const exact = Buffer.concat(planes)
  expect(exact.length).toBe(coded.length)
  let difference = 0
  for (let at = 0; at < exact.length; at++) difference += Math.abs((exact[at] ?? 0) - (coded[at] ?? 0))
  expect(difference / exact.length).toBeLessThan(1)
  expect(Math.max(...(planes[0] ?? []))).toBe(255)
}
