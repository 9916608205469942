import { spawnSync } from 'node:child_process'
import { findChromium } from './chromium.ts'

/**
 * Makes sure that there is a Chromium to test with: one that is installed, else Playwright's own, else the system's
 * package where there is `apt-get`. Returns its path; throws where none can be had.
 */
export const ensureChromium = (): string => {
  for (const [command, ...args] of [[], ...installations]) {
    if (command) spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    const path = findChromium()
    if (path) return path
  }
  throw new Error('No Chromium to test with: install one, or name it in CHROMIUM_PATH')
}

const installations = [
  ['npx', 'playwright', 'install', 'chromium'],
  ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium-headless-shell'],
  ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
  // For a machine whose package lists are empty or old.
  ['sh', '-c', 'apt-get update && apt-get install -y --no-install-recommends chromium'],
]
