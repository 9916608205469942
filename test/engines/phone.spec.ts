import { resolve } from 'node:path'
import { tinyStudio } from '#support/built-studio.ts'
import { type EngineStudio, enginesOnly, expect, test } from './engine-test.ts'

const fox = resolve('public/samples/plush-fox.jpg')

test('on a phone, a finger mends a photo, and it is shared', { tag: enginesOnly }, async ({ studio }) => {
  const { page, evaluate } = studio
  await page.resize(390, 844)
  await page.open(tinyStudio.url)
  await offerSharing(studio)
  await page.chooseFiles('input[type=file]', [fox])
  await studio.waitFor('[data-testid=viewer][data-state=done][data-updating=false]')

  const layout = await evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const shown = [...document.querySelectorAll<HTMLElement>('button, label:has(input), a[href]')].filter(
      (each) => each.checkVisibility({ visibilityProperty: true }),
    )
    const targets = shown.map((each) => {
      const { width, height } = each.getBoundingClientRect()
      return { name: each.ariaLabel ?? each.textContent, width, height }
    })
    return { width: innerWidth, overflow: scrollWidth - clientWidth, targets }
  }, null)
  // MiniBrowser's window is never narrower than 447 pixels.
  expect(layout.width).toBeLessThan(page.engine === 'webkit' ? 450 : 391)
  expect(layout.overflow).toBe(0)
  // Where the browser says that fingers are used, they are larger: `studio-access.spec.ts`.
  expect(layout.targets.filter(({ width, height }) => width > 0 && Math.min(width, height) < 20)).toEqual([])

  await studio.click('[role=toolbar] input[aria-label="Erase: brush to remove"]')
  const box = await evaluate(() => {
    const area = document.querySelector('[role=application], [aria-label=Picture]')?.getBoundingClientRect()
    return area && { x: area.x, y: area.y, width: area.width, height: area.height }
  }, null)
  if (!box) throw new Error('the picture cannot be edited')
  const at = (share: number) => ({
    x: Math.round(box.x + share * box.width),
    y: Math.round(box.y + box.height / 2),
  })
  await page.drawByFinger([at(0.4), at(0.5), at(0.6)])
  await studio.waitFor('button[aria-label=Undo]:not([aria-disabled=true])')
  await studio.waitFor('[aria-label=Picture][aria-busy=false]')

  await test.step('the sheet for sharing gets the PNG, after one more click if the first was too long ago', async () => {
    const said = () => evaluate(() => document.querySelector('main')?.textContent ?? '', null)
    await studio.click('button[aria-label=Share]')
    await expect.poll(said).toContain('Press Share once more')
    await studio.click('button[aria-label=Share]')
    await expect
      .poll(() => evaluate(() => document.body.dataset.shared, null))
      .toBe('plush-fox.png image/png')
  })
})

/** No driver has the system's sheet: one that first wants another click, and then says what it gets. */
const offerSharing = ({ evaluate }: EngineStudio) =>
  evaluate(() => {
    const ask = matchMedia
    const matchFinger = (query: string) => ask(query === '(pointer: coarse)' ? 'all' : query)
    let isRefused = true
    const share = async ({ files: [file] = [] }: ShareData) => {
      if (isRefused) {
        isRefused = false
        throw new DOMException('', 'NotAllowedError')
      }
      document.body.dataset.shared = `${file?.name} ${file?.type}`
    }
    Object.assign(globalThis, { matchMedia: matchFinger })
    Object.defineProperties(navigator, { canShare: { value: () => true }, share: { value: share } })
  }, null)
