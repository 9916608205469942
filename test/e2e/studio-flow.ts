import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { samplePhoto } from '#support/image-api-in-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictures-'))

/**
 * A picture that comes with the studio, at a third of its size: a page reads, refines and writes it in a tenth of the
 * time.
 */
const smaller = async (path: string): Promise<string> => {
  const small = join(folder, basename(path))
  await sharp(path).resize(400).toFile(small)
  return small
}

/** Pictures with one clear subject each. */
export const fox = await smaller(samplePhoto)
export const plant = await smaller('public/samples/leafy-plant.jpg')
export const bottle = await smaller('public/samples/dropper-bottle.jpg')

/** Bytes that no decoder takes for a picture, under a picture's name. */
export const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') }

/** A picture file with a name of its own, as the file input takes it. */
export const named = (path: string, name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: readFileSync(path),
})

/** Opens the studio at the level Fast, so that a test waits for one small pass only. */
export async function openStudio(page: Page, settings: object = {}, url = './'): Promise<void> {
  await page.addInitScript(
    (text) => {
      const path = location.pathname
      const name = `clearcut.settings${path === '/' ? '' : `:${encodeURIComponent(path)}`}`
      // Only for the first visit: what the page stores later must survive its reloads.
      if (!localStorage.getItem(name)) localStorage.setItem(name, text)
    },
    JSON.stringify({ nudged: true, recipe: { level: 'fast' }, ...settings }),
  )
  await page.goto(url)
  await page.getByRole('button', { name: 'Open pictures' }).waitFor()
}

type FileInput = Parameters<Locator['setInputFiles']>[0]

export const pick = (page: Page, files: FileInput) => page.locator('input[type=file]').setInputFiles(files)

/** The list shows twenty rows there. Only those in view, and a few around them, are on the page. */
export const tallWindow = { width: 1280, height: 1700 }

/** Takes all files off the list: the page as it was when it opened. */
export async function startOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear all' }).first().click()
  await page.getByRole('button', { name: 'Open pictures' }).waitFor()
}

/** How many whole items of the list have this file stored: the picture, or what a service `sent`. */
export const countKept = (page: Page, kept: 'original' | 'sent' = 'original') =>
  page.evaluate(async (kept) => {
    const path = location.pathname
    const name = `clearcut-2${path === '/' ? '' : `:${encodeURIComponent(path)}`}`
    if (!(await indexedDB.databases()).some((each) => each.name === name)) return 0
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await done(indexedDB.open(name))
    const records = await done(database.transaction('items').objectStore('items').getAll())
    database.close()
    return records.filter(({ isWhole, files }) => isWhole && files[kept]).length
  }, kept)

/** A file as a drop or paste carries it. */
export async function transferOf(page: Page, path: string, name: string) {
  const bytes = [...readFileSync(path)]
  return page.evaluateHandle(
    ({ bytes, name }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(bytes)], name, { type: 'image/jpeg' }))
      return transfer
    },
    { bytes, name },
  )
}

export const rows = (page: Page, state: string) => page.locator(`li[data-state=${state}]`)

/** The alpha of the top left pixel of a small picture of the list. */
export const cornerAlpha = (image: Locator) =>
  image.evaluate(async (shown: HTMLImageElement) => {
    await shown.decode()
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    context?.drawImage(shown, 0, 0)
    return context?.getImageData(0, 0, 1, 1).data[3]
  })

/** The row of the list whose name begins so. */
export const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

export const stage = (page: Page) => page.getByTestId('viewer')

/** Shows one group of the settings. */
export const openTab = (page: Page, name: 'Background' | 'Size' | 'Export'): Promise<void> =>
  page.getByRole('tab', { name }).click()

/** Chooses what the menu beside Save offers. */
export async function saveAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Other ways to save' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** The stage shows the result of the recipe as it is now. */
export const settled = (page: Page): Promise<void> =>
  page.locator('[data-testid=viewer][data-state=done][data-updating=false]').waitFor()

/** Saves by `act` and gives the file's name and bytes. */
export async function downloaded(
  page: Page,
  act: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

/** Watches the page from now on; the returned function tells which of the selectors matched, however briefly. */
export async function seenFromNowOn(
  page: Page,
  selectors: readonly string[],
): Promise<() => Promise<readonly string[]>> {
  const seen = await page.evaluateHandle((selectors) => {
    const matched = new Set<string>()
    const look = () => {
      for (const selector of selectors) if (document.querySelector(selector)) matched.add(selector)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
    return { inOrder: () => selectors.filter((selector) => matched.has(selector)) }
  }, selectors)
  return () => seen.evaluate(({ inOrder }) => inOrder())
}

/** The change of the colour scheme is complete: colours in the middle of a transition belong to neither scheme. */
export const atRest = (page: Page) =>
  page.evaluate(async () => {
    const transitions = () =>
      document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    // The end of one may start another, of an element that inherits what it changed.
    do {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      await Promise.allSettled(transitions().map(({ finished }) => finished))
    } while (transitions().length > 0)
  })

/**
 * Makes the random waits between tries almost zero. No number repeats, because calls to workers are told apart by them.
 */
export const withoutWaits = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    let numbers = 0
    Math.random = () => ++numbers / 1e9
  })
}
