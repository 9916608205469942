import { openChromium } from './chromium-browser.ts'
import type { EngineBrowser, EngineName } from './engine-page.ts'
import { findFirefox, findWebKit } from './find-engines.ts'
import { openFirefox } from './firefox-browser.ts'
import { openWebKit } from './webkit-browser.ts'

export type InstalledEngine = {
  readonly name: EngineName
  readonly open: (downloads: string) => Promise<EngineBrowser>
}

/** The engines that this machine has, Chromium first. */
export const installedEngines = (): readonly InstalledEngine[] => {
  const found: InstalledEngine[] = [{ name: 'chromium', open: (downloads) => openChromium({ downloads }) }]
  const [firefox, webkit] = [findFirefox(), findWebKit()]
  if (firefox) found.push({ name: 'firefox', open: (downloads) => openFirefox(firefox, { downloads }) })
  if (webkit) found.push({ name: 'webkit', open: (downloads) => openWebKit(webkit, { downloads }) })
  return found
}
