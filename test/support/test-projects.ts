import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { briefLaunch } from './chromium.ts'
import { nativeVideoCommands, runFfmpeg } from './ffmpeg-commands.ts'
import { openBySharp, openFramesBySharp } from './open-by-sharp.ts'
import { hungTestMs, longestWaitMs } from './patience.ts'
import { picturesOfKinds } from './picture-kinds.ts'

const patience = {
  testTimeout: hungTestMs,
  hookTimeout: hungTestMs,
  expect: { poll: { timeout: longestWaitMs } },
  provide: { longestWaitMs },
} as const

/** Deletes temporary files of the tests when the run ends. */
const globalSetup = ['test/support/temporary-folder.ts']

/**
 * Threads start faster than processes; one a core, where one core fewer would leave half of two idle. The files of a
 * thread share their modules, which saves two thirds of the time of imports.
 */
const inNode = {
  globalSetup,
  setupFiles: 'test/support/setup-equality.ts',
  environment: 'node',
  ...patience,
  pool: 'threads',
  isolate: false,
  maxWorkers: availableParallelism(),
} as const

/**
 * Browser tests that need a page of their own: others hold locks, have loaded what these replace, or break with a lost
 * GPU.
 */
const onOwnPage = [
  'test/browser/channel/open-channel.test.ts',
  'test/browser/codecs/video/audio/downmix.test.ts',
  'test/browser/matting/networks.test.ts',
  'test/browser/studio/pseudo-locale.test.tsx',
]

/** Three ways to run a test: in Node, against the service contract, and in a real browser. */
export const testProjects: TestProjectInlineConfiguration[] = [
  {
    test: {
      name: 'unit',
      ...inNode,
      include: ['test/unit/**/*.test.{ts,tsx}', 'test/architecture/*.test.ts'],
    },
  },
  {
    test: {
      name: 'contract',
      ...inNode,
      include: ['test/contract/*.test.ts'],
    },
  },
  {
    extends: true,
    // What `vite.config.ts` names is all; a late find would reload the page under a test, which hangs.
    optimizeDeps: { noDiscovery: true },
    // Real samples beside the repository, where there are any.
    server: { fs: { allow: ['.', '../shared/samples'] } },
    test: {
      name: 'browser',
      globalSetup,
      ...patience,
      maxWorkers: availableParallelism(),
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        connectTimeout: hungTestMs,
        provider: playwright({ launchOptions: briefLaunch() }),
        // The files of a page share their modules, ffmpeg and networks: half of the CPU time of a page for each.
        instances: [
          {
            browser: 'chromium',
            include: ['test/browser/**/*.test.{ts,tsx}'],
            exclude: onOwnPage,
            isolate: false,
          },
          { browser: 'chromium', name: 'browser (own page)', include: onOwnPage },
        ],
        commands: { ...nativeVideoCommands, runFfmpeg, picturesOfKinds, openBySharp, openFramesBySharp },
      },
    },
  },
]
