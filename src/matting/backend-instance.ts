import type { Size } from '#base/geometry.ts'
import type { ModuleStore } from '#base/module-store.ts'
import { type SharedTask, shareTask } from '#base/promises.ts'
import { scopedName } from '#base/scoped-name.ts'
import type { OnProgress } from '#contract/progress.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import type { BackendCandidate } from './device.ts'
import { openKernelRuntime } from './kernel-runtime.ts'
import type { MattingCall, OnShare } from './matting-call.ts'
import type { ModelFiles } from './model-files.ts'
import {
  engineFiles,
  type NetworkCatalog,
  type NetworkEngine,
  networkOf,
  type ServedNetwork,
  sessionFiles,
} from './network-catalog.ts'
import type { Runtime, RuntimeOptions, Session } from './runtime.ts'
import { selfTestFault, selfTestInput, selfTestSizeFor } from './self-test.ts'
import { createEngine, type Engine } from './start-engine.ts'

/** The catalogue's networks on one backend. A failure here is final; `openNetworksWithFallbacks` moves on. */
export interface BackendInstance {
  readonly candidate: BackendCandidate
  /** Rejects with `WrongOutputError` if the self-test fails, else with the error of the files or onnxruntime. */
  load(network: string, call: MattingCall): Promise<Session>
  isLoaded(network: string): boolean
  /** `input` as in `Networks.run`. Rejects with `WrongOutputError` if WebGPU gives NaN, or only zeros in fp16. */
  run(
    session: Session,
    input: Float32Array,
    size: Size,
    signal: AbortSignal,
    onShare?: OnShare,
  ): Promise<AlphaMaskF32>
  /** `input` as in `Networks.run`. */
  runFeatures(session: Session, input: Float32Array, size: Size, signal: AbortSignal): Promise<FeatureMaps>
  /** Resolves with the reason when the GPU device is lost during use. */
  readonly lost: Promise<string>
  dispose(): Promise<void>
}

/** A backend gave a wrong result without an error. */
export class WrongOutputError extends Error {
  override readonly name = 'WrongOutputError'
}

/** The parts of a backend. */
export type BackendParts = {
  readonly catalog: NetworkCatalog
  readonly files: ModelFiles
  readonly openRuntime: (options: RuntimeOptions) => Promise<Runtime>
  readonly modules?: ModuleStore | undefined
}

type NetworkState = {
  readonly open: SharedTask<Session>
  readonly listeners: Set<OnProgress>
  /** Bytes of a download in progress, and the engine that starts meanwhile. */
  loading?: { readonly loaded: number; readonly total: number; readonly engine: Engine }
  isOpen: boolean
}

/** Starts nothing: the first `load` fetches and opens the runtime and each network. */
export function openBackend(
  candidate: BackendCandidate,
  { catalog, files, openRuntime, modules }: BackendParts,
): BackendInstance {
  const stop = new AbortController()
  let reportLost: (reason: string) => void = () => undefined
  const lost = new Promise<string>((resolve) => {
    reportLost = resolve
  })
  const { backend, threads } = candidate
  const engine = (name: NetworkEngine, open: (module: WebAssembly.Module) => Promise<Runtime>): Engine =>
    createEngine({
      variants: engineFiles(catalog, name, candidate),
      files,
      modules,
      onBytes: () => reportBytes(),
      open: async (module) => {
        const runtime = await open(module)
        void runtime.lost.then((reason) => {
          if (!stop.signal.aborted) reportLost(reason)
        })
        return runtime
      },
    })
  const engines: Readonly<Record<NetworkEngine, Engine>> = {
    onnxruntime: engine('onnxruntime', (module) => openRuntime({ backend, threads, module })),
    kernels: engine('kernels', (module) => openKernelRuntime({ threads, module })),
  }
  const engineOf = ({ engine: name = 'onnxruntime' }: Pick<ServedNetwork, 'engine'>): Engine => engines[name]

  const states = new Map<string, NetworkState>()
  const stateOf = (id: string): NetworkState => {
    const known = states.get(id)
    if (known) return known
    const network = networkOf(catalog.networks, id)
    const state: NetworkState = {
      open: shareTask((signal) => openNetwork(network, state, AbortSignal.any([signal, stop.signal]))),
      listeners: new Set(),
      isOpen: false,
    }
    states.set(id, state)
    return state
  }

  /** Listeners of a network get its own bytes plus those of its engine, which networks share. */
  const reportBytes = () => {
    for (const { loading, listeners } of states.values()) {
      if (!loading) continue
      const { loaded, total } = loading.engine.bytes
      const bytes = { loaded: loaded + loading.loaded, total: total + loading.total }
      for (const listener of listeners) listener({ step: 'model', ratio: null, bytes })
    }
  }

  const openNetwork = async (
    network: ServedNetwork,
    state: NetworkState,
    signal: AbortSignal,
  ): Promise<Session> => {
    const wanted = sessionFiles(network, candidate.precision)
    const engine = engineOf(network)
    state.loading = { loaded: 0, total: wanted.reduce((sum, { bytes }) => sum + bytes, 0), engine }
    try {
      const started = engine.start(signal)
      const reading = files.read(wanted, {
        signal,
        onBytes: (loaded, total) => {
          state.loading = { loaded, total, engine }
          reportBytes()
        },
      })
      const [ready, [graph, weights]] = await Promise.all([started, reading])
      if (!graph || !weights) throw new Error('no network')
      const session = await ready.openSession({ ...network, graph, weights })
      try {
        await selfTest(session, network)
        signal.throwIfAborted()
      } catch (cause) {
        // Not awaited: a session may never close when its GPU is lost.
        void session.dispose().catch(() => undefined)
        throw cause
      }
      state.isOpen = true
      return session
    } finally {
      delete state.loading
    }
  }

  /** Rejects as soon as the GPU is lost, since the session itself may then wait forever. */
  const unlessLost = <T>(pass: Promise<T>): Promise<T> => {
    const failed = lost.then((reason) => Promise.reject(new Error(`the GPU device was lost: ${reason}`)))
    return Promise.race([pass, failed])
  }

  const selfTest = async (session: Session, { input, selfTest: picture }: ServedNetwork): Promise<void> => {
    const size = selfTestSizeFor(input.size)
    const matte = await unlessLost(session.run(selfTestInput(size, picture), size, stop.signal))
    const fault = selfTestFault(matte, size, picture)
    if (fault !== undefined) throw new WrongOutputError(`the answer to the self-test is wrong: ${fault}`)
  }

  return {
    candidate,
    lost,
    isLoaded: (network) => stateOf(network).isOpen,
    async load(network, { signal, onProgress }) {
      const { open, listeners } = stateOf(network)
      // A new function, since two calls may pass the same one.
      const listener: OnProgress = (progress) => onProgress(progress)
      listeners.add(listener)
      try {
        return await open(signal)
      } finally {
        listeners.delete(listener)
      }
    },
    async run(session, input, size, signal, onShare) {
      const matte = await onePassAtATime(() => unlessLost(session.run(input, size, signal, onShare)), signal)
      if (candidate.backend === 'webgpu' && isEmptyOutput(matte, candidate))
        throw new WrongOutputError('the matte holds no numbers')
      return matte
    },
    runFeatures: (session, input, size, signal) =>
      onePassAtATime(() => unlessLost(session.runFeatures(input, size, signal)), signal),
    async dispose() {
      stop.abort(new DOMException('The networks were closed.', 'AbortError'))
      await Promise.all(Object.values(engines).map((each) => each.dispose()))
    },
  }
}

/** Whether a matte has NaN, or, in fp16, only zeros, as after an overflow (microsoft/onnxruntime#29130). */
const isEmptyOutput = ({ data }: AlphaMaskF32, { precision }: BackendCandidate): boolean =>
  data.some(Number.isNaN) || (precision === 'fp16' && data.every((value) => value === 0))

/**
 * Milliseconds that a pass waits for a pass of another worker. A tab suspended during a pass releases the lock only
 * when it wakes.
 */
const maxWaitMs = 30_000
/** Whether the last wait took `maxWaitMs`; then later waits are short until a pass gets the lock. */
let isStuck = false

/**
 * Runs a pass of a network while no other worker or tab of this studio runs one. Each pass uses all threads, so two at
 * once take as long as in sequence, and twice the memory. A photo waits for one frame of a clip, and a clip for the
 * photo. Without Web Locks (plain http), and after `maxWaitMs`, the pass runs all the same. Rejects with the reason of
 * `signal` if it is aborted during the wait.
 */
const onePassAtATime = async <T>(pass: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  const locks = globalThis.navigator?.locks
  if (!locks) return pass()
  const tooLong = AbortSignal.timeout(isStuck ? 100 : maxWaitMs)
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    isStuck = false
    return pass()
  }
  try {
    return await locks.request(
      scopedName('clearcut-pass'),
      { signal: AbortSignal.any([signal, tooLong]) },
      begin,
    )
  } catch (thrown) {
    signal.throwIfAborted()
    if (hasBegun) throw thrown
    isStuck = true
    return pass()
  }
}
