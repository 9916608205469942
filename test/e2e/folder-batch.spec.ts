import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { briefLaunch } from '#support/chromium.ts'
import { expect, test } from '#support/studio-page.ts'
import { unzip } from '#support/unzip.ts'
import { expectAccessible } from './expect-accessible.ts'
import { bottle, broken, downloaded, fox, openStudio, plant, settled } from './studio-flow.ts'

// No driver picks a folder in the browser's own dialog. Folders of the browser's file system (OPFS) stand in for those
// of a disk: they have the same handles, are kept in IndexedDB likewise, but ask for no permission.
const standIn = async (page: Page) => {
  await page.addInitScript(() => {
    const showDirectoryPicker = async ({ id }: { readonly id: string }) => {
      const root = await navigator.storage.getDirectory()
      return root.getDirectoryHandle(id === 'in' ? 'Shoes' : 'Cut out', { create: true })
    }
    Object.assign(window, { showDirectoryPicker })
  })
}

const photos = [fox, plant, bottle]
/** So many pictures in two folders, and a file that is none. */
const sourceFiles = (count: number): Readonly<Record<string, Buffer>> => ({
  ...Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `${at % 2 === 0 ? '' : 'boots/'}photo-${at + 1}.jpg`,
      // A byte behind the picture, so that no two files have one content: edits belong to a content.
      Buffer.concat([readFileSync(photos[at % 3] ?? fox), Buffer.from([at])]),
    ]),
  ),
  'boots/broken.jpg': broken.buffer,
})

/** Writes the files into the folder that the page is given as the source. */
const fill = (page: Page, files: Readonly<Record<string, Buffer>>) =>
  page.evaluate(
    async (files) => {
      const source = await (await navigator.storage.getDirectory()).getDirectoryHandle('Shoes', {
        create: true,
      })
      for (const [path, base64] of files) {
        const [name = '', folder] = path.split('/').reverse()
        const into = folder ? await source.getDirectoryHandle(folder, { create: true }) : source
        const to = await (await into.getFileHandle(name, { create: true })).createWritable()
        await to.write(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)))
        await to.close()
      }
    },
    Object.entries(files).map(([path, bytes]) => [path, bytes.toString('base64')] as const),
  )

/** The paths of what was written, in order, and when. */
const written = (page: Page) =>
  page.evaluate(async () => {
    type Found = { readonly path: string; readonly at: number }
    const list = async (folder: FileSystemDirectoryHandle, before: string): Promise<Found[]> => {
      const found: Found[] = []
      for await (const handle of folder.values()) {
        // What Chromium writes before it puts that in the place of a file.
        if (handle.name.endsWith('.crswap')) continue
        const path = `${before}${handle.name}`
        if (handle instanceof FileSystemFileHandle)
          found.push({ path, at: (await handle.getFile()).lastModified })
        else found.push(...(await list(handle as FileSystemDirectoryHandle, `${path}/`)))
      }
      return found
    }
    const root = await navigator.storage.getDirectory()
    const found = await list(await root.getDirectoryHandle('Cut out', { create: true }), '')
    return found.sort((one, other) => one.path.localeCompare(other.path))
  })

const pathsOf = async (page: Page) => (await written(page)).map(({ path }) => path)

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Folder to folder' })
/** The view of the batch. */
const view = (page: Page) => page.getByRole('region', { name: 'Shoes' })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Opens the dialog by its key, and picks both folders. */
const pickFolders = async (page: Page) => {
  await page.keyboard.press('w')
  const choose = dialog(page).getByRole('button', { name: 'Choose a folder' })
  await choose.first().click()
  await expect(dialog(page).getByText(/\d pictures/)).toBeVisible()
  await choose.click()
  await expect(choose).toHaveCount(0)
}

const outputs = (count: number) =>
  Array.from({ length: count }, (_, at) => `${at % 2 === 0 ? '' : 'boots/'}photo-${at + 1}.png`).sort(
    (one, other) => one.localeCompare(other),
  )

test('a folder is worked through, from the dialog to the report', async ({ page }) => {
  await standIn(page)
  await openStudio(page)
  await fill(page, sourceFiles(5))
  await pickFolders(page)
  await test.step('the first names are shown while one types', async () => {
    const names = dialog(page).getByLabel('Names', { exact: true })
    await names.fill('{size}')
    await expect(dialog(page).getByText('{size} means nothing in names')).toBeVisible()
    await names.fill('{name}-{recipe}')
    await dialog(page).getByRole('checkbox', { name: 'Green screen' }).check()
    await expect(dialog(page).getByText('boots/broken-Green screen.png')).toBeVisible()
    await dialog(page).getByText('Copy what cannot be read').click()
    await expectAccessible(page, 'folder dialog', 'dialog[open]')
  })
  await dialog(page).getByRole('button', { name: 'Start' }).click()
  const filter = page.getByRole('group', { name: 'Show' })
  await expect(page.getByRole('heading', { name: 'Shoes' })).toBeVisible()
  await expect(view(page)).toBeFocused()
  await expect(view(page).getByText('6 files through, 10 written')).toBeVisible()
  await expectAccessible(page, 'folder at its end')
  await test.step('two variants of each, in their folders', async () => {
    const paths = await pathsOf(page)
    expect(paths.filter((path) => path.includes('photo-2'))).toEqual([
      'boots/photo-2-Current settings.png',
      'boots/photo-2-Green screen.png',
    ])
    expect(paths.filter((path) => path.startsWith('unprocessed/'))).toEqual(['unprocessed/boots/broken.jpg'])
  })
  await test.step('what cannot be read is named, and is in the report', async () => {
    await filter.getByText('Unreadable').click()
    await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('listitem')).toContainText('broken.jpg')
    const { name, bytes } = await downloaded(page, () => press(page, 'Report'))
    expect(name).toBe('Shoes-report.csv')
    const lines = bytes.toString('utf8').trim().split('\r\n')
    expect(lines.length).toBe(1 + 6)
    expect(lines.find((line) => line.includes('broken.jpg'))).toContain('unreadable')
  })
  await test.step('run again, it makes nothing anew', async () => {
    const before = await written(page)
    await press(page, 'Run again')
    await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible()
    expect(await written(page)).toEqual(before)
  })
  await test.step('one in doubt is mended in the list, and it alone is made anew', async () => {
    const before = await written(page)
    await press(page, /^Review \d in doubt/)
    await settled(page)
    await page.keyboard.press('b')
    await expect(page.locator('[data-edited-picture]')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 edit', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await settled(page)
    await press(page, 'Show')
    await press(page, 'Run again')
    const changed = async () => {
      const after = await written(page)
      expect(after.map(({ path }) => path)).toEqual(before.map(({ path }) => path))
      return after.filter(({ at }, index) => at !== before[index]?.at).length
    }
    await expect.poll(changed).toBe(2)
    await expect(view(page).getByText('6 files through, 10 written')).toBeVisible()
    expect(await changed()).toBe(2)
    await press(page, 'Close')
    await expect(page.getByRole('button', { name: 'Clear all' }).first()).toBeVisible()
  })
})

test('a batch is paused, and one file skipped', async ({ page }) => {
  await standIn(page)
  await openStudio(page)
  await fill(page, sourceFiles(6))
  await pickFolders(page)
  await dialog(page).getByRole('button', { name: 'Start' }).click()
  await press(page, 'Skip this one')
  await press(page, 'Pause')
  await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible()
  await expect(page).toHaveTitle(/^Paused: Shoes/)
  await press(page, 'Go on')
  await expect(view(page).getByText(/^7 files through/)).toBeVisible()
  await expect(view(page).getByText('Skipped 1')).toBeVisible()
  expect((await pathsOf(page)).length).toBe(5)
})

test('a killed browser goes on where it stood', async ({ baseURL }) => {
  const profile = mkdtempSync(join(tmpdir(), 'killed-'))
  const open = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      ...briefLaunch(),
      ...(baseURL && { baseURL }),
      locale: 'en-GB',
    })
    const page = await context.newPage()
    await standIn(page)
    await openStudio(page)
    return { context, page }
  }
  const killed = await open()
  await fill(killed.page, sourceFiles(9))
  await pickFolders(killed.page)
  await dialog(killed.page).getByRole('button', { name: 'Start' }).click()
  await expect(view(killed.page).getByText(/^[2-9] of 10/)).toBeVisible()
  const closed = killed.context.waitForEvent('close')
  execFileSync('pkill', ['-9', '-f', profile])
  await closed
  const { context, page } = await open()
  const line = page.getByRole('region', { name: 'A folder that is not done' })
  await expect(line).toContainText(/Shoes: \d of 10 done/)
  await expectAccessible(page, 'a folder that was left')
  const before = await written(page)
  expect(before.length).toBeGreaterThan(0)
  await line.getByRole('button', { name: 'Go on' }).click()
  await expect(view(page).getByText('10 files through')).toBeVisible()
  const after = await written(page)
  // Each of them once, and none of those that were there made again.
  expect(after.map(({ path }) => path)).toEqual(outputs(9))
  expect(after).toEqual(expect.arrayContaining(before))
  await context.close()
})

test('where folders cannot be written there is a ZIP', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { showDirectoryPicker: undefined }))
  const folder = join(mkdtempSync(join(tmpdir(), 'folder-')), 'Shoes')
  for (const [path, bytes] of Object.entries(sourceFiles(3))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  await openStudio(page)
  await page.keyboard.press('w')
  await dialog(page).locator('input[type=file]').setInputFiles(folder)
  await expect(dialog(page).getByText('4 pictures')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Start' }).click()
  await expect(view(page).getByText('4 files through, 3 written')).toBeVisible()
  const { name, bytes } = await downloaded(page, () => press(page, 'Download ZIP'))
  expect(name).toBe('Shoes.zip')
  expect(
    unzip(bytes)
      .map((file) => file.name)
      .sort(),
  ).toEqual(outputs(3).sort())
})
