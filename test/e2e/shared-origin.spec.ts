import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { tinyStudio } from '#support/built-studio.ts'
import { hasFfmpeg, panningClip } from '#support/ffmpeg-in-node.ts'
import { expect, test } from '#support/studio-page.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'
import { downloaded, fox, pick, rows } from './studio-flow.ts'

test.skip(!hasFfmpeg, 'The clip is made by an ffmpeg of this machine; there is none.')

/** A copy of the built studio whose page, scripts and styles are changed. */
const copyStudio = async (folder: string, change: (text: string) => string): Promise<void> => {
  const built = resolve(tinyStudio.outDir)
  await mkdir(join(folder, 'assets'), { recursive: true })
  for (const { name } of await readdir(built, { withFileTypes: true }))
    if (name !== 'assets' && name !== 'index.html') await symlink(join(built, name), join(folder, name))
  const assets = (await readdir(join(built, 'assets'))).map((name) => `assets/${name}`)
  for (const name of ['index.html', ...assets])
    if (/\.(html|js|css)$/.test(name))
      await writeFile(join(folder, name), change(await readFile(join(built, name), 'utf8')))
    else await cp(join(built, name), join(folder, name))
}

/** The names of all that the browser keeps for the origin. */
const namesOfOrigin = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    type Folder = FileSystemDirectoryHandle & { keys(): AsyncIterable<string> }
    const files: string[] = []
    for await (const name of ((await navigator.storage.getDirectory()) as Folder).keys()) files.push(name)
    const { held = [], pending = [] } = await navigator.locks.query()
    const names = [
      ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
      ...(await caches.keys()),
      ...[...held, ...pending].map(({ name }) => name ?? ''),
      ...Object.keys(localStorage),
      ...files,
    ]
    // A lock for one worker has a name of its own.
    return names.filter((name) => !name.startsWith('worker-')).sort()
  })

test('studios of one origin share nothing', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'origin-'))
  await symlink(resolve(tinyStudio.outDir), join(folder, 'studio'))
  await copyStudio(join(folder, 'other'), (text) => text.replaceAll('/studio/', '/other/'))
  const host = await serveStudio({ port: 0, base: '/', outDir: folder })
  const open = async (studio: 'studio' | 'other') => {
    await page.goto(`${host.url}${studio}/index.html`)
    // What is there from before may be shown at once.
    await page
      .getByRole('button', { name: /^(Open|Add) pictures/ })
      .first()
      .waitFor()
  }
  const saved = async () => {
    await page.getByRole('button', { name: /^clip\.mp4/ }).click()
    const { bytes } = await downloaded(page, () =>
      page.getByRole('button', { name: 'Save WebM', exact: true }).click(),
    )
    return bytes
  }
  try {
    await open('studio')
    const buffer = panningClip({ frames: 3, width: 160, height: 120 })
    await pick(page, { name: 'clip.mp4', mimeType: 'video/mp4', buffer })
    await page.getByRole('button', { name: /^Make / }).click()
    await expect(rows(page, 'done')).toHaveCount(1)
    const clip = await saved()
    const names = await namesOfOrigin(page)
    expect(names.filter((name) => !name.includes(':%2Fstudio%2F'))).toEqual([])
    expect(names.length).toBeGreaterThan(6)

    await test.step('a studio below another path neither sees nor changes it', async () => {
      const before = await namesOfOrigin(page)
      await open('other')
      await pick(page, fox)
      await expect(rows(page, 'done')).toHaveCount(1)
      await expect(page.getByRole('button', { name: /^clip\.mp4/ })).toHaveCount(0)
      const names = await namesOfOrigin(page)
      expect(names.filter((name) => !/:%2F(studio|other)%2F/.test(name))).toEqual([])
      const kept = before.filter((name) => !/-(following|jobs|files|keeping|pages|list-[\w-]+):/.test(name))
      expect(names).toEqual(expect.arrayContaining(kept))
      await open('studio')
      expect((await saved()).equals(clip)).toBe(true)
    })
  } finally {
    await host.close()
    await rm(folder, { recursive: true, force: true })
  }
})
