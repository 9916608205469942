import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { reasonMessages } from '#contract/reason-messages.ts'
import { tinyStudio } from '#support/built-studio.ts'
import { openControlledStudio, postImage } from '#support/image-api-in-page.ts'
import { type ServedStudio, serveStudio } from '../../src/build/serve-studio.ts'
import { expect, test } from '../support/studio-page.ts'

test.use({ serviceWorkers: 'allow' })

/** A host of our own, which can be shut down. */
const serve = (isolated: boolean, outDir = tinyStudio.outDir, port = 0): Promise<ServedStudio> =>
  serveStudio({ port, base: tinyStudio.path, outDir: resolve(outDir), isolated })

/** Sends no isolation headers, as plain static hosts are. */
const serveBare = () => serve(false)

/** How often this tab has loaded the studio. */
const countLoads = (page: Page) => {
  let loads = 0
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) loads++
  })
  return () => loads
}

/** Resolves when the page knows whether a service worker answers it; it reloads before that, or never. */
const isApiReady = (page: Page) =>
  page.evaluate(
    () => (globalThis as unknown as { clearcut: { apiReady: Promise<boolean> } }).clearcut.apiReady,
  )

/** The copies that are kept for use without a network, and complete: the manifest comes last. */
const shellsOf = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('clearcut-shell'))
    const proofs = await Promise.all(
      names.map((cacheName) => caches.match('asset-manifest.json', { cacheName })),
    )
    return names.filter((_, at) => proofs[at] !== undefined)
  })

/**
 * Puts other bytes into the copy of the page's first script. Resolves with what it is fetched as, and with what is kept
 * then.
 */
const fetchedOverDamage = (page: Page) =>
  page.evaluate(async () => {
    const { src } = document.querySelector('script[type=module]') as HTMLScriptElement
    const [name = ''] = (await caches.keys()).filter((name) => name.startsWith('clearcut-shell'))
    const shell = await caches.open(name)
    const kept = await shell.match(src)
    await shell.put(src, new Response('damaged', { headers: kept?.headers ?? {} }))
    const fetched = await (await fetch(src)).text()
    return [fetched, await (await shell.match(src))?.text()]
  })

const isIsolated = (page: Page) => page.evaluate(() => crossOriginIsolated)

test('without isolation headers the page reloads once and is isolated', async ({ page }) => {
  const host = await serveBare()
  const loads = countLoads(page)
  await page.goto(host.url)
  await page.waitForFunction(() => crossOriginIsolated)
  expect(await isApiReady(page)).toBe(true)
  expect(loads()).toBe(2)
  await page.reload()
  expect(await isIsolated(page)).toBe(true)
  expect(await isApiReady(page)).toBe(true)
  expect(loads()).toBe(3)
  await host.close()
})

test.describe('where service workers are refused', () => {
  test.use({ serviceWorkers: 'block' })

  test('the studio opens without isolation and does not reload', async ({ page }) => {
    const host = await serveBare()
    const loads = countLoads(page)
    await page.goto(host.url)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(await isApiReady(page)).toBe(false)
    expect(await isIsolated(page)).toBe(false)
    expect(loads()).toBe(1)
    await host.close()
  })
})

test('after the first image the studio works offline', async ({ page, context }) => {
  const host = await serveBare()
  await openControlledStudio(page, host.url)
  await page.waitForFunction(() => crossOriginIsolated)
  const online = await postImage(page, { fields: { level: 'fast' } })
  expect([online.status, online.headers['content-type']]).toEqual([200, 'image/png'])
  await expect.poll(() => shellsOf(page)).toHaveLength(1)
  // What a fault of the disk leaves: the page could not start with it, nor could it without the network afterwards.
  expect(await fetchedOverDamage(page)).not.toContain('damaged')
  await host.close()
  await context.setOffline(true)

  await page.reload()
  expect(await isIsolated(page)).toBe(true)
  const offline = await postImage(page, { fields: { level: 'fast', format: 'webp' } })
  expect([offline.status, offline.headers['content-type']]).toEqual([200, 'image/webp'])
  const tab = await context.newPage()
  await tab.goto(`${host.url}?from=bookmark`)
  await expect(tab.getByRole('heading').first()).toBeVisible()
  expect(await tab.evaluate(async () => (await (await fetch('v1/me')).json()).usedCredits)).toBe(2)
})

test('after a reload past the service worker the API answers again', async ({ page, context }) => {
  const host = await serve(true)
  await page.addInitScript(() => {
    Object.assign(globalThis, { wasControlled: navigator.serviceWorker.controller !== null })
  })
  await openControlledStudio(page, host.url)
  const session = await context.newCDPSession(page)
  const loaded = page.waitForEvent('load')
  // As Shift and a click on Reload do.
  await session.send('Page.reload', { ignoreCache: true })
  await loaded
  const facts = await page.evaluate(async () => {
    const { clearcut, wasControlled } = globalThis as unknown as {
      clearcut: { apiReady: Promise<boolean> }
      wasControlled: boolean
    }
    const isReady = await clearcut.apiReady
    return { wasControlled, isReady, status: (await fetch('v1/me')).status }
  })
  expect(facts).toEqual({ wasControlled: false, isReady: true, status: 200 })
  await host.close()
})

/** A copy of the built studio as a later release: same files, another name. */
const release = async (folder: string, build: string): Promise<string> => {
  const outDir = join(folder, build)
  await mkdir(outDir)
  for (const entry of await readdir(tinyStudio.outDir, { withFileTypes: true })) {
    const [from, to] = [resolve(tinyStudio.outDir, entry.name), join(outDir, entry.name)]
    if (entry.isDirectory()) await symlink(from, to)
    else await cp(from, to)
  }
  const [manifestFile, workerFile] = [join(outDir, 'asset-manifest.json'), join(outDir, 'service-worker.js')]
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'))
  await writeFile(manifestFile, JSON.stringify({ ...manifest, build }))
  await writeFile(workerFile, `// Build ${build}\n${await readFile(workerFile, 'utf8')}`)
  return outDir
}

/** Lets the service worker of a release speak the next protocol of the API bridge. */
const raiseBridgeProtocol = async (outDir: string) => {
  const workerFile = join(outDir, 'service-worker.js')
  const code = await readFile(workerFile, 'utf8')
  const raised = code.replaceAll('clearcut-api-bridge/1', 'clearcut-api-bridge/2')
  expect(raised).not.toBe(code)
  await writeFile(workerFile, raised)
}

test('a page from before an update is answered, or asked to reload', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'))
  const account = () =>
    page.evaluate(async () => {
      const answer = await fetch('v1/me')
      return [answer.status, (await answer.json()).message]
    })
  try {
    const [first, next, other] = [
      await serve(true),
      await release(folder, 'next'),
      await release(folder, 'other'),
    ]
    await raiseBridgeProtocol(other)
    await openControlledStudio(page, first.url)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('ServiceWorker.enable')
    let host = first
    for (const [outDir, expected] of [
      [next, [200, undefined]],
      [other, [502, reasonMessages.window_of_other_release]],
    ] as const) {
      const before = await page.evaluateHandle(() => navigator.serviceWorker.controller)
      await host.close()
      host = await serve(true, outDir, Number(new URL(first.url).port))
      // The browser looks for updates by itself too, and may have been first. While it takes the old worker for busy,
      // it lets the new one wait for up to five minutes.
      const isTakenOver = async () => {
        await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
        await devtools.send('ServiceWorker.skipWaiting', { scopeURL: first.url })
        return page.evaluate((old) => navigator.serviceWorker.controller !== old, before)
      }
      await expect.poll(isTakenOver).toBe(true)
      expect(await account()).toEqual(expected)
    }
    await host.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a new release takes over and keeps only the previous one', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'))
  const shells = () => shellsOf(page)
  const settled = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return (
        !registration?.installing && !registration?.waiting && registration?.active?.state === 'activated'
      )
    })
  try {
    let host = await serve(true)
    const port = Number(new URL(host.url).port)
    await openControlledStudio(page, host.url)
    expect(await page.evaluate(async () => (await fetch('v1/me')).status)).toBe(200)
    await expect.poll(shells).toHaveLength(1)
    const [first] = await shells()
    for (const [build, expected] of [
      ['b', [first, 'clearcut-shell:%2Fstudio%2F:b']],
      ['c', ['clearcut-shell:%2Fstudio%2F:b', 'clearcut-shell:%2Fstudio%2F:c']],
    ] as const) {
      await host.close()
      host = await serve(true, await release(folder, build), port)
      // A browser drops a check for updates that falls into one still going on: then the next visit sees the release.
      await expect(async () => {
        await expect.poll(settled).toBe(true)
        await page.reload()
        await expect.poll(shells, { timeout: 15_000 }).toEqual(expected)
      }).toPass()
      // The open tab goes on under the new worker.
      expect(await page.evaluate(async () => (await fetch('v1/me')).status)).toBe(200)
    }
    await host.close()
    await page.reload()
    expect(await page.evaluate(async () => (await fetch('v1/me')).status)).toBe(200)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
