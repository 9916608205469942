import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { tinyStudio } from '#support/built-studio.ts'
import { expect, test } from '#support/studio-page.ts'
import { downloaded, openStudio, pick, rows } from './studio-flow.ts'

/**
 * Runs in a worker before its own script. The GPU that Chromium emulates counts as a real one, and each device is lost
 * in the middle of the first pass after its self-test; the page hears of it.
 */
const loseDevices = () => {
  const told = new BroadcastChannel('gpu-losses')
  const facts = { architecture: 'tested', description: '', isFallbackAdapter: false }
  for (const [name, value] of Object.entries(facts))
    Object.defineProperty(GPUAdapterInfo.prototype, name, { get: () => value })
  let hasAnswered = false
  const { mapAsync } = GPUBuffer.prototype
  GPUBuffer.prototype.mapAsync = function (...given) {
    hasAnswered = true
    return mapAsync.apply(this, given)
  }
  const { requestDevice } = GPUAdapter.prototype
  GPUAdapter.prototype.requestDevice = async function (descriptor) {
    const device = await requestDevice.call(this, descriptor)
    hasAnswered = false
    let isLost = false
    const { submit } = GPUQueue.prototype
    Object.defineProperty(device.queue, 'submit', {
      value: (buffers: GPUCommandBuffer[]) => {
        submit.call(device.queue, buffers)
        if (!hasAnswered || isLost) return
        isLost = true
        device.destroy()
        told.postMessage('lost')
      },
    })
    return device
  }
}

// On a processor and on a GPU, Fine begins with a pass of the same size.
const settings = { recipe: { level: 'fine' } }

/** Counts the devices that are lost from now on. */
const openWithLosses = async (page: Page, context: BrowserContext) => {
  await context.route(/\/assets\/image\.worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `;(${loseDevices})();\n${await response.text()}` })
  })
  await openStudio(page, settings)
  await page.evaluate(() => {
    const losses: string[] = []
    new BroadcastChannel('gpu-losses').onmessage = ({ data }) => losses.push(data)
    Object.assign(globalThis, { losses })
  })
  return () => page.evaluate(() => (globalThis as unknown as { losses: string[] }).losses.length)
}

/** A matte in little uncertainty: where it is uncertain, a GPU and a processor differ in their further passes. */
const disc =
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240" fill="#fff"/><circle cx="160" cy="120" r="80"/></svg>'

const alphaOfPhoto = async (page: Page): Promise<Buffer> => {
  const buffer = await sharp(Buffer.from(disc)).blur(1.5).png().toBuffer()
  await pick(page, { name: 'disc.png', mimeType: 'image/png', buffer })
  await expect(rows(page, 'done')).toHaveCount(1)
  const { bytes } = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
  return sharp(bytes).extractChannel('alpha').raw().toBuffer()
}

/** Compares with what a page without a GPU makes of the same file. */
const expectAsOnWasm = async (browser: Browser, found: Buffer) => {
  const other = await browser.newContext({ baseURL: tinyStudio.url })
  const plain = await other.newPage()
  await openStudio(plain, settings)
  const expected = await alphaOfPhoto(plain)
  await other.close()
  expect(new Set(expected).size).toBeGreaterThan(10)
  expect(found).toHaveLength(expected.length)
  const apart = found.reduce((sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)), 0)
  expect(apart / found.length / 255).toBeLessThan(0.01)
}

// `matte-video.test.ts` loses the GPU of a clip.
test('a photo outlives the loss of its GPU, and matches WASM', async ({ page, context, browser }) => {
  const losses = await openWithLosses(page, context)
  const found = await alphaOfPhoto(page)
  expect(await losses()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'On this device' }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/was started again|took over from WebGPU/)
      .first(),
  ).toBeVisible()
  await expectAsOnWasm(browser, found)
})
