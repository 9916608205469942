import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './support/ensure-chromium.ts'
import { sumTallies, type Tally, tallyExit, tallyPlaywright, tallyVitest } from './support/tally.ts'

/**
 * `npm test`: every runner, one after the other, each to its end. The last line is
 * `N passed, N failed`, summed over all of them; the exit code is 1 where anything failed.
 */
const reports = 'node_modules/.cache/test-reports'
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

type Runner = { name: string; command: string; count: (code: number | null, report: string) => Tally }

const vitest = (name: string, projects: string): Runner => ({
  name,
  command: `vitest run ${projects} --reporter=default --reporter=json --outputFile.json=${join(reports, name)}`,
  count: (code, report) => tallyVitest(report, code),
})

const runners: readonly Runner[] = [
  { name: 'style', command: 'biome check', count: tallyExit },
  { name: 'types', command: 'tsc -b', count: tallyExit },
  vitest('node', '--project unit --project contract'),
  vitest('browser', '--project browser'),
  {
    name: 'e2e',
    command: 'playwright test -c test/e2e',
    count: (code, report) => tallyPlaywright(report, code),
  },
]

/** A runner that hangs has failed; the others still run. */
const longestRunMs = 15 * 60_000

const run = ({ name, command, count }: Runner): Tally => {
  const started = performance.now()
  console.log(`\n── ${name}: ${command}`)
  const report = join(reports, name)
  const { status } = spawnSync('npx', ['--no-install', ...command.split(' ')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: longestRunMs,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  const tally = count(status, report)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`── ${name}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s`)
  return tally
}

ensureChromium()
const { passed, failed } = sumTallies(runners.map(run))
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
