import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { chromiumLaunch } from '#support/chromium.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'
import { numberOption } from './time-budget.ts'
import { watchMemory } from './video/resident-memory.ts'

/**
 * A folder of 500 photos at Balanced, made of those in `SAMPLES` (`../shared/samples/photos`), each another crop of 1
 * megapixel: how fast the batch makes them beside the same photos one by one through the API of the page, and what the
 * browser's processes hold. Two folders of the browser's own file system stand in for those that a person picks. `npm
 * run build`, then `npm run bench:batch`; `-- --photos 100` for a shorter one. Linux only.
 */
const most = numberOption('photos') ?? 500
const step = Math.min(50, most)
const singles = Math.min(30, most - 1)
const samples = process.env.SAMPLES ?? '../shared/samples/photos'
const folder = await mkdtemp(join(tmpdir(), 'batch-'))
const profile = join(folder, 'profile')
const names = (await readdir(samples)).filter((name) => name.endsWith('.jpg')).sort()
if (names.length === 0) throw new Error(`${samples} has no photos.`)

/** The photo of an index: no two are the same file, and each is as large as the others. */
const photoOf = async (index: number): Promise<Buffer> => {
  const name = names[index % names.length] ?? ''
  const turn = Math.floor(index / names.length)
  return sharp(await readFile(join(samples, name)))
    .rotate()
    .resize(1160 + 10 * turn, 900 + 10 * turn, { fit: 'cover' })
    .extract({ left: 5 * turn, top: 5 * turn, width: 1160, height: 900 })
    .jpeg({ quality: 88 })
    .toBuffer()
}
const photos = createServer((request, response) => {
  photoOf(Number(request.url?.slice(1))).then(
    (photo) => response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end(photo),
    () => response.writeHead(500).end(),
  )
})
await new Promise<void>((resolve) => photos.listen(0, '127.0.0.1', resolve))
const host = await serveStudio({ port: 0, base: '/', outDir: process.env.OUT_DIR || 'dist' })
const context = await chromium.launchPersistentContext(profile, {
  ...chromiumLaunch(),
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  bypassCSP: true,
})
const [page = await context.newPage()] = context.pages()
const memory = watchMemory({ profile })
try {
  // As text: what compiles this file gives functions names by a helper, which the page has not.
  await page.addInitScript(`showDirectoryPicker = async ({ id }) =>
    (await navigator.storage.getDirectory()).getDirectoryHandle(id, { create: true })`)
  await page.goto(host.url)
  await fill(page)
  const first = await oneByOne(page)
  console.log(`one by one: ${first.toFixed(2)} s a photo (${singles} photos)`)
  await page.reload()
  await begin(page)
  const rows: (readonly (string | number)[])[] = []
  let before = performance.now()
  const began = before
  for (let count = step; count <= most; count += step) {
    while ((await countWritten(page)) < count) await page.waitForTimeout(500)
    const seconds = (performance.now() - before) / 1000
    before = performance.now()
    const { all = 0, renderer = 0, browser = 0 } = memory.peaks()
    rows.push([count, (seconds / step).toFixed(2), renderer, browser, all])
    console.log(rows.at(-1)?.join(' | '))
  }
  const each = (before - began) / 1000 / most
  await page.reload()
  // Other work on the machine comes and goes: the mean of before and after.
  const last = await oneByOne(page)
  const single = (first + last) / 2
  console.log('\n| photos | seconds each | renderer, MB | browser | all |')
  console.log(`|${' ---: |'.repeat(5)}`)
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
  console.log(
    `\none by one ${first.toFixed(2)} s before and ${last.toFixed(2)} s after, in the batch ${each.toFixed(2)} s: ${(single / each).toFixed(2)} of the speed`,
  )
} finally {
  memory.stop()
  await context.close()
  await host.close()
  photos.close()
  await rm(folder, { recursive: true, force: true })
}

/** Writes the photos into the folder `in` of the browser's file system. */
async function fill(page: Page): Promise<void> {
  const address = photos.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await page.evaluate(
    async ({ port, most }) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('in', { create: true })
      for (let index = 0; index < most; index++) {
        const photo = await (await fetch(`http://127.0.0.1:${port}/${index}`)).blob()
        const file = await folder.getFileHandle(`photo-${String(index).padStart(3, '0')}.jpg`, {
          create: true,
        })
        const to = await file.createWritable()
        await to.write(photo)
        await to.close()
      }
    },
    { port, most },
  )
}

/** Seconds that a photo takes through the API of the page, without the first, which loads the network. */
async function oneByOne(page: Page): Promise<number> {
  return page.evaluate(async (singles) => {
    const { apiReady } = (window as unknown as { clearcut: { apiReady: Promise<boolean> } }).clearcut
    if (!(await apiReady)) throw new Error('The page has no API.')
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('in')
    let began = 0
    for (let index = 0; index <= singles; index++) {
      if (index === 1) began = performance.now()
      const name = `photo-${String(index).padStart(3, '0')}.jpg`
      const body = new FormData()
      body.append('image_file', await (await folder.getFileHandle(name)).getFile())
      const answer = await fetch('v1/remove', { method: 'POST', body })
      if (!answer.ok) throw new Error(`The API answers ${answer.status}.`)
      await answer.blob()
    }
    return (performance.now() - began) / 1000 / singles
  }, singles)
}

/** Begins the batch as a person does, with the settings of a first visit. */
async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Or a whole folder into another' }).click()
  const dialog = page.getByRole('dialog', { name: 'Folder to folder' })
  await dialog.getByRole('button', { name: 'Choose a folder' }).first().click()
  await dialog.getByText(`${most} pictures`).waitFor()
  await dialog.getByRole('button', { name: 'Choose a folder' }).click()
  memory.peaks()
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
}

/** How many files are whole in the folder `out`. */
function countWritten(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('out', { create: true })
    let count = 0
    for await (const name of folder.keys()) if (!name.endsWith('.crswap')) count++
    return count
  })
}
