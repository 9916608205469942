import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { KernelVariant } from '#matting/network-catalog.ts'
import { sha256Of } from './networks/network-source.ts'

const folder = fileURLToPath(new URL('../kernels/', import.meta.url))
const require = createRequire(import.meta.url)
const compiler = require.resolve('assemblyscript/bin/asc.js')
const { version } = require('assemblyscript/package.json') as { readonly version: string }

const usual = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd']
const shared = ['--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536']
const relaxed = ['--enable', 'relaxed-simd']
/** Disables warnings: addresses have 32 bits; vectors are passed within the module only. */
const silent = ['--disableWarning', '201', '--disableWarning', '112']

const variants: Readonly<Record<KernelVariant, readonly string[]>> = {
  plain: [],
  relaxed,
  shared,
  sharedRelaxed: [...shared, ...relaxed],
}

/**
 * `src/kernels` as WebAssembly: with and without threads (which share its memory), with and without relaxed SIMD.
 * Compiled once, then read from node_modules/.cache below `root`. Throws with the compiler's messages if the source has
 * errors.
 */
export function compileKernels(root: string): Readonly<Record<KernelVariant, Uint8Array>> {
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
  const key = sha256Of(JSON.stringify([version, sources, variants, usual])).slice(0, 16)
  const cache = resolve(root, 'node_modules/.cache/clearcut-kernels', key)
  mkdirSync(cache, { recursive: true })
  const compiled = Object.entries(variants).map(([variant, options]) => {
    const file = join(cache, `${variant}.wasm`)
    if (!existsSync(file)) compile(options, file)
    return [variant, new Uint8Array(readFileSync(file))] as const
  })
  return Object.fromEntries(compiled) as Record<KernelVariant, Uint8Array>
}

function compile(options: readonly string[], file: string): void {
  const draft = `${file}.${process.pid}`
  const args = [compiler, 'kernels.ts', ...usual, ...options, ...silent, '--outFile', draft]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) {
    rmSync(draft, { force: true })
    throw new Error(`The kernels do not compile:\n${stderr}`)
  }
  renameSync(draft, file)
}
