import type { Page } from '@playwright/test'
import { tinyFolder } from '#support/built-studio.ts'
import { expect } from '#support/studio-page.ts'
import { hasUnzip, unzip } from '#support/unzip.ts'
import { downloaded, openTab } from './studio-flow.ts'

const recipe = (page: Page) => page.getByRole('complementary', { name: 'Recipe' })
const button = (page: Page, name = 'PNG frames') => recipe(page).getByRole('button', { name })

/** Answers the dialog that follows a press of the button. */
const choose = async (page: Page, place: 'ZIP' | 'folder') => {
  const dialog = page.getByRole('dialog', { name: /^Save \d+ frames as / })
  await expect(dialog.getByText(/^About [\d.]+ [kM]B in all/)).toBeVisible()
  await dialog.getByRole('button', { name: `Save ${place}` }).click()
}

/** Cancels as soon as the button for it is there: a short clip may be written before a hand can do that. */
const cancelAtOnce = (page: Page) =>
  page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const cancel = document.querySelector<HTMLElement>('[aria-label="Cancel the frames"]')
      if (!cancel) return
      observer.disconnect()
      cancel.click()
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true })
  })

/** The number of ZIPs of frames in the browser's own file system. */
const packed = (page: Page) =>
  page.evaluate(async (own) => {
    type Folder = FileSystemDirectoryHandle & { keys(): AsyncIterable<string> }
    const found: string[] = []
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(own)
    for await (const name of ((await root.getDirectoryHandle('packed')) as Folder).keys()) found.push(name)
    return found.length
  }, tinyFolder)

/** The frames of the finished video `name` go into a ZIP or a folder, and cancelling leaves nothing. */
export async function expectFrames(page: Page, name: string, frames: number): Promise<void> {
  await button(page).click()
  const zip = await downloaded(page, () => choose(page, 'ZIP'))
  expect(zip.name).toBe(`${name}-png.zip`)
  await expect(recipe(page).getByText(/^Saved .*-png\.zip, /)).toBeVisible()
  if (hasUnzip)
    expect(unzip(zip.bytes).map((file) => file.name)).toEqual([
      ...numbersOf(frames).map((number) => `${name}-png/${name}-straight.${number}.png`),
      `${name}-png/frames.txt`,
    ])

  await button(page).click()
  await cancelAtOnce(page)
  await choose(page, 'ZIP')
  await expect(recipe(page).getByText('Cancelled. Nothing was saved.')).toBeVisible()
  await expect.poll(() => packed(page)).toBe(1)

  await expectFolder(page, name, frames)
  expect(await packed(page)).toBe(1)
}

const numbersOf = (frames: number) => Array.from({ length: frames }, (_, index) => 1001 + index)

/** EXRs come into a new folder, and a cancelled one goes. */
const expectFolder = async (page: Page, name: string, frames: number) => {
  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('picked', {
      create: true,
    })
    Object.assign(window, { showDirectoryPicker: async () => folder })
  })
  await openTab(page, 'Export')
  await recipe(page).getByText('EXR', { exact: true }).click()
  await button(page, 'EXR frames').click()
  await choose(page, 'folder')
  await expect(recipe(page).getByText(new RegExp(`^Saved ${name}-exr, `))).toBeVisible()
  const names = numbersOf(frames).map((number) => `${name}-premultiplied.${number}.exr`)
  expect(await filesIn(page, `${name}-exr`)).toEqual([...names, 'frames.txt'])
  await button(page, 'EXR frames').click()
  await cancelAtOnce(page)
  await choose(page, 'folder')
  await expect(recipe(page).getByText('Cancelled. Nothing was saved.')).toBeVisible()
  await expect.poll(() => filesIn(page, `${name}-exr (2)`)).toBeNull()
  await expectFullDisk(page, `${name}-exr (2)`)
  await recipe(page)
    .getByRole('group', { name: 'Format of single frames' })
    .getByText('PNG', { exact: true })
    .click()
}

/** A disk that is full while frames are written is named, and nothing of them is left. */
const expectFullDisk = async (page: Page, folder: string) => {
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  // Room for the folder and a few frames.
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: used + 300_000 })
  await button(page, 'EXR frames').click()
  await choose(page, 'folder')
  await expect(recipe(page).getByText(/the disk is full/i)).toBeVisible()
  await session.send('Storage.overrideQuotaForOrigin', { origin })
  await expect.poll(() => filesIn(page, folder)).toBeNull()
}

/** The names of the files in a folder below the one that was picked; null where there is none. */
const filesIn = (page: Page, folder: string) =>
  page.evaluate(async (name) => {
    type Folder = FileSystemDirectoryHandle & { keys(): AsyncIterable<string> }
    const found: string[] = []
    try {
      const parent = await (await navigator.storage.getDirectory()).getDirectoryHandle('picked')
      for await (const file of ((await parent.getDirectoryHandle(name)) as Folder).keys()) found.push(file)
    } catch {
      return null
    }
    return found.toSorted()
  }, folder)
