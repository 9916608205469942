import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { tinyStudio } from '#support/built-studio.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'
import { type EngineStudio, engineFacts, enginesOnly, expect, test } from './engine-test.ts'

const done = 'li[data-state=done]'

/** A small photo of its own, which no earlier result stands for. */
const smallPhoto = async (width: number): Promise<string> => {
  const file = join(tmpdir(), `plant-${width}.jpg`)
  await sharp('public/samples/leafy-plant.jpg').resize(width).toFile(file)
  return file
}

/** A host that sends no headers of isolation, as plain static hosts are. */
const serveBare = (outDir: string) =>
  serveStudio({ port: 0, base: tinyStudio.path, outDir: resolve(outDir), isolated: false })

/** Whether a copy for use without a network is complete: the manifest comes last. */
const hasCopy = ({ evaluate }: EngineStudio) =>
  evaluate(async () => {
    for (const cacheName of await caches.keys())
      if (
        cacheName.startsWith('clearcut-shell') &&
        (await caches.match('asset-manifest.json', { cacheName }))
      )
        return true
    return false
  }, null)

test('behind a host without headers, pages are isolated and work offline', { tag: enginesOnly }, async ({
  studio,
}) => {
  const { page, evaluate } = studio
  const host = await serveBare(tinyStudio.outDir)

  await test.step('the service worker adds the headers, after one reload', async () => {
    await page.open(host.url)
    // A reload takes the page away while it is asked.
    await expect.poll(() => evaluate(() => crossOriginIsolated, null).catch(() => false)).toBe(true)
    await studio.waitFor('h1')
  })

  await test.step('the settings of the engine say on what it works', async () => {
    const facts = await engineFacts(studio)
    // Only with shared memory are there threads; WebKitGTK has none of it.
    if (await evaluate(() => 'SharedArrayBuffer' in globalThis, null))
      expect(facts).toContain('Isolated pageYes')
    else expect(facts).toMatch(/Threads1.*No, so one thread only/)
  })

  await test.step('without a network the page opens, and cuts out a photo', async () => {
    await page.chooseFiles('input[type=file]', [await smallPhoto(300)])
    await studio.waitForCount(done, 1)
    await expect.poll(() => hasCopy(studio)).toBe(true)
    await host.close()
    await page.open(`${host.url}?from=bookmark`)
    await studio.waitFor('input[type=file]')
    await page.chooseFiles('input[type=file]', [await smallPhoto(301)])
    await studio.waitForCount(done, 1)
    const account = await evaluate(async () => {
      await (globalThis as unknown as { clearcut: { apiReady: Promise<boolean> } }).clearcut.apiReady
      return (await fetch('v1/me')).status
    }, null)
    expect(account).toBe(200)
  })
})

test('a page that cannot be isolated works on one thread', { tag: enginesOnly }, async ({ studio }) => {
  const { page, evaluate } = studio
  const folder = await mkdtemp(join(tmpdir(), 'studio-'))
  // A host that lacks the service worker stands for a browser that refuses it.
  for (const name of await readdir(tinyStudio.outDir))
    if (name !== 'service-worker.js') await symlink(resolve(tinyStudio.outDir, name), join(folder, name))
  const host = await serveBare(folder)
  await page.open(host.url)
  await studio.waitFor('h1')
  const isolation = await evaluate(async () => {
    const { clearcut } = globalThis as unknown as { clearcut: { apiReady: Promise<boolean> } }
    return { answersApi: await clearcut.apiReady, isIsolated: crossOriginIsolated }
  }, null)
  expect(isolation).toEqual({ answersApi: false, isIsolated: false })
  await page.chooseFiles('input[type=file]', [await smallPhoto(302)])
  await studio.waitForCount(done, 1)
  expect(await engineFacts(studio)).toMatch(/Threads1.*No, so one thread only/)
  await host.close()
  await rm(folder, { recursive: true })
})
