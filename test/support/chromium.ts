import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** A Chromium to test with: CHROMIUM_PATH, else Playwright's own, else the system's; undefined where there is none. */
export const findChromium = (): string | undefined =>
  [process.env.CHROMIUM_PATH, chromium.executablePath(), '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && existsSync(path),
  )

/**
 * What Playwright switches off itself: a second switch replaces its own. Then the pop-ups of the address bar, which every
 * window of Chromium loads as pages of their own, for about half a second of CPU a test.
 */
const disabledFeatures = [
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'AimEnabled'],
  ...['DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay'],
  ...['MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  ...['TcpPortRandomizationWin', 'ThirdPartyStoragePartitioning', 'Translate'],
  ...['PreloadTopChromeWebUI', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxPopup'],
]

/** As a launch option: where none is found, Playwright says what to install. */
export const chromiumLaunch = () => {
  const executablePath = findChromium()
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${disabledFeatures.join()}`,
      // Enough on its own for a software WebGPU adapter, which is slow and lacks shader-f16.
      '--enable-unsafe-webgpu',
    ],
  }
}
