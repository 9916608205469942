import { mkdtempSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { tinyStudio } from '#support/built-studio.ts'
import { heicRedderThanSrgb } from '#support/small-pictures.ts'
import { type EngineStudio, engineFacts, expect, test } from './engine-test.ts'

/** Half as wide as it comes, which costs a quarter of the time. */
const fox = join(mkdtempSync(join(tmpdir(), 'photos-')), 'plush-fox.jpg')
const foxSize = { width: 600, height: 450 }
await sharp('public/samples/plush-fox.jpg').resize(foxSize).toFile(fox)

const settled = '[data-testid=viewer][data-state=done][data-updating=false]'
const divider = '[role=slider][aria-valuetext]'
const done = 'li[data-state=done]'
const level = (name: string) => `input[type=radio][value=${name}]`

/** The mean of red, green and blue at the right edge of the picture, where Compare shows the result. */
const rightEdge = async (bytes: Buffer, box: { x: number; y: number; width: number; height: number }) => {
  const place = { left: Math.round(box.x + 0.92 * box.width), top: Math.round(box.y + 0.06 * box.height) }
  const { channels } = await sharp(bytes)
    .extract({ ...place, width: 24, height: 24 })
    .stats()
  return channels.slice(0, 3).map(({ mean }) => mean)
}

const rightEdgeOnScreen = async ({ page, evaluate }: EngineStudio) => {
  const box = await evaluate(() => {
    const picture = document.querySelector('[data-testid=viewer] img')?.getBoundingClientRect()
    return picture && { x: picture.x, y: picture.y, width: picture.width, height: picture.height }
  }, null)
  if (!box) throw new Error('the viewer has no picture')
  return rightEdge(await page.screenshot(), box)
}

test('photos are cut out, compared, saved, dropped, pasted and queued', async ({ studio }) => {
  const { page, evaluate } = studio

  await test.step('a first visit shows the typeface, and the API answers', async () => {
    await page.open(tinyStudio.url)
    await studio.waitFor('h1')
    const hasTypeface = await evaluate(async () => {
      await document.fonts.ready
      return [...document.fonts].some(
        ({ family, status }) => family.replaceAll('"', '') === 'Instrument Sans' && status === 'loaded',
      )
    }, null)
    expect(hasTypeface).toBe(true)
    const answer = await evaluate(async () => {
      const { clearcut } = globalThis as unknown as { clearcut: { apiReady: Promise<boolean> } }
      const isReady = await clearcut.apiReady
      const body = new FormData()
      body.append('level', 'fast')
      body.append('image_file', await (await fetch('samples/plush-fox.jpg')).blob(), 'fox.jpg')
      const response = await fetch('v1/remove', { method: 'POST', body })
      const bytes = new Uint8Array(await response.arrayBuffer())
      return {
        isReady,
        status: response.status,
        type: response.headers.get('content-type'),
        bytes: [...bytes.subarray(0, 4)],
      }
    }, null)
    expect(answer).toEqual({ isReady: true, status: 200, type: 'image/png', bytes: [137, 80, 78, 71] })
  })

  await test.step('a photo is cut out, and Compare paints the result', async () => {
    await page.chooseFiles('input[type=file]', [fox])
    await studio.waitFor(settled)
    await studio.waitFor(divider)
    // The checkerboard, or what the tiny network kept, is not the original.
    const original = await rightEdge(await sharp(fox).png().toBuffer(), { x: 0, y: 0, ...foxSize })
    const apart = async () => {
      const shown = await rightEdgeOnScreen(studio)
      return Math.max(...original.map((value, channel) => Math.abs(value - (shown[channel] ?? 0))))
    }
    await expect.poll(apart).toBeGreaterThan(20)
  })

  await test.step('the settings of the engine say on what it works', async () => {
    const hasThreads = await evaluate(() => 'SharedArrayBuffer' in globalThis, null)
    expect(await engineFacts(studio)).toMatch(
      hasThreads ? /Threads[2-4].*Yes, so threads/ : /Threads1.*No, so one thread only/,
    )
  })

  await test.step('the view is changed', async () => {
    // By clicks: while other cut-outs are offered, they have the keys of the views (studio-keyboard.spec.ts).
    await studio.click(level('result'))
    await studio.waitForCount(divider, 0)
    await studio.click(level('compare'))
    await studio.waitFor(divider)
  })

  await test.step('the result is saved as a PNG with alpha', async () => {
    await evaluate(() => (document.activeElement as HTMLElement | null)?.blur(), null)
    const { name, bytes } = await studio.saved(() => page.press('s'))
    expect(name).toBe('plush-fox.png')
    const { format, channels, ...size } = await sharp(bytes).metadata()
    expect([format, channels]).toEqual(['png', 4])
    expect(size).toMatchObject(foxSize)
  })

  // Small ones from here on: that they are all worked on is the point.
  const small = await sharp(fox).resize(300).jpeg().toBuffer()

  await test.step('photos in a dropped folder and pasted join the list', async () => {
    await evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
      const photo = (name: string) => new File([bytes], name, { type: 'image/jpeg' })
      // A folder, as the browser would describe it: no script can drop a real one.
      const file = photo('inside.jpg')
      const entry = { name: 'inside.jpg', isFile: true, file: (done: (file: File) => void) => done(file) }
      const batches: object[][] = [[entry, { ...entry, name: 'notes.txt' }], []]
      const readEntries = (done: (entries: object[]) => void) => done(batches.shift() ?? [])
      const folder = { name: 'photos', isDirectory: true, createReader: () => ({ readEntries }) }
      const item = { kind: 'file', getAsFile: () => null, webkitGetAsEntry: () => folder }
      const transfer = { types: ['Files'], items: [item], files: [], getData: () => '' }
      const drop = new Event('drop', { bubbles: true, cancelable: true })
      document.body.dispatchEvent(Object.defineProperty(drop, 'dataTransfer', { value: transfer }))
      const pasted = new DataTransfer()
      pasted.items.add(photo('pasted.jpg'))
      // Firefox takes no clipboardData for an event that a script makes.
      const paste = new Event('paste', { bubbles: true, cancelable: true })
      document.body.dispatchEvent(Object.defineProperty(paste, 'clipboardData', { value: pasted }))
    }, small.toString('base64'))
    await studio.waitForCount(done, 3)
  })

  await test.step('a HEIC keeps the colours of its profile', async () => {
    const heic = join(tmpdir(), `photo-${page.engine}.heic`)
    await writeFile(heic, heicRedderThanSrgb)
    await page.chooseFiles('input[type=file]', [heic])
    await studio.waitForCount(done, 4)
    await evaluate(() => {
      const rows = [...document.querySelectorAll<HTMLElement>('li[data-state=done]')]
      rows
        .find((row) => row.textContent?.includes('.heic'))
        ?.querySelector('button')
        ?.click()
    }, null)
    // Its colours are kept by every engine, whatever its canvases have.
    await expect
      .poll(() => evaluate(() => document.body.textContent?.includes('ColoursDisplay P3'), null))
      .toBe(true)
  })

  await test.step('the theme changes, and is kept, as the list is', async () => {
    const themeOf = () => evaluate(() => document.documentElement.dataset.theme ?? 'system', null)
    await evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>('header button')]
      buttons.find((button) => /theme/i.test(button.ariaLabel ?? button.title))?.click()
    }, null)
    await expect.poll(themeOf).toBe('light')
    // While a picture is not stored yet, the browser would ask before the page goes.
    const mayGo = () => evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })), null)
    await expect.poll(mayGo).toBe(true)
    await page.open(tinyStudio.url)
    await expect.poll(themeOf).toBe('light')
    await studio.waitForCount(done, 4)
    await studio.waitFor(settled)
  })
})
