import { expect, test } from 'vitest'
import { readCatalog } from '#build/networks/network-source.ts'
import { reasonText } from '#contract/error-reasons.ts'
import type { Progress } from '#contract/progress.ts'
import { ServiceError } from '#contract/service-error.ts'
import { backendCandidates } from '#matting/device.ts'
import type { ModelFiles } from '#matting/model-files.ts'
import type { NetworkCatalog, NetworkEntry, PartedFile, ServedNetwork } from '#matting/network-catalog.ts'
import { type NetworksOptions, openNetworksWithFallbacks } from '#matting/networks.ts'
import type { Runtime, RuntimeOptions } from '#matting/runtime.ts'
import { selfTestInput } from '#matting/self-test.ts'
import { twoNetworkPasses } from '#support/pass-table.ts'

const gpu = { adapter: 'test', hasFp16: true, maxBufferBytes: 2 ** 32, isSoftware: false }
const candidates = backendCandidates(
  { gpu, isolated: true, cores: 2, isIos: false },
  { gpuBufferBytes: 0, cpuPrecision: 'int8+fp16' },
)

const file = (name: string, bytes: number): PartedFile => ({
  bytes,
  parts: [{ path: name, sha256: name, bytes }],
})
const [entry] = readCatalog('.').networks
const network = (id: string, bytes: number): ServedNetwork => ({
  ...(entry as NetworkEntry),
  id,
  precision: 'fp16',
  weightsPath: 'w',
  weights: file(`${id} weights`, bytes),
  graph: file(`${id} graph`, 10),
  graphFloat32: file(`${id} float32 graph`, 10),
})
const catalog: NetworkCatalog = {
  networks: [network('isnet-int8', 400), network('isnet-fp16', 800)],
  passes: twoNetworkPasses,
  runtimes: { wasm: file('wasm', 100), webgpu: file('webgpu', 200) },
}

const size = { width: 128, height: 128 }
const disc = () =>
  selfTestInput(size)
    .slice(0, size.width * size.height)
    .map((value) => (value < 0 ? 1 : 0))

/** A runtime whose answer depends on its options and on how often it ran before. */
function fakeRuntime(answer: (options: RuntimeOptions, run: number) => Float32Array | Error) {
  const opened: string[] = []
  const openRuntime = async (options: RuntimeOptions): Promise<Runtime> => {
    opened.push(`${options.backend} ${options.threads}`)
    let runs = 0
    return {
      lost: new Promise(() => undefined),
      openSession: async () => ({
        run: async () => {
          const data = answer(options, runs++)
          if (data instanceof Error) throw data
          return { ...size, data }
        },
        runFeatures: async () => [],
        dispose: async () => undefined,
      }),
      dispose: async () => undefined,
    }
  }
  return { opened, openRuntime }
}

const runtimeNames = new Set(['wasm', 'webgpu'])
/** A WASM module with nothing in it: magic number and version. */
const emptyModule = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

/** Files that arrive in two halves. */
const files: ModelFiles = {
  read: async (wanted, { onBytes }) => {
    const total = wanted.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const share of [0, 0.5, 1]) {
      onBytes(share * total, total)
      await Promise.resolve()
    }
    return wanted.map(({ bytes, parts }) =>
      runtimeNames.has(parts[0]?.path ?? '') ? Uint8Array.from(emptyModule) : new Uint8Array(bytes),
    )
  },
  storedBytes: async () => 0,
  list: async () => [],
  deleteAll: async () => undefined,
}

function open(options: Partial<NetworksOptions> & Pick<NetworksOptions, 'openRuntime'>) {
  const remembered = new Set<string>()
  const denylist = {
    has: async (key: string) => remembered.has(key),
    add: async (key: string) => void remembered.add(key),
  }
  return openNetworksWithFallbacks({ catalog, files, candidates, isolated: true, denylist, ...options })
}

const call = { signal: new AbortController().signal, onProgress: () => undefined }

test('a runtime that another worker compiled is not read', async () => {
  const kept = new Map<string, WebAssembly.Module>()
  const modules = {
    get: async (key: string) => kept.get(key),
    put: (key: string, module: WebAssembly.Module) => void kept.set(key, module),
  }
  const given: WebAssembly.Module[] = []
  const read: string[] = []
  const openOne = async () => {
    const { openRuntime } = fakeRuntime(disc)
    const networks = await open({
      modules,
      candidates: candidates.slice(-1),
      openRuntime: (options) => {
        given.push(options.module)
        return openRuntime(options)
      },
      files: {
        ...files,
        read: (wanted, reading) => {
          read.push(...wanted.flatMap(({ parts }) => parts.map(({ path }) => path)))
          return files.read(wanted, reading)
        },
      },
    })
    await networks.load('isnet-int8', call)
  }
  await openOne()
  await openOne()
  expect(read.filter((name) => runtimeNames.has(name))).toEqual(['wasm'])
  expect(given[1]).toBe(given[0])
})

test('two loads at once share one session, and both report progress', async () => {
  const { opened, openRuntime } = fakeRuntime(disc)
  const networks = await open({ openRuntime })
  const told: [Progress[], Progress[]] = [[], []]
  await Promise.all(
    told.map((list) =>
      networks.load('isnet-fp16', { ...call, onProgress: (progress) => void list.push(progress) }),
    ),
  )
  expect(opened).toEqual(['webgpu 1'])
  for (const list of told) {
    expect(list.at(-1)).toEqual({ step: 'model', ratio: null, bytes: { loaded: 1010, total: 1010 } })
    const loaded = list.map(({ bytes }) => bytes?.loaded ?? 0)
    expect(loaded).toEqual([...loaded].sort((a, b) => a - b))
  }
})

test('missing files do not change the device, and the next load retries', async () => {
  const { openRuntime } = fakeRuntime(disc)
  let tries = 0
  const networks = await open({
    openRuntime,
    files: {
      ...files,
      read: async (...wanted) =>
        tries++ < 2 ? Promise.reject(new ServiceError('upstream_error')) : files.read(...wanted),
    },
  })
  await expect(networks.load('isnet-fp16', call)).rejects.toMatchObject({ code: 'upstream_error' })
  expect(networks.device).toMatchObject({ label: 'WebGPU', notes: [] })
  await networks.load('isnet-fp16', call)
  expect(networks.isLoaded('isnet-fp16')).toBe(true)
})

test('each backend that answers wrongly is replaced by the next', async () => {
  const { opened, openRuntime } = fakeRuntime(({ backend, threads }) =>
    backend === 'wasm' && threads === 1 ? disc() : new Float32Array(size.width * size.height),
  )
  const networks = await open({ openRuntime })
  const matte = await networks.run('isnet-int8', selfTestInput(size), size, call)
  expect(matte.data).toEqual(disc())
  expect(opened).toEqual(['webgpu 1', 'webgpu 1', 'wasm 2', 'wasm 1'])
  expect(networks.device.notes).toHaveLength(3)
  expect(networks.device.label).toBe('CPU, 1 thread')
})

test('a GPU pass without numbers is repeated on the next backend', async () => {
  const { opened, openRuntime } = fakeRuntime(({ backend }, run) =>
    backend === 'webgpu' && run > 0 ? new Float32Array(size.width * size.height).fill(Number.NaN) : disc(),
  )
  const networks = await open({ openRuntime })
  expect((await networks.run('isnet-fp16', selfTestInput(size), size, call)).data).toEqual(disc())
  expect(opened).toEqual(['webgpu 1', 'webgpu 1', 'wasm 2'])
})

test('a pass that fails on the GPU is repeated there once', async () => {
  let failures = 1
  const { opened, openRuntime } = fakeRuntime(({ backend }, run) =>
    backend === 'webgpu' && run > 0 && failures-- > 0 ? new Error('validation failed') : disc(),
  )
  const networks = await open({ openRuntime })
  await networks.run('isnet-fp16', selfTestInput(size), size, call)
  expect(opened).toEqual(['webgpu 1', 'webgpu 1'])
  expect(networks.device.notes.map((note) => reasonText(note))).toEqual([
    'WebGPU in fp16 was started again: validation failed.',
  ])
})

test('a failure of the last backend tells why, and allows retries', async () => {
  let broken = true
  const { openRuntime } = fakeRuntime(() => (broken ? new Error('out of memory') : disc()))
  const networks = await open({ openRuntime, candidates: candidates.slice(-1) })
  await expect(networks.load('isnet-int8', call)).rejects.toMatchObject({
    code: 'internal_server_error',
    details: 'out of memory',
  })
  broken = false
  await networks.load('isnet-int8', call)
  expect(networks.isLoaded('isnet-int8')).toBe(true)
})

test('an abort during a download leaves the device as it is', async () => {
  const { openRuntime } = fakeRuntime(disc)
  const leaving = new AbortController()
  const networks = await open({
    openRuntime,
    files: {
      ...files,
      read: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    },
  })
  const loading = networks.load('isnet-fp16', { ...call, signal: leaving.signal })
  leaving.abort()
  await expect(loading).rejects.toMatchObject({ name: 'AbortError' })
  expect(networks.device).toMatchObject({ label: 'WebGPU', notes: [] })
})

test.each([
  ['its session does not open', new Error('no such operator')],
  ['it answers wrongly', new Float32Array(size.width * size.height)],
])('a network that work can do without keeps the device where %s', async (_, answer) => {
  let asked = 0
  const { openRuntime } = fakeRuntime(() => (asked++ === 0 ? answer : disc()))
  const networks = await open({ openRuntime })
  expect(await networks.tryRun('isnet-int8', selfTestInput(size), size, call)).toBeUndefined()
  expect(networks.device).toMatchObject({ label: 'WebGPU', notes: [] })
  await networks.load('isnet-fp16', call)

  // It would work now, but is not tried again; a network of the work itself is.
  expect(await networks.tryLoad('isnet-int8', call)).toBe(false)
  await networks.load('isnet-int8', call)
  expect(networks.isLoaded('isnet-int8')).toBe(true)
})

test('a network that work can do without may be missing', async () => {
  const { openRuntime } = fakeRuntime(disc)
  let reads = 0
  const networks = await open({
    openRuntime,
    files: {
      ...files,
      read: (wanted, reading) => {
        if (wanted.length === 1) return files.read(wanted, reading)
        reads++
        return Promise.reject(new ServiceError('upstream_error'))
      },
    },
  })
  expect(await networks.tryLoad('isnet-int8', call)).toBe(false)
  expect(await networks.tryLoad('isnet-int8', call)).toBe(false)
  expect(reads).toBe(1)
})

test('a network that work can do without answers, and can be aborted', async () => {
  const { openRuntime } = fakeRuntime(disc)
  const networks = await open({ openRuntime })
  expect((await networks.tryRun('isnet-int8', selfTestInput(size), size, call))?.data).toEqual(disc())
  const aborted = { ...call, signal: AbortSignal.abort() }
  await expect(networks.tryLoad('isnet-fp16', aborted)).rejects.toMatchObject({ name: 'AbortError' })
  expect(await networks.tryLoad('isnet-fp16', call)).toBe(true)
})
