import { defineConfig } from '@playwright/test'
import { belowBase, studioOrigin, studioPort } from '../support/built-studio.ts'
import { chromiumLaunch } from '../support/chromium.ts'

const server = (env: Readonly<Record<string, string>>, url: string) => ({
  command: 'npm start',
  cwd: '../..',
  env: { ...env },
  url,
  timeout: 240_000,
  stdout: 'ignore' as const,
  reuseExistingServer: process.env.REUSE_STUDIO === '1',
})

/** Tests that wait for servers, and for no network: one of them at a time runs beside one that computes. */
const light = /(dashboard|remote-\S+|settings-import)\.spec\.ts$/

/**
 * The built studio in a real Chromium, built and served by `npm start` itself: once at the root, once
 * below a base path. E2E_PORT moves it; REUSE_STUDIO=1 takes servers that already run.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  workers: 2,
  projects: [
    { name: 'studio', testIgnore: light, workers: 1 },
    { name: 'service', testMatch: light, workers: 1 },
  ],
  timeout: 180_000,
  expect: { timeout: 60_000 },
  // In a whole run the machine may starve a browser; what needed its second try is listed as flaky.
  retries: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? 1 : 0,
  forbidOnly: process.env.CI === 'true',
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    baseURL: studioOrigin,
    launchOptions: chromiumLaunch(),
    locale: 'en-GB',
    screenshot: 'only-on-failure',
  },
  webServer: [
    server({ PORT: String(studioPort) }, studioOrigin),
    server(
      { PORT: String(belowBase.port), BASE_PATH: belowBase.path, OUT_DIR: belowBase.outDir },
      belowBase.url,
    ),
  ],
})
