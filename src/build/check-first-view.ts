import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { firstViewLimits, measureFirstView } from './first-view.ts'

/** A part of `npm run check`: builds the studio into a temporary folder, and fails if its first view is too large. */
const outDir = mkdtempSync(join(tmpdir(), 'first-view-'))
try {
  await build({ logLevel: 'error', build: { outDir, emptyOutDir: true } })
  const { scriptBytes, bytes, files } = measureFirstView(outDir)
  const isTooLarge = scriptBytes > firstViewLimits.scriptBytes || bytes > firstViewLimits.bytes
  if (isTooLarge) for (const file of files) console.log(`${String(file.bytes).padStart(8)}  ${file.path}`)
  console.log(
    `First view: ${scriptBytes} bytes of script (at most ${firstViewLimits.scriptBytes}), ${bytes} in all (at most ${firstViewLimits.bytes}).`,
  )
  if (isTooLarge) process.exitCode = 1
} finally {
  rmSync(outDir, { recursive: true, force: true })
}
