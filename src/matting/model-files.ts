import { sha256Hex } from '#base/sha256.ts'
import { type Level, levels } from '#contract/image-options.ts'
import type { BlobStore, StoredBlob } from './blob-store.ts'
import type { Device } from './device.ts'
import type { FetchPart } from './fetch-part.ts'
import {
  allFiles,
  engineFiles,
  type FilePart,
  type InferencePass,
  type NetworkCatalog,
  networkOf,
  type PartedFile,
  sessionFiles,
  usualPasses,
} from './network-catalog.ts'

type FilesCall = {
  readonly signal: AbortSignal
  /** Bytes of all files so far, stored ones included. Called only during a fetch. */
  readonly onBytes: (loaded: number, total: number) => void
}

/** Files of networks and runtimes: read from the store, else fetched, verified and stored. */
export interface ModelFiles {
  /**
   * The bytes of each file. Finished parts stay stored if a later one fails, and the next call resumes there. Rejects
   * with `upstream_error` or `AbortError`.
   */
  read(files: readonly PartedFile[], call: FilesCall): Promise<Uint8Array<ArrayBuffer>[]>
  /** Stored bytes of the file. */
  storedBytes(file: PartedFile): Promise<number>
  /** The stored parts of all files; the key is the SHA-256. */
  list(): Promise<readonly StoredBlob[]>
  /** Deletes all stored parts whose SHA-256 is not in `needed`. */
  deleteAll(needed?: ReadonlySet<string>): Promise<void>
}

/** Parallel downloads: enough to fill a connection; few enough that an interruption costs little. */
const partsAtOnce = 3

export function openModelFiles(store: BlobStore, fetchPart: FetchPart): ModelFiles {
  return {
    async read(files, { signal, onBytes }) {
      signal.throwIfAborted()
      const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
      const whole = files.map(({ bytes }) => new Uint8Array(bytes))
      const targets = files.flatMap((file, index) => targetsOf(file, whole[index] ?? new Uint8Array()))
      const loaded = new Map<string, number>()
      const missing: Target[] = []

      const setLoaded = (part: FilePart, bytes: number) => {
        loaded.set(part.sha256, bytes)
      }
      await eachOf(targets, partsAtOnce, async (target) => {
        signal.throwIfAborted()
        if (await readStored(store, target)) setLoaded(target.part, target.part.bytes)
        else missing.push(target)
      })

      const report = () => onBytes(sumOf(loaded.values()), total)
      if (missing.length > 0) report()
      const stop = new AbortController()
      await eachOf(missing, partsAtOnce, async ({ part, into }) => {
        const blob = await fetchPart(part, {
          signal: AbortSignal.any([signal, stop.signal]),
          onBytes: (bytes) => {
            setLoaded(part, bytes)
            report()
          },
        }).catch((cause: unknown) => {
          stop.abort(cause)
          throw cause
        })
        await store.put(part.sha256, blob)
        into.set(new Uint8Array(await blob.arrayBuffer()))
      })
      return whole
    },

    async storedBytes(file) {
      const names = new Set(file.parts.map(({ sha256 }) => sha256))
      const stored = (await store.list()).filter(({ key }) => names.has(key))
      return sumOf(stored.map(({ bytes }) => bytes))
    },

    list: () => store.list(),

    async deleteAll(needed = new Set()) {
      for (const { key } of await store.list()) if (!needed.has(key)) await store.delete(key)
    },
  }
}

type Target = { readonly part: FilePart; readonly into: Uint8Array<ArrayBuffer> }

function targetsOf({ parts }: PartedFile, whole: Uint8Array<ArrayBuffer>): Target[] {
  let start = 0
  return parts.map((part) => {
    const into = whole.subarray(start, start + part.bytes)
    start += part.bytes
    return { part, into }
  })
}

/** Reads a part; false if it is missing or damaged, and then deletes it. */
async function readStored(store: BlobStore, { part, into }: Target): Promise<boolean> {
  try {
    const blob = await store.get(part.sha256)
    if (!blob) return false
    if (blob.size === part.bytes) {
      into.set(new Uint8Array(await blob.arrayBuffer()))
      if ((await sha256Hex(into)) === part.sha256) return true
    }
    await store.delete(part.sha256)
  } catch {
    // A store that cannot be read counts as one without the part.
  }
  return false
}

/** Runs `task` for all items, `atOnce` at a time. Waits for running tasks before it rejects. */
async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await task(item)
      } catch (cause) {
        waiting.length = 0
        throw cause
      }
    }
  }
  const results = await Promise.allSettled(Array.from({ length: atOnce }, work))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, number) => sum + number, 0)

/** A stored file with its name for people. */
export type StoredModelFile = {
  readonly kind: 'network' | 'webgpu' | 'wasm' | 'kernels'
  /** The name of a network; absent for engines. */
  readonly name?: string
  readonly bytes: number
  /** Whether necessary parts are missing. */
  readonly isUnfinished?: boolean
}

/** Deletes the parts of no file in the catalogue. */
export const deleteOtherParts = (
  { networks, runtimes, kernels }: Pick<NetworkCatalog, 'networks' | 'runtimes' | 'kernels'>,
  files: Pick<ModelFiles, 'deleteAll'>,
): Promise<void> => {
  const engines = [runtimes, kernels ?? {}].flatMap((each) => Object.values<PartedFile>(each))
  const needed = [...networks.flatMap(allFiles), ...engines].flatMap(({ parts }) => parts)
  return files.deleteAll(new Set(needed.map(({ sha256 }) => sha256)))
}

/** The stored files of the catalogue, in its order. */
export async function listStoredFiles(
  { networks, runtimes, kernels }: Pick<NetworkCatalog, 'networks' | 'runtimes' | 'kernels'>,
  files: Pick<ModelFiles, 'list'>,
): Promise<readonly StoredModelFile[]> {
  // The store is read once: a part that arrives between two reads would belong to no known file.
  const left = new Map((await files.list()).map(({ key, bytes }) => [key, bytes]))
  const kept = new Set(left.keys())
  const isWhole = ({ parts }: PartedFile) => parts.every(({ sha256 }) => kept.has(sha256))
  const alternativeBytes = (parted: readonly PartedFile[]): number => {
    const parts = parted.flatMap((file) => file.parts)
    const bytes = sumOf(parts.map(({ sha256 }) => left.get(sha256) ?? 0))
    for (const { sha256 } of parts) left.delete(sha256)
    return bytes
  }
  const known = [
    ...networks.map((network) => ({
      kind: 'network' as const,
      name: network.name,
      bytes: alternativeBytes(allFiles(network)),
      isUnfinished: !precisions.some((precision) => sessionFiles(network, precision).every(isWhole)),
    })),
    ...(['webgpu', 'wasm'] as const).map((kind) => ({
      kind,
      bytes: alternativeBytes([runtimes[kind]]),
      isUnfinished: !isWhole(runtimes[kind]),
    })),
    // One of the variants is enough.
    { kind: 'kernels' as const, bytes: alternativeBytes(Object.values(kernels ?? {})) },
  ]
  return known.filter(({ bytes }) => bytes > 0)
}

/** The precisions by which a graph is chosen. */
const precisions = ['float32', 'fp16'] as const

/**
 * The levels that must fetch more bytes on `device` than the first network of Fast still needs, which can give a photo
 * its first look.
 */
export const levelsWithFirstLook = async (
  { networks, passes }: Pick<NetworkCatalog, 'networks' | 'passes'>,
  { backend, precision }: Pick<Device, 'backend' | 'precision'>,
  files: Pick<ModelFiles, 'storedBytes'>,
): Promise<readonly Level[]> => {
  const missingOf = async (needed: readonly InferencePass[]): Promise<number> => {
    const ids = [...new Set(needed.map(({ network }) => network))]
    const wanted = ids.flatMap((id) => sessionFiles(networkOf(networks, id), precision))
    return sumOf(await Promise.all(wanted.map(async (file) => file.bytes - (await files.storedBytes(file)))))
  }
  const table = passes[backend]
  const missing = await Promise.all(levels.map((level) => missingOf(usualPasses(table[level]))))
  const least = await missingOf(table.fast.image.slice(0, 1))
  return levels.filter((_, index) => (missing[index] ?? 0) > least)
}

/**
 * The most bytes that each level still has to fetch on `device` for a photo: Fast on a processor needs a second network
 * only if the first matte is uncertain.
 */
export const missingBytes = async (
  { networks, passes, ...engines }: NetworkCatalog,
  { backend, precision, threads }: Pick<Device, 'backend' | 'precision' | 'threads'>,
  files: Pick<ModelFiles, 'storedBytes'>,
): Promise<Readonly<Record<Level, number>>> => {
  const missingAt = async (level: Level): Promise<number> => {
    const needed = new Set(passes[backend][level].image.map(({ network }) => network))
    const used = [...needed].map((id) => networkOf(networks, id))
    const names = new Set(used.map(({ engine = 'onnxruntime' }) => engine))
    const wanted = [
      ...[...names].flatMap((name) => engineFiles(engines, name, { backend, threads }).slice(0, 1)),
      ...used.flatMap((network) => sessionFiles(network, precision)),
    ]
    const missing = wanted.map(async (file) => file.bytes - (await files.storedBytes(file)))
    return sumOf(await Promise.all(missing))
  }
  const missing = await Promise.all(levels.map(async (level) => [level, await missingAt(level)] as const))
  return Object.fromEntries(missing) as Record<Level, number>
}
