/**
 * How long tests wait, in milliseconds. Only what hangs may end a test. In a whole run three lanes share a machine,
 * which may be busy with other work as well, so that what takes a second alone may take minutes; `npm test` ends a
 * runner that says nothing for too long. One file by itself fails sooner.
 */
const isWholeRun = typeof process !== 'undefined' && process.env.PLAYWRIGHT_JSON_OUTPUT_FILE !== undefined

export const hungTestMs = (isWholeRun ? 20 : 5) * 60_000

/** For a state that a test waits for. */
export const longestWaitMs = (isWholeRun ? 600 : 60) * 1000

/** For a runner that `npm test` started: longer than any of its tests. */
export const silentRunnerMs = 25 * 60_000
