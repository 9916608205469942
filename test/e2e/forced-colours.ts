import { expect, type Locator, type Page, test } from '@playwright/test'

const themes = ['light', 'dark'] as const

/** Looks at a page in a light and a dark contrast theme, and puts its own colours back. */
export const inForcedColours = async (page: Page, look: () => Promise<void>): Promise<void> => {
  for (const colorScheme of themes) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    await test.step(`in a ${colorScheme} contrast theme`, look)
  }
  await page.emulateMedia({ forcedColors: null, colorScheme: null })
}

type ColourProperty = 'backgroundColor' | 'color' | 'fill' | 'outlineColor' | 'stroke'

/** A colour of an element as it is computed. */
export const colourOf = (of: Locator, property: ColourProperty): Promise<string> =>
  of.evaluate((element, property) => getComputedStyle(element)[property], property)

/** Each element differs from the page, from the others, and has an edge in the colour of the page. */
export const expectApart = async (page: Page, elements: readonly Locator[]): Promise<void> => {
  const ground = await colourOf(page.locator('body'), 'backgroundColor')
  const colours = await Promise.all(elements.map((each) => colourOf(each, 'backgroundColor')))
  expect(new Set([ground, ...colours]).size).toBe(1 + elements.length)
  for (const each of elements) expect(await colourOf(each, 'outlineColor')).toBe(ground)
}
