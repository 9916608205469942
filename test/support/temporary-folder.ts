import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const prefix = 'clearcut-tests-'

/**
 * Makes a folder in which this process, and all that it starts from now on, keep temporary files (`TMPDIR`). Returns a
 * function that deletes the folder. Does nothing where the process that started this one has made such a folder.
 */
export const openTemporaryFolder = (): (() => void) => {
  if (basename(tmpdir()).startsWith(prefix)) return () => {}
  const folder = mkdtempSync(join(tmpdir(), prefix))
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Called by Vitest before the tests of a project; Vitest calls the returned function after them. */
export const setup = openTemporaryFolder
