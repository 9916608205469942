import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** The same engine without the browser's own windows and pages, which take a fifth of the CPU time of a test. */
const headlessShell = '/usr/bin/chromium-headless-shell'
const wholeBrowsers = ['/usr/bin/chromium', '/usr/bin/google-chrome']

/**
 * A Chromium to test with: CHROMIUM_PATH, else Playwright's own, else the system's; undefined where there is none.
 * `whole` prefers the browser that people use to its headless shell.
 */
export const findChromium = ({ whole = false } = {}): string | undefined =>
  [
    ...[process.env.CHROMIUM_PATH, chromium.executablePath()],
    ...(whole ? [...wholeBrowsers, headlessShell] : [headlessShell, ...wholeBrowsers]),
  ].find((path) => path !== undefined && existsSync(path))

/**
 * What Playwright switches off itself: a second switch replaces its own. Then the pop-ups of the address bar, which
 * every window of Chromium loads as pages of their own, for about half a second of CPU a test.
 */
const disabledFeatures = [
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'AimEnabled'],
  ...['DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay'],
  ...['MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  ...['TcpPortRandomizationWin', 'ThirdPartyStoragePartitioning', 'Translate'],
  ...['PreloadTopChromeWebUI', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxPopup'],
]

/** As a launch option: where none is found, Playwright says what to install. */
export const chromiumLaunch = (kind?: { readonly whole: boolean }) => {
  const executablePath = findChromium(kind)
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

/**
 * Without the slowest compilers of V8, of JavaScript and of WASM: they take a second of CPU on each page that cuts out,
 * and a sixth of what reading clips takes; few pages of tests live long enough to get it back.
 */
export const briefLaunch = () => {
  const launch = chromiumLaunch()
  return { ...launch, args: [...launch.args, '--js-flags=--no-turbofan --liftoff-only'] }
}
