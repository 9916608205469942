import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type Axe from 'axe-core'
import { expect } from '#support/studio-page.ts'
import { atRest } from './studio-flow.ts'

/** The only rules whose result depends on the colour scheme. */
const colorRules = ['color-contrast', 'link-in-text-block']

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The violations that axe finds in the box `within`, of some rules or of all; each with the first element. */
const violationsIn = async (page: Page, within: string, rules?: readonly string[]): Promise<string[]> => {
  const run = () =>
    page.evaluate(
      async ({ within, rules }) => {
        const { axe } = globalThis as { axe?: typeof Axe }
        if (!axe) return null
        const { violations } = await axe.run(within, {
          resultTypes: ['violations'],
          ...(rules && { runOnly: [...rules] }),
        })
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      },
      { within, rules },
    )
  const found = await run()
  if (found) return found
  // Once for each page that is loaded: it takes as long as a run does.
  await page.evaluate(axeSource)
  return (await run()) ?? ['axe did not start']
}

/**
 * The controls in the box `within` that are hard to hit with a finger, with their size: below 44 px a side (Apple,
 * Human Interface Guidelines), or below 24 px (WCAG 2.2, 2.5.8) for handles on a strip, which lie close together. Links
 * within a text may be as small as its letters, and where a handle takes no touch, what is below it does.
 */
const smallTargets = (page: Page, within: string): Promise<string[]> =>
  page.locator(within).evaluate((box) => {
    const controls = box.querySelectorAll('button, a[href], summary, select, input, textarea, [role=slider]')
    return [...controls].flatMap((control) => {
      const target = control.closest('label') ?? control
      const isShown = target.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      const { width, height } = target.getBoundingClientRect()
      const { display, pointerEvents } = getComputedStyle(target)
      if (!isShown || width * height === 0 || display === 'inline' || pointerEvents === 'none') return []
      const least = control.role === 'slider' && !(control instanceof HTMLInputElement) ? 24 : 44
      return Math.min(width, height) > least - 0.5 ? [] : [`${width} x ${height}: ${target.outerHTML}`]
    })
  })

/** The fields that Safari on iPhones would zoom the page into when they are tapped: those with letters below 16 px. */
const zoomedFields = (page: Page, within: string): Promise<string[]> =>
  page.locator(within).evaluate((box) => {
    const written = 'input:not([type=radio], [type=checkbox], [type=range], [type=color], [type=file])'
    return [...box.querySelectorAll(`${written}, select, textarea`)]
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML)
  })

/**
 * axe finds no violation in any of these colour schemes, nothing is wider than the window, or than the element
 * `within`, and fingers find controls that are large enough.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  within = 'html',
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    await atRest(page)
    const found = await violationsIn(page, within, colorScheme === 'light' ? undefined : colorRules)
    expect(found, `${state}, ${colorScheme}`).toEqual([])
  }
  if (await page.evaluate(() => matchMedia('(pointer: coarse)').matches))
    expect([await smallTargets(page, within), await zoomedFields(page, within)], state).toEqual([[], []])
  const overhang = await page.locator(within).evaluate((box) => box.scrollWidth - box.clientWidth)
  expect(overhang, state).toBeLessThanOrEqual(0)
}
