import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureChromium } from './support/ensure-chromium.ts'
import { readTimes, slowestText } from './support/slowest-tests.ts'
import { sumTallies, type Tally, tallyExit, tallyPlaywright, tallyVitest } from './support/tally.ts'

/**
 * `npm test`: every runner to its end, those of one row side by side. The last line is
 * `N passed, N failed`, summed over all of them; the exit code is 1 where anything failed.
 * `npm test -- --grep "some words"` runs the tests whose titles match, of every runner that has any.
 */
const { grep } = parseArgs({ options: { grep: { type: 'string' } } }).values
const reports = 'node_modules/.cache/test-reports'
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

type Runner = {
  name: string
  command: readonly string[]
  count: (code: number | null, report: string) => Tally
}

const reportOf = (name: string) => join(reports, name)

const vitest = (name: string, ...projects: string[]): Runner => ({
  name,
  command: [
    ...['vitest', 'run', ...projects.flatMap((project) => ['--project', project])],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`],
    ...(grep === undefined ? [] : ['--testNamePattern', grep]),
  ],
  count: (code, report) => tallyVitest(report, code),
})

/** The browser's tests wait a lot, so the tests in Node run beside them. */
const rows: readonly (readonly Runner[])[] = [
  [{ name: 'style', command: ['biome', 'check'], count: tallyExit }],
  [{ name: 'types', command: ['tsc', '-b'], count: tallyExit }],
  [vitest('browser', 'browser'), vitest('node', 'unit', 'contract')],
  [
    {
      name: 'e2e',
      command: [
        ...['playwright', 'test', '-c', 'test/e2e'],
        ...(grep === undefined ? [] : ['--pass-with-no-tests', '--grep', grep]),
      ],
      count: (code, report) => tallyPlaywright(report, code),
    },
  ],
]

/** A runner that hangs has failed; the others still run. Twice what the longest takes on two slow cores. */
const longestRunMs = 25 * 60_000

/** The first runner of a row prints while it runs; the others print when they have ended. */
const run = async ({ name, command, count }: Runner, at: number): Promise<Tally> => {
  const started = performance.now()
  const report = reportOf(name)
  const title = `\n── ${name}: ${command.join(' ')}`
  if (at === 0) console.log(title)
  const child = spawn('npx', ['--no-install', ...command], {
    stdio: ['ignore', at === 0 ? 'inherit' : 'pipe', at === 0 ? 'inherit' : 'pipe'],
    timeout: longestRunMs,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part))
  const status = await new Promise<number | null>((resolve) => {
    child.once('close', resolve).once('error', () => resolve(null))
  })
  if (at > 0) console.log(`${title}\n${Buffer.concat(said).toString()}`)
  const tally = count(status, report)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`── ${name}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s`)
  return tally
}

ensureChromium()
const tallies: Tally[] = []
for (const row of rows) tallies.push(...(await Promise.all(row.map(run))))
const times = rows.flat().flatMap(({ name }) => readTimes(reportOf(name)))
console.log(`\nThe slowest tests:\n${slowestText(times, 20)}`)
const { passed, failed } = sumTallies(tallies)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
