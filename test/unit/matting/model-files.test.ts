import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BlobCache,
  type BlobStore,
  cacheBlobStore,
  fallbackBlobStore,
  memoryBlobStore,
} from '#matting/blob-store.ts'
import { fetchPart } from '#matting/fetch-part.ts'
import { openModelFiles } from '#matting/model-files.ts'
import type { FilePart, PartedFile } from '#matting/network-catalog.ts'
import { openModelPartServer, type PartAnswer } from '#support/model-part-server.ts'

/** Four parts with different contents; hosts have every second one gzipped. */
const contents = [1, 2, 3, 4].map((seed) =>
  Uint8Array.from({ length: 1000 * seed }, (_, index) => (index * seed) % 251),
)
const parts: FilePart[] = contents.map((bytes, index) => ({
  path: `models/${index}.${index % 2 === 0 ? 'bin' : 'wasm'}`,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: bytes.length,
}))
const [first, second] = parts as [FilePart, FilePart]
const file: PartedFile = { bytes: 10_000, parts }
const whole = new Uint8Array(Buffer.concat(contents))
const served = (path: string, bytes: Uint8Array) => (path.endsWith('.bin') ? gzipSync(bytes) : bytes)

let server: Awaited<ReturnType<typeof openModelPartServer>>
beforeEach(async () => {
  server = await openModelPartServer(
    new Map(parts.map(({ path }, index) => [path, served(path, contents[index] ?? new Uint8Array())])),
  )
})
afterEach(() => server.close())

const quiet = { signal: new AbortController().signal, onBytes: () => undefined }
const open = (store: BlobStore, pausesMs: readonly number[] = [1, 1], stallMs = 5000) =>
  openModelFiles(store, fetchPart({ baseUrl: server.baseUrl, pausesMs, stallMs }))

/** A Cache as the browser has one, over a Map. */
function mapCache() {
  const held = new Map<string, Response>()
  const addressOf = (request: RequestInfo | URL) =>
    request instanceof Request ? request.url : String(request)
  const cache: BlobCache = {
    match: async (request) => held.get(addressOf(request))?.clone(),
    put: async (request, response) => {
      held.set(addressOf(request), response)
    },
    delete: async (request) => held.delete(addressOf(request)),
    keys: async () => [...held.keys()].map((address) => new Request(address)),
  }
  return { cache, held }
}

test('a file is joined from its parts, and fetched only once', async () => {
  const { cache } = mapCache()
  const files = open(cacheBlobStore(cache))
  expect(await files.storedBytes(file)).toBe(0)
  expect(await files.read([file], quiet)).toEqual([whole])
  expect([...server.requested].sort()).toEqual(parts.map(({ path }) => path))
  expect(await files.storedBytes(file)).toBe(10_000)
  expect(await files.storedBytes({ bytes: 1000, parts: [first] })).toBe(1000)

  expect(await open(cacheBlobStore(cache)).read([file], quiet)).toEqual([whole])
  expect(server.requested).toHaveLength(4)
})

test('progress counts the bytes of several files together', async () => {
  const fileOf = (some: FilePart[]): PartedFile => ({
    bytes: some.reduce((sum, { bytes }) => sum + bytes, 0),
    parts: some,
  })
  const head = fileOf(parts.slice(0, 2))
  const tail = fileOf(parts.slice(2))
  const told: number[] = []
  const onBytes = (loaded: number, total: number) => {
    expect(total).toBe(10_000)
    told.push(loaded)
  }
  const [one, two] = await open(memoryBlobStore()).read([head, tail], { ...quiet, onBytes })
  expect([one, two]).toEqual([whole.slice(0, 3000), whole.slice(3000)])
  expect(told.at(0)).toBe(0)
  expect(told.at(-1)).toBe(10_000)
  expect(told).toEqual([...told].sort((a, b) => a - b))
})

test.for<PartAnswer>(['cut short', 'web page', 'server error', 'missing', 'wrong bytes', 'too long'])(
  'after a response that is %s the part is fetched again',
  async (fault) => {
    const { cache, held } = mapCache()
    server.plan(first.path, fault)
    expect(await open(cacheBlobStore(cache)).read([file], quiet)).toEqual([whole])
    expect(server.requested.filter((path) => path === first.path)).toHaveLength(2)
    expect(held.size).toBe(4)
  },
)

test.for<PartAnswer>(['cut short', 'web page', 'server error', 'missing', 'wrong bytes', 'too long'])(
  'a response that stays %s is upstream_error and is not stored',
  async (fault) => {
    const { cache, held } = mapCache()
    server.plan(first.path, fault, fault, fault)
    const files = open(cacheBlobStore(cache))
    await expect(files.read([file], quiet)).rejects.toMatchObject({
      code: 'upstream_error',
      retryable: true,
      details: expect.stringContaining(first.path),
    })
    expect([...held.keys()].filter((address) => address.includes(first.sha256))).toEqual([])

    // Resumed: what has arrived is not asked for again. A part that was given up may still reach the server.
    const arrived = parts.filter(({ sha256 }) => [...held.keys()].some((address) => address.includes(sha256)))
    const asked = server.requested.length
    expect(await files.read([file], quiet)).toEqual([whole])
    const again = server.requested.slice(asked)
    expect(arrived.filter(({ path }) => again.includes(path))).toEqual([])
  },
)

test('progress counts bytes of a repeated part once', async () => {
  server.plan(first.path, 'cut short', 'wrong bytes')
  const told: number[] = []
  const onBytes = (loaded: number) => told.push(loaded)
  await open(memoryBlobStore()).read([{ bytes: 1000, parts: [first] }], { ...quiet, onBytes })
  expect(Math.max(...told)).toBe(1000)
  expect(told.at(-1)).toBe(1000)
})

test('a damaged part in the store is replaced', async () => {
  const { cache, held } = mapCache()
  const store = cacheBlobStore(cache)
  await store.put(first.sha256, new Blob(['<!doctype html>']))
  await store.put(second.sha256, new Blob([new Uint8Array(second.bytes)]))
  expect(await open(store).read([file], quiet)).toEqual([whole])
  expect(server.requested).toHaveLength(4)
  expect(held.size).toBe(4)
})

test('parts beyond the quota are kept in memory for the next worker', async () => {
  const { cache, held } = mapCache()
  const full: BlobCache = {
    ...cache,
    put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
  }
  const holder = new Map<string, Blob>()
  const openWorker = () => open(fallbackBlobStore(cacheBlobStore(full), memoryBlobStore(holder)))
  expect(await openWorker().read([file], quiet)).toEqual([whole])
  expect(held.size).toBe(0)
  expect(holder.size).toBe(4)
  expect(await openWorker().read([file], quiet)).toEqual([whole])
  expect(server.requested).toHaveLength(4)
})

test('a store that always throws does not prevent a download', async () => {
  const broken = () => Promise.reject(new DOMException('broken', 'UnknownError'))
  const cache: BlobCache = { match: broken, put: broken, delete: broken, keys: broken }
  const files = open(fallbackBlobStore(cacheBlobStore(cache), memoryBlobStore()))
  expect(await files.read([file], quiet)).toEqual([whole])
  expect(await files.storedBytes(file)).toBe(10_000)
})

test('a store that never answers prevents no download', async () => {
  let asked = 0
  const silent = () => {
    asked++
    return new Promise<never>(() => {})
  }
  const cache: BlobCache = { match: silent, put: silent, delete: silent, keys: silent }
  const files = open(fallbackBlobStore(cacheBlobStore(cache), memoryBlobStore(), 50))
  expect(await files.read([file], quiet)).toEqual([whole])
  const before = asked
  expect(await files.storedBytes(file)).toBe(10_000)
  expect(await files.read([file], quiet)).toEqual([whole])
  expect(asked).toBe(before)
})

test('a stalled part is fetched again', async () => {
  server.plan(first.path, 'hangs')
  expect(await open(memoryBlobStore(), [1], 200).read([file], quiet)).toEqual([whole])
  expect(server.requested.filter((path) => path === first.path)).toHaveLength(2)
})

test('an abort ends the download at once and keeps finished parts', async () => {
  const { cache, held } = mapCache()
  for (const { path } of parts.slice(1)) server.plan(path, 'hangs')
  const leaving = new AbortController()
  const reading = open(cacheBlobStore(cache)).read([file], { ...quiet, signal: leaving.signal })
  await expect.poll(() => held.size).toBe(1)
  leaving.abort()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  expect(held.size).toBe(1)
})

test('an abort ends the pause before another try', async () => {
  server.plan(first.path, 'server error')
  const leaving = new AbortController()
  const reading = open(memoryBlobStore(), [60_000]).read([{ bytes: 1000, parts: [first] }], {
    ...quiet,
    signal: leaving.signal,
  })
  await expect.poll(() => server.requested).toHaveLength(1)
  leaving.abort()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})

test('an unreachable server is upstream_error', async () => {
  await server.close()
  await expect(open(memoryBlobStore()).read([file], quiet)).rejects.toMatchObject({ code: 'upstream_error' })
})

test('deleting also removes files of older builds', async () => {
  const { cache, held } = mapCache()
  const files = open(cacheBlobStore(cache))
  await files.read([file], quiet)
  await cacheBlobStore(cache).put('f'.repeat(64), new Blob(['of an older build']))
  const stored = (await files.list()).reduce((sum, { bytes }) => sum + bytes, 0)
  expect(stored).toBe(10_000 + 'of an older build'.length)
  await files.deleteAll()
  expect(held.size).toBe(0)
  expect(await files.storedBytes(file)).toBe(0)
})
