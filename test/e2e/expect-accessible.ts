import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '#support/studio-page.ts'
import { atRest } from './studio-flow.ts'

/** The only rules whose result depends on the colour scheme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * axe finds no violation in either colour scheme, and nothing is wider than the window, or than the element `within`.
 */
export async function expectAccessible(page: Page, state: string, within = 'html'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await atRest(page)
    // The page has no frames, so axe needs no second page to merge their results.
    const axe = new AxeBuilder({ page }).include(within).setLegacyMode()
    axe.options({ resultTypes: ['violations'] })
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(rulesOfColour)).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    expect(found, `${state}, ${colorScheme}`).toEqual([])
  }
  const overhang = await page.locator(within).evaluate((box) => box.scrollWidth - box.clientWidth)
  expect(overhang, state).toBeLessThanOrEqual(0)
}
