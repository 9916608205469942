import { defineConfig } from '@playwright/test'
import { type EngineOption, enginesOnly } from '../engines/engine-test.ts'
import { type BuiltStudio, shippedNetwork, shippedStudio, tinyStudio } from '../support/built-studio.ts'
import { briefLaunch, chromiumLaunch } from '../support/chromium.ts'
import { engineNames } from '../support/engines/engine-page.ts'
import { hungTestMs, longestWaitMs } from '../support/patience.ts'

const server = ({ port, path, outDir, url }: BuiltStudio, command = 'npm start') => ({
  command,
  cwd: '../..',
  env: { PORT: String(port), BASE_PATH: path, OUT_DIR: outDir },
  url,
  timeout: hungTestMs,
  stdout: 'ignore' as const,
  // It deletes its compressed files.
  gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 } as const,
  reuseExistingServer: process.env.REUSE_STUDIO === '1',
})

/** Whether this is part of a whole run, which reads the report. */
const reported = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE !== undefined

/**
 * The built studio in a real Chromium, built and served by `npm start` itself: at the root as it is shipped, and below
 * a base path with a tiny network. E2E_PORT moves them; REUSE_STUDIO=1 takes servers that already run.
 */
export default defineConfig<object, EngineOption>({
  testDir: '.',
  outputDir: '../../test-results',
  // One more than the cores of a small machine: some tests wait for a clock.
  workers: 3,
  projects: [
    // The longest tests begin first, so that no core waits for one of them at the end.
    ...engineNames.map((engine) => ({
      name: engine,
      testDir: '../engines',
      workers: 1,
      // The other projects are in Chromium: a whole run has all this there already.
      ...(reported ? { grepInvert: engine === 'chromium' ? /./ : new RegExp(enginesOnly) } : {}),
      use: { engine },
    })),
    // One at a time: two networks on two cores are slower than one after the other.
    { name: 'shipped', workers: 1, grep: new RegExp(shippedNetwork), use: { baseURL: shippedStudio.url } },
    {
      name: 'tiny',
      grepInvert: new RegExp(shippedNetwork),
      use: { baseURL: tinyStudio.url, launchOptions: briefLaunch() },
    },
  ],
  timeout: hungTestMs,
  expect: { timeout: longestWaitMs },
  // On a busy machine a browser may get too little time. A test that passes on its second try is listed as flaky.
  retries: reported ? 1 : 0,
  forbidOnly: process.env.CI === 'true',
  reporter: reported ? [['list'], ['json']] : 'list',
  use: {
    launchOptions: chromiumLaunch(),
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    // Where no GPU is, animations cost more than the work that they tell of.
    contextOptions: { reducedMotion: 'reduce' },
    // Installing one is half of what opening a page costs; files that are about it allow it.
    serviceWorkers: 'block',
  },
  webServer: [server(shippedStudio), server(tinyStudio, 'npx tsx test/support/start-tiny-studio.ts')],
})
