import type { Page } from '@playwright/test'
import { tinyFolder } from '#support/built-studio.ts'
import { hasFfmpeg, panningClip } from '#support/ffmpeg-in-node.ts'
import { expect, test } from '#support/studio-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import {
  bottle,
  countKept,
  downloaded,
  fox,
  named,
  openStudio,
  openTab,
  pick,
  plant,
  row,
  rows,
  settled,
} from './studio-flow.ts'

test.skip(!hasFfmpeg, 'Clips are made by an ffmpeg of this machine; there is none.')

/** What the browser has of lists and jobs: files, and records of its databases. */
const stored = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async (own) => {
    const found: string[] = []
    const look = async (folder: FileSystemDirectoryHandle, path: string) => {
      for await (const [name, handle] of folder.entries())
        if (handle.kind === 'file') found.push(`${path}/${name}`)
        else await look(handle as FileSystemDirectoryHandle, `${path}/${name}`)
    }
    const root = await navigator.storage.getDirectory()
    const studio = await root.getDirectoryHandle(own).catch(() => null)
    for (const name of ['files', 'tracks', 'results']) {
      const folder = await studio?.getDirectoryHandle(name).catch(() => null)
      if (folder) await look(folder, name)
    }
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name)
    for (const name of databases.filter((each) => /^clearcut/.test(each))) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of ['items', 'jobs', 'jobExtras']) {
        // Recipes and batches have a database of their own.
        if (!database.objectStoreNames.contains(store)) continue
        const count = await new Promise<number>((resolve, reject) => {
          const request = database.transaction(store).objectStore(store).count()
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
        if (count > 0) found.push(`${name} ${store}: ${count}`)
      }
      database.close()
    }
    return found
  }, tinyFolder)

const openEngine = (page: Page) => page.getByRole('button', { name: 'On this device' }).click()
const keeps = (page: Page) => page.getByRole('switch', { name: /^Keep my pictures and videos/ })
/** A press beside the switch, which lies under its picture. */
const turn = (page: Page) => page.getByText(/^Keep my pictures and videos/).click()

test('a person turns keeping off: nothing stays on the disk', async ({ page, context }) => {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await openStudio(page, { video: { level: 'fast', format: 'webm' } })
  await pick(page, [named(fox, 'fox.jpg'), named(plant, 'plant.jpg')])
  await expect(rows(page, 'done')).toHaveCount(2)
  const buffer = panningClip({ frames: 18, width: 160, height: 120 })
  await pick(page, { name: 'clip.mp4', mimeType: 'video/mp4', buffer })
  await expect(rows(page, 'ready')).toHaveCount(1)
  await expect.poll(() => countKept(page)).toBe(3)
  // From now on the page reads its files from the disk.
  await page.reload()
  await expect(rows(page, 'ready')).toHaveCount(1)
  await row(page, 'plant').click()
  await settled(page)

  await test.step('what was kept is deleted at once, and the page goes on', async () => {
    await openEngine(page)
    await expect(keeps(page)).toBeChecked()
    await turn(page)
    await expect(page.getByTestId('announcements')).toContainText('What was kept has been deleted')
    await expect(page.getByText('Nothing of the list stays on the disk')).toBeVisible()
    await expectAccessible(page, 'nothing is kept')
    expect(await stored(page)).toEqual([])
    await page.keyboard.press('Escape')
    await openTab(page, 'Export')
    await page.getByText('WebP', { exact: true }).click()
    await settled(page)
    const save = page.getByRole('button', { name: 'Save WebP', exact: true })
    expect((await downloaded(page, () => save.click())).bytes.subarray(8, 12).toString()).toBe('WEBP')
    await row(page, 'clip').click()
    await page.getByRole('button', { name: /^Make / }).click()
    await expect(rows(page, 'done')).toHaveCount(3)
    await pick(page, named(bottle, 'bottle.jpg'))
    await expect(rows(page, 'done')).toHaveCount(4)
    expect(await countKept(page)).toBe(0)
  })

  await test.step('a reload asks, and shows an empty page', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Open pictures' }).waitFor()
    expect(asked).toEqual(['beforeunload'])
    await expect.poll(() => stored(page)).toEqual([])
    await expect(page.locator('li[data-state]')).toHaveCount(0)
    await openEngine(page)
    await expect(keeps(page)).not.toBeChecked()
  })

  await test.step('a later visit begins empty too, and can keep again', async () => {
    await page.keyboard.press('Escape')
    const next = await context.newPage()
    await next.goto(page.url())
    await pick(next, named(fox, 'fox.jpg'))
    await expect(rows(next, 'done')).toHaveCount(1)
    await openEngine(next)
    await turn(next)
    await expect.poll(() => countKept(next)).toBe(1)
  })
})
