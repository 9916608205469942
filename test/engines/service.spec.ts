import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type ApiServer, startApiServer, testKey } from '#support/api-server.ts'
import { tinyName, tinyStudio } from '#support/built-studio.ts'
import { hasFfmpeg, probeFile } from '#support/ffmpeg-in-node.ts'
import { paintPhoto } from '#support/painted-photo.ts'
import { type EngineStudio, enginesOnly, expect, test } from './engine-test.ts'

let server: ApiServer
test.beforeEach(async ({ studio: { page, evaluate } }) => {
  server = await startApiServer()
  await page.open(tinyStudio.url)
  await evaluate(({ item, held }) => sessionStorage.setItem(item, JSON.stringify(held)), {
    item: tinyName('clearcut.connection'),
    held: { base: server.url, isLegacy: false, key: testKey },
  })
  await page.open(tinyStudio.url)
})
test.afterEach(async ({ studio }) => {
  await studio.evaluate(() => sessionStorage.clear(), null)
  await server.close()
})

/** Clicks the button or label that reads so, once it is there. */
const clickText = ({ evaluate }: EngineStudio, text: string): Promise<void> =>
  expect
    .poll(() =>
      evaluate((wanted) => {
        const all = [...document.querySelectorAll<HTMLElement>('button, label')]
        const found = all.find((each) => {
          const name = each.querySelector('input')?.getAttribute('aria-label') ?? each.textContent?.trim()
          return each.offsetParent && name === wanted
        })
        found?.click()
        return found !== undefined
      }, text),
    )
    .toBe(true)

test('a photo is sent to a service, for one credit', async ({ studio }) => {
  const cup = join(tmpdir(), 'cup.png')
  await paintPhoto({ width: 40, height: 30 }).png().toFile(cup)
  await studio.waitFor('button[aria-label^="Service: Free, 100 credits left"]')
  await studio.page.chooseFiles('input[type=file]', [cup])
  await clickText(studio, 'On the service')
  await studio.waitForCount('li[data-state=ready]', 1)
  await clickText(studio, 'Send · 1 credit')
  await studio.waitForCount('li[data-state=done]', 1)
  await studio.waitFor('button[aria-label^="Service: Free, 99 credits left"]')
  expect(server.accountOf().usedCredits).toBe(1)
})

test('the clip of a service is composed on the stage', { tag: enginesOnly }, async ({ studio }) => {
  test.skip(!hasFfmpeg, 'The result is judged by an ffmpeg of this machine; there is none.')
  // The source of the results that the server has recorded.
  await studio.page.chooseFiles('input[type=file]', [resolve('test/fixtures/recorded/result.mp4')])
  await studio.waitForCount('li[data-state=ready]', 1)
  await clickText(studio, 'On the service')
  await clickText(studio, 'Send · 5 credits')
  await studio.waitForCount('li[data-state=done]', 1)

  await clickText(studio, 'Gradient')
  await studio.waitFor('[data-testid=composed] [data-painted=true]')
  const alphas = await studio.evaluate((): readonly number[] => {
    const canvas = document.querySelector<HTMLCanvasElement>(
      '[data-testid=composed] canvas[data-painted=true]',
    )
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    const seen = new Set<number>()
    for (let at = 3; at < pixels.length; at += 4) seen.add(pixels[at] ?? 0)
    return [Math.min(...seen), Math.max(...seen)]
  }, undefined)
  expect(alphas).toEqual([0, 255])

  await clickText(studio, 'Size')
  await clickText(studio, 'Square')
  const name = await studio.evaluate(
    () =>
      [...document.querySelectorAll('button')].find((it) => /^\s*Make \w/.test(it.textContent ?? ''))
        ?.textContent ?? '',
    undefined,
  )
  await clickText(studio, name.trim())
  await studio.waitForCount('li[data-state=done]', 1)
  const format = /^Make (\w+)/.exec(name.trim())?.[1]
  const { bytes } = await studio.saved(() => clickText(studio, `Save ${format}`))
  const [stream] = probeFile(bytes).streams
  expect(stream?.width).toBe(stream?.height)
})
