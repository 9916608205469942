import { expect, test } from 'vitest'
import type { ModelFiles } from '#matting/model-files.ts'
import type { PartedFile } from '#matting/network-catalog.ts'
import type { Runtime } from '#matting/runtime.ts'
import { createEngine } from '#matting/start-engine.ts'

const { signal } = new AbortController()
const fileOf = (name: string): PartedFile => ({
  bytes: 8,
  parts: [{ path: name, sha256: name, bytes: 8 }],
})
/** The smallest module, and one of a version that no browser knows. */
const known = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)
const unknown = Uint8Array.of(0, 0x61, 0x73, 0x6d, 9, 0, 0, 0)

/** An engine whose WASM files have these contents, and what became of its runtimes. */
const engineOf = (
  contents: readonly Uint8Array<ArrayBuffer>[],
  opening: Promise<void> = Promise.resolve(),
) => {
  const seen = { read: 0, opened: 0, disposed: 0 }
  const files: ModelFiles = {
    read: async ([file]) => {
      seen.read++
      return [contents[Number(file?.parts[0]?.path)] ?? known]
    },
    storedBytes: async () => 0,
    list: async () => [],
    deleteAll: async () => undefined,
  }
  const engine = createEngine({
    variants: contents.map((_, index) => fileOf(String(index))),
    files,
    modules: undefined,
    open: async () => {
      seen.opened++
      await opening
      return {
        lost: new Promise(() => undefined),
        openSession: () => Promise.reject(new Error('no session is opened here')),
        dispose: async () => void seen.disposed++,
      } satisfies Runtime
    },
    onBytes: () => undefined,
  })
  return { engine, seen }
}

test('the first file that this browser compiles is used', async () => {
  const { engine, seen } = engineOf([unknown, known, known])
  await engine.start(signal)
  expect(seen).toEqual({ read: 2, opened: 1, disposed: 0 })
})

test('where it compiles none, the start fails', async () => {
  const { engine } = engineOf([unknown, unknown])
  await expect(engine.start(signal)).rejects.toBeInstanceOf(WebAssembly.CompileError)
})

test('a runtime that is open after the call was cancelled is closed', async () => {
  let finish: () => void = () => undefined
  const { engine, seen } = engineOf([known], new Promise((resolve) => (finish = resolve)))
  const stop = new AbortController()
  const first = engine.start(stop.signal)
  await expect.poll(() => seen.opened).toBe(1)
  stop.abort()
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  const second = engine.start(signal)
  finish()
  await second
  await expect.poll(() => seen.disposed).toBe(1)
  expect(seen.opened).toBe(2)
  await engine.dispose()
  expect(seen.disposed).toBe(2)
})

test('a start under way gives no runtime once the engine is closed', async () => {
  let finish: () => void = () => undefined
  const { engine, seen } = engineOf([known], new Promise((resolve) => (finish = resolve)))
  const start = engine.start(signal)
  await expect.poll(() => seen.opened).toBe(1)
  await engine.dispose()
  finish()
  await expect(start).rejects.toMatchObject({ name: 'AbortError' })
  expect(seen.disposed).toBe(1)
})
