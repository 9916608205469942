import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '#support/studio-page.ts'
import { atRest } from './studio-flow.ts'

/** All else is the same in both schemes. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** No rule of axe broken in either scheme, and nothing wider than the window, or than the box `within`. */
export async function expectAccessible(page: Page, state: string, within = 'html'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await atRest(page)
    // No frames here: the legacy mode needs no page of its own to put their parts together.
    const axe = new AxeBuilder({ page }).include(within).setLegacyMode()
    axe.options({ resultTypes: ['violations'] })
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(rulesOfColour)).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    expect(found, `${state}, ${colorScheme}`).toEqual([])
  }
  const overhang = await page.locator(within).evaluate((box) => box.scrollWidth - box.clientWidth)
  expect(overhang, state).toBeLessThanOrEqual(0)
}
