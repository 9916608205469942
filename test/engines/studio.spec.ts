import { resolve } from 'node:path'
import sharp from 'sharp'
import { tinyStudio } from '#support/built-studio.ts'
import { type EngineStudio, expect, test } from './engine-test.ts'

const fox = resolve('public/samples/plush-fox.jpg')

const settled = '[data-testid=viewer][data-state=done][data-updating=false]'

/** The mean of red, green and blue in the middle of each half of the picture in the viewer, as the screen shows it. */
const halvesOnScreen = async ({ page, evaluate }: EngineStudio) => {
  const box = await evaluate(() => {
    const picture = document.querySelector('[data-testid=viewer] img')?.getBoundingClientRect()
    return picture && { x: picture.x, y: picture.y, width: picture.width, height: picture.height }
  }, null)
  if (!box) throw new Error('the viewer has no picture')
  const screenshot = await page.screenshot()
  const meanAt = async (x: number) => {
    const place = { left: Math.round(box.x + x * box.width), top: Math.round(box.y + 0.06 * box.height) }
    const { channels } = await sharp(screenshot)
      .extract({ ...place, width: 24, height: 24 })
      .stats()
    return channels.slice(0, 3).map(({ mean }) => mean)
  }
  return Promise.all([meanAt(0.2), meanAt(0.92)])
}

test('a first visit shows the typeface, and the API answers', async ({ studio }) => {
  await studio.page.open(tinyStudio.url)
  await studio.waitFor('h1')
  expect(
    await studio.evaluate(async () => {
      await document.fonts.ready
      return [...document.fonts].some(
        ({ family, status }) => family.replaceAll('"', '') === 'Instrument Sans' && status === 'loaded',
      )
    }, null),
  ).toBe(true)
  const answer = await studio.evaluate(async () => {
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
  expect(answer).toEqual({ isReady: true, status: 200, type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47] })
})

test('a photo is cut out, and both halves of Compare are painted', async ({ studio }) => {
  await studio.open(tinyStudio.url)
  await studio.page.chooseFiles('input[type=file]', [fox])
  await studio.waitFor(settled)
  await studio.waitFor('[role=slider][aria-valuetext]')
  // The checkerboard, or what the tiny network kept, against the original: neither half is the other's.
  const originalOf = async () => {
    const { width = 0, height = 0 } = await sharp(fox).metadata()
    const place = { left: Math.round(0.92 * width), top: Math.round(0.06 * height), width: 24, height: 24 }
    const { channels } = await sharp(fox).extract(place).stats()
    return channels.slice(0, 3).map(({ mean }) => mean)
  }
  const original = await originalOf()
  await expect
    .poll(async () => {
      const [, right] = await halvesOnScreen(studio)
      return Math.max(...original.map((value, channel) => Math.abs(value - (right?.[channel] ?? 0))))
    })
    .toBeGreaterThan(20)
  expect(
    await studio.evaluate(async () => {
      const result = document.querySelector<HTMLImageElement>('[data-testid=viewer] img[alt$=removed]')
      const bytes = new Uint8Array(await (await fetch(result?.src ?? '')).arrayBuffer())
      return [...bytes.subarray(0, 4)]
    }, null),
  ).toEqual([0x89, 0x50, 0x4e, 0x47])
})

test('five photos are cut out one after the other', async ({ studio }) => {
  await studio.open(tinyStudio.url)
  await studio.page.chooseFiles('input[type=file]', Array<string>(5).fill(fox))
  await expect
    .poll(() => studio.evaluate(() => document.querySelectorAll('li[data-state=done]').length, null))
    .toBe(5)
})
