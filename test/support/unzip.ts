import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (...args: readonly string[]): Buffer =>
  execFileSync('unzip', args, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] })

/** Whether this machine has an unzip, which shares no code with what packs. */
export const hasUnzip = ((): boolean => {
  try {
    run('-v')
    return true
  } catch {
    return false
  }
})()

/** What a ZIP holds, in its own order; throws where a checksum is wrong. */
export const unzip = (bytes: Uint8Array): readonly { readonly name: string; read(): Buffer }[] => {
  const file = join(mkdtempSync(join(tmpdir(), 'clearcut-zip-')), 'packed.zip')
  writeFileSync(file, bytes)
  run('-tqq', file)
  const names = run('-Z1', file).toString().trim().split('\n')
  return names.map((name) => ({ name, read: () => run('-p', file, name) }))
}
