import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStallWatchdog } from '../src/base/stall-watchdog.ts'
import { readModel } from '../src/build/networks/read-model.ts'
import { ensureChromium } from './support/ensure-chromium.ts'
import { type FailedTest, failuresText, readFailures } from './support/failed-tests.ts'
import { createOutputTurns } from './support/output-turns.ts'
import { silentRunnerMs } from './support/patience.ts'
import { readTimes, slowestText } from './support/slowest-tests.ts'
import { sumTallies, type Tally, tallyExit, tallyPlaywright, tallyVitest } from './support/tally.ts'
import { openTemporaryFolder } from './support/temporary-folder.ts'

/**
 * `npm test`: every runner to its end, those of one lane one after the other, and the lanes side by side. The last line
 * is `N passed, N failed`, summed over all of them; the exit code is 1 where anything failed. `npm test -- --grep "some
 * words"` runs the tests whose titles match, of every runner that has any. `npm run test:all` also searches longer
 * where tests try what chance gives them.
 */
const { grep, all } = parseArgs({ options: { grep: { type: 'string' }, all: { type: 'boolean' } } }).values
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

/** Side by side, for each waits a lot, for a browser or for a clock: alone, none keeps two cores busy. */
const lanes: readonly (readonly Runner[])[] = [
  [vitest('browser', 'browser')],
  [
    { name: 'style', command: ['biome', 'check'], count: tallyExit },
    { name: 'types', command: ['tsc', '-b'], count: tallyExit },
    vitest('node', 'unit', 'contract'),
  ],
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

const failures: FailedTest[] = []

const takeTurn = createOutputTurns((part) => process.stdout.write(part))

/** The tally of a runner. Its failures are told again at the end, for a build machine may keep only the last lines. */
const run = async ({ name, command, count }: Runner): Promise<Tally> => {
  const started = performance.now()
  const report = reportOf(name)
  const output = takeTurn()
  // A runner that hangs has failed; the others still run.
  const watchdog = openStallWatchdog({ limitMs: silentRunnerMs })
  output.write(`\n── ${name}: ${command.join(' ')}\n`)
  const child = spawn('npx', ['--no-install', ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: watchdog.signal,
    env: {
      ...process.env,
      ...(all && { BAD_DAYS: '10000' }),
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      watchdog.renew()
      output.write(part)
    })
  const status = await new Promise<number | null>((resolve) => {
    child.once('close', resolve).once('error', () => resolve(null))
  })
  watchdog.end()
  const tally = count(status, report)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  output.write(`── ${name}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s\n`)
  output.end()
  if (tally.failed > 0) {
    const named = readFailures(report)
    failures.push(
      ...(named.length > 0 ? named : [{ title: command.join(' '), message: 'See its output above.' }]),
    )
  }
  return tally
}

const runLane = async (runners: readonly Runner[]): Promise<readonly Tally[]> => {
  const tallies: Tally[] = []
  for (const runner of runners) tallies.push(await run(runner))
  return tallies
}

ensureChromium()
// Else each lane would compile and write the same files.
readModel()
const deleteTemporaryFolder = openTemporaryFolder()
const tallies = (await Promise.all(lanes.map(runLane))).flat()
deleteTemporaryFolder()
const reportFiles = lanes.flat().map(({ name }) => reportOf(name))
console.log(`\nThe slowest tests:\n${slowestText(reportFiles.flatMap(readTimes), 20)}`)
if (failures.length > 0) console.log(`\nFailed:\n${failuresText(failures)}`)
const { passed, failed } = sumTallies(tallies)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
