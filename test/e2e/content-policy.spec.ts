import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { tinyStudio } from '#support/built-studio.ts'
import { hasFfmpeg, panningClip } from '#support/ffmpeg-in-node.ts'
import { openControlledStudio, postImage } from '#support/image-api-in-page.ts'
import { pollUntilEnded, submitVideo } from '#support/video-api-in-page.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'
import { expect, test } from '../support/studio-page.ts'

test.use({ serviceWorkers: 'allow' })

const closing: (() => unknown)[] = []
test.afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A host of the built studio that sends the headers, or leaves them to the service worker. */
const openHost = async (sendsHeaders: boolean, outDir = tinyStudio.outDir): Promise<string> => {
  const host = await serveStudio({
    port: 0,
    base: tinyStudio.path,
    outDir: resolve(outDir),
    isolated: sendsHeaders,
  })
  closing.push(() => host.close())
  return host.url
}

/** Another origin, which answers everything with one page and lets everybody read it. */
const openOtherSite = async (html = ''): Promise<string> => {
  const server = createServer((_request, response) => {
    response
      .writeHead(200, {
        'Content-Type': 'text/html',
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      .end(`<!doctype html>${html}`)
  })
  await new Promise<void>((ready) => server.listen(0, 'localhost', ready))
  closing.push(() => server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}

/** The built studio with another `config.json`. */
const configured = async (config: object): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  for (const name of await readdir(tinyStudio.outDir))
    if (name !== 'config.json') await symlink(resolve(tinyStudio.outDir, name), join(folder, name))
  await writeFile(join(folder, 'config.json'), JSON.stringify(config))
  return folder
}

/** The studio as it is under its service worker, isolated on any host. */
const openIsolated = async (page: Page, url: string) => {
  await openControlledStudio(page, url)
  await page.waitForFunction(() => crossOriginIsolated)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

const asked = (url: string): Promise<string> =>
  fetch(url).then(
    () => 'answered',
    () => 'refused',
  )

/** What the browser shows of a JSON answer. */
const jsonOf = async (page: Page) => JSON.parse((await page.locator('pre').textContent()) ?? '')

const senders = [
  ['a host that sends headers', true],
  ['a host that sends none', false],
] as const

test('the server, a CDN and the page send the same policy', async ({ request }) => {
  const sentWith = async (path: string) => (await request.get(path)).headers()['content-security-policy']
  const rules = readFileSync(join(tinyStudio.outDir, '_headers'), 'utf8')
  const rule = (path: string) =>
    rules
      .split(/\n\n+/)
      .find((block) => block.startsWith(`${path}\n`))
      ?.match(/Content-Security-Policy: (.*)/)?.[1]
  const html = await (await request.get('./')).text()
  const meta = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]
  const script = /src="\/studio\/(assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  expect(rule('/')).toBe(`${meta}; frame-ancestors 'none'`)
  expect(await sentWith('./')).toBe(rule('/'))
  expect(await sentWith('errors.html')).toBe(rule('/errors.html'))
  expect(await sentWith(script)).toBe(rule('/assets/*'))
  expect(await sentWith('service-worker.js')).toBe(rule('/service-worker.js'))
})

for (const [host, sendsHeaders] of senders) {
  test(`on ${host} workers work, and reach no other origin`, async ({ page, consoleErrors }) => {
    await openIsolated(page, await openHost(sendsHeaders))
    expect(await postImage(page, { fields: { level: 'fast' } })).toMatchObject({ status: 200 })
    // Its policy is the service worker's there, and so that of every worker.
    if (hasFfmpeg && !sendsHeaders)
      // ffmpeg for the pictures and an encoder of AAC, both WASM, one of them in a worker made of a blob.
      await test.step('a video is made under their policy', async () => {
        const file = panningClip({ frames: 4, audio: 'libopus', width: 160, height: 120 })
        const { json } = await submitVideo(page, { file, fields: { level: 'fast', format: 'mov' } })
        const done = (await pollUntilEnded(page, json.status_url)).at(-1)
        expect(done).toMatchObject({ status: 'completed', error: null })
      })
    expect(consoleErrors).toEqual([])
    const other = await openOtherSite()
    expect(await page.evaluate(asked, other)).toBe('answered')
    // Its threads have the same policy, but are too busy to be asked.
    const worker = page.workers().find((each) => each.url().includes('/image.worker-'))
    expect(await worker?.evaluate(asked, other)).toBe('refused')
    expect(
      await worker?.evaluate(
        (path) => fetch(`${path}manifest.webmanifest`).then(({ ok }) => ok),
        tinyStudio.path,
      ),
    ).toBe(true)
  })

  test(`on ${host} only listed sites may frame the page`, async ({ page }) => {
    const url = await openHost(sendsHeaders)
    const other = await openOtherSite(`<iframe src="${url}"></iframe>`)
    const listing = await openHost(
      sendsHeaders,
      await configured({ frame_ancestors: [new URL(other).origin] }),
    )
    await openIsolated(page, url)
    await openIsolated(page, listing)

    await page.goto(other)
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
    await page.evaluate((shown) => document.querySelector('iframe')?.setAttribute('src', shown), listing)
    await expect(page.frameLocator('iframe').getByRole('heading').first()).toBeVisible()
  })
}

test('a form of another site is refused; its links are followed', async ({ page, context }) => {
  const url = await openHost(true)
  const studio = await context.newPage()
  await openIsolated(studio, url)
  const other = await openOtherSite(
    `<form method="post" enctype="multipart/form-data" action="${url}v1/remove">
       <input name="image_url" value="x"><button>Send</button></form><a href="${url}v1/me">Account</a>`,
  )
  await page.goto(other)
  await page.getByRole('button').click()
  await page.waitForURL('**/v1/remove')
  expect(await jsonOf(page)).toMatchObject({
    code: 'permission_denied',
    request_id: expect.stringMatching(/^req_/),
    doc_url: `${url}errors.html#permission_denied`,
  })
  await page.goto(other)
  await page.getByRole('link').click()
  await page.waitForURL('**/v1/me')
  expect(await jsonOf(page)).toMatchObject({ usedCredits: 0 })
})

test('the page about errors has its styles', async ({ page, consoleErrors }) => {
  await page.goto('errors.html')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '32px')
  expect(consoleErrors).toEqual([])
})
