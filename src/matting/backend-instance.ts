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
  /** Rejects with `WrongOutputError` where the self-test fails, else with the fault of files or onnxruntime. */
  load(network: string, call: MattingCall): Promise<Session>
  isLoaded(network: string): boolean
  /** `input` as `Networks.run` takes it. Rejects with `WrongOutputError` where the output holds no numbers. */
  run(
    session: Session,
    input: Float32Array,
    size: Size,
    signal: AbortSignal,
    onShare?: OnShare,
  ): Promise<AlphaMaskF32>
  /** `input` as `Networks.run` takes it. */
  runFeatures(session: Session, input: Float32Array, size: Size, signal: AbortSignal): Promise<FeatureMaps>
  /** Resolves, with the reason, when the GPU device is lost while it is in use. */
  readonly lost: Promise<string>
  dispose(): Promise<void>
}

/** A backend that computes wrongly without saying so. */
export class WrongOutputError extends Error {
  override readonly name = 'WrongOutputError'
}

/** What a backend is opened with. */
export type BackendParts = {
  readonly catalog: NetworkCatalog
  readonly files: ModelFiles
  readonly openRuntime: (options: RuntimeOptions) => Promise<Runtime>
  readonly modules?: ModuleStore | undefined
}

type NetworkState = {
  readonly open: SharedTask<Session>
  readonly listeners: Set<OnProgress>
  /** Bytes of a download in progress, and the engine that is started meanwhile. */
  loading?: { readonly loaded: number; readonly total: number; readonly engine: Engine }
  isOpen: boolean
}

/** Starts nothing: the runtime and each network are fetched and opened by the first `load`. */
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

  /** Each network's listeners get its own bytes plus those of its engine, which networks share. */
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
        // Not awaited: a session whose GPU is lost may never close.
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
      // A function of its own, since two calls may share one.
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

/** NaN anywhere; or nothing but zeros, which an fp16 overflow leaves behind (microsoft/onnxruntime#29130). */
const isEmptyOutput = ({ data }: AlphaMaskF32, { precision }: BackendCandidate): boolean =>
  data.some(Number.isNaN) || (precision === 'fp16' && data.every((value) => value === 0))

/**
 * How long a pass waits for the pass of another worker, in milliseconds. A tab that the system suspended in the middle
 * of a pass gives its turn back only when it wakes.
 */
const maxWaitMs = 30_000
/** A pass waited for so long in vain: the next ones do not, until one gets its turn. */
let isStuck = false

/**
 * Runs a pass of a network while no other worker or tab of this studio runs one: each uses all threads, so two at once
 * take as long as one after the other, and twice the memory. A photo waits for one frame of a clip, and the clip for
 * the photo. The pass runs all the same where there are no Web Locks (plain http), and after `maxWaitMs`. Rejects with
 * the reason of `signal` where that is aborted before.
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
