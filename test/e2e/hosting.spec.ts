import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { firstViewLimits, measureFirstView, sentBytes } from '#build/first-view.ts'
import { documentTexts } from '#studio/messages/document-texts.ts'
import { openControlledStudio, postImage } from '#support/image-api-in-page.ts'
import { shippedStudio, tinyStudio } from '../support/built-studio.ts'
import { expect, test } from '../support/studio-page.ts'
import { fox, openStudio, pick, rows, settled } from './studio-flow.ts'

test.use({ serviceWorkers: 'allow' })

const largestFileBytes = 25 * 1024 * 1024

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => ({ path: path.replaceAll('\\', '/'), stat: statSync(join(folder, path)) }))
    .filter(({ stat }) => stat.isFile())
    .map(({ path, stat }) => ({ path, bytes: stat.size }))

test('the page opens isolated, without errors or requests to other origins', async ({
  page,
  consoleErrors,
  foreignRequests,
}) => {
  await page.goto('./')
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  const typefaces = await page.evaluate(async () =>
    [...(await document.fonts.ready)].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  )
  expect(typefaces.join()).toContain('Instrument Sans')
  await page.getByRole('button', { name: 'On this device' }).click()
  await expect(page.getByRole('dialog').locator('dl')).toContainText(/Threads[2-4].*Yes, so threads/)
  expect(consoleErrors).toEqual([])

  await test.step('the check of every test notices a request to another origin', async () => {
    await page.evaluate(() => fetch('https://elsewhere.invalid/', { mode: 'no-cors' }).catch(() => {}))
    expect(foreignRequests).toEqual(['https://elsewhere.invalid/'])
    foreignRequests.length = 0
  })
})

test('every built file fits a CDN and is in the manifest', () => {
  const files = filesOf(shippedStudio.outDir)
  expect(files.filter(({ bytes }) => bytes > largestFileBytes)).toEqual([])
  const manifest: { build: string; files: { path: string; bytes: number; when: string }[] } = JSON.parse(
    readFileSync(join(shippedStudio.outDir, 'asset-manifest.json'), 'utf8'),
  )
  for (const { path, bytes } of manifest.files) expect(files).toContainEqual({ path, bytes })
  const listed = manifest.files.map(({ path }) => path)
  const unlisted = files.map(({ path }) => path).filter((path) => !listed.includes(path))
  expect(
    unlisted.filter(
      (path) =>
        !/^(_headers|404\.html|config\.json|licences\.txt|screenshot\.png|service-worker\.js|asset-manifest\.json)$/.test(
          path,
        ),
    ),
  ).toEqual([])
  const installed = manifest.files.filter(({ when }) => when === 'install')
  expect(installed.map(({ path }) => path)).toContain('index.html')
  // What a first visit keeps for offline use stays small; the model and the WASM come when they are used.
  expect(installed.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(3_600_000)
  expect(readFileSync(join(shippedStudio.outDir, 'service-worker.js'), 'utf8')).toMatch(
    new RegExp(`^// Build ${manifest.build}\n`),
  )
})

test('the first view needs little script; other parts come later', () => {
  const html = readFileSync(join(shippedStudio.outDir, 'index.html'), 'utf8')
  const { files, scriptBytes, bytes } = measureFirstView(shippedStudio.outDir)
  expect(files.length).toBeGreaterThan(10)
  expect(scriptBytes).toBeLessThan(firstViewLimits.scriptBytes)
  expect(bytes).toBeLessThan(firstViewLimits.bytes)
  // Whatever works on items, and the dialogs, are scripts of their own.
  const names = filesOf(join(shippedStudio.outDir, 'assets')).map(({ path }) =>
    path.replace(/-[\w-]{8}\.js$/, ''),
  )
  for (const part of [
    'account',
    'engine',
    'shortcuts-list',
    'image-workspace',
    'video-workspace',
    'work-area',
  ]) {
    expect(names).toContain(part)
    expect(html).not.toContain(`/${part}-`)
  }
})

test('a visit moves only the first view until a file is near', async ({ page, consoleErrors }) => {
  const asked = new Set<string>()
  const outside: string[] = []
  page.context().on('request', (request) => {
    const { pathname, protocol } = new URL(request.url())
    if (request.url().startsWith(tinyStudio.url))
      asked.add(pathname.slice(tinyStudio.path.length) || 'index.html')
    else if (protocol === 'http:') outside.push(pathname)
  })
  await openControlledStudio(page)
  await page.waitForLoadState('networkidle')
  const moved = [...asked].map((path) => ({ path, bytes: sentBytes(join(tinyStudio.outDir, path)) }))
  const total = (of: typeof moved) => of.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(total(moved.filter(({ path }) => path.endsWith('.js')))).toBeLessThan(firstViewLimits.scriptBytes)
  expect(total(moved)).toBeLessThan(firstViewLimits.bytes)
  expect([...asked].filter((path) => /worker-|models\/|video|workspace|manifest\.json/.test(path))).toEqual(
    [],
  )

  await page.getByRole('button', { name: 'Open pictures or videos' }).hover()
  await expect.poll(() => [...asked].some((path) => /image-kind-/.test(path))).toBe(true)

  await test.step('the API answers below a base path, from where all files come', async () => {
    const { status, headers } = await postImage(page, { fields: { level: 'fast' } })
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    expect(outside).toEqual([])
  })
  expect(consoleErrors).toEqual([])
})

test('a visitor with a photo loads nothing that shows or makes videos', async ({ page }) => {
  const asked = new Set<string>()
  page.context().on('request', (request) => {
    // The copy for use without a network has all parts.
    if (request.serviceWorker() === null) asked.add(new URL(request.url()).pathname)
  })
  const ofVideos = /\/(video-(workspace|matte|render)|ffmpeg)/
  await openStudio(page)
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)
  await settled(page)
  await page.waitForLoadState('networkidle')
  expect([...asked].filter((path) => ofVideos.test(path))).toEqual([])
  // What tells a clip from a photo, and the work on clips.
  const kind = [...asked].find((path) => /video-kind-/.test(path)) ?? ''
  expect(sentBytes(join(tinyStudio.outDir, kind.slice(tinyStudio.path.length)))).toBeLessThan(20_000)
  const before = asked.size
  await pick(page, { name: 'broken.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no clip') })
  await expect(rows(page, 'unreadable')).toHaveCount(1)
  const later = [...asked].slice(before).filter((path) => ofVideos.test(path))
  expect(later.join()).toMatch(/video-matte/)
})

test('files are served with their types; a missing one gets 404', async ({ request }) => {
  const typeOf = async (path: string) => (await request.get(path)).headers()['content-type']
  const { files }: { files: { path: string }[] } = await (await request.get('asset-manifest.json')).json()
  const model = files.find(({ path }) => /^models\/.*\.wasm$/.test(path))
  expect(await typeOf('./')).toMatch(/^text\/html/)
  expect(await typeOf('service-worker.js')).toMatch(/^text\/javascript/)
  expect(await typeOf('manifest.webmanifest')).toMatch(/^application\/manifest\+json/)
  const manifest: unknown = await (await request.get('manifest.webmanifest')).json()
  expect(manifest).toMatchObject(documentTexts.manifest)
  if (model) expect(await typeOf(model.path)).toMatch(/^application\/wasm/)
  const missing = await request.get('assets/no-such-file.js')
  expect(missing.status()).toBe(404)
})
