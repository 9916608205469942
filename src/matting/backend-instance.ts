import { type SharedTask, shareTask } from '#base/shared-promise.ts'
import type { OnProgress } from '#contract/progress.ts'
import type { AlphaMaskF32, Size } from '#engine/raster.ts'
import type { BackendCandidate } from './device.ts'
import type { ModelFiles } from './model-files.ts'
import type { ModelCatalog, NetworkFiles, NetworkKind, PartedFile } from './network-catalog.ts'
import type { MattingCall } from './networks.ts'
import type { Runtime, RuntimeOptions, Session } from './ort-session.ts'
import { selfTestFault, selfTestInput, selfTestSize } from './self-test.ts'
import { toModelInput } from './to-model-input.ts'

/** The networks of a model on one candidate of the ladder. What fails here fails for good. */
export interface BackendInstance {
  readonly candidate: BackendCandidate
  /** Rejects with `WrongAnswer` where the self-test fails, else with the fault of files or onnxruntime. */
  load(kind: NetworkKind, call: MattingCall): Promise<Session>
  isLoaded(kind: NetworkKind): boolean
  /** `input` as `Networks.run` takes it. Rejects with `WrongAnswer` where the output is none. */
  run(session: Session, input: Float32Array, size: Size, signal: AbortSignal): Promise<AlphaMaskF32>
  /** Resolves when the GPU device is lost while the stand is in use. */
  readonly lost: Promise<string>
  dispose(): Promise<void>
}

/** A backend that computes wrongly without saying so. */
export class WrongOutputError extends Error {
  override readonly name = 'WrongAnswer'
}

export type BackendParts = {
  readonly catalog: ModelCatalog
  readonly files: ModelFiles
  readonly openRuntime: (options: RuntimeOptions) => Promise<Runtime>
}

type Network = { readonly open: SharedTask<Session>; readonly listeners: Set<OnProgress>; isOpen: boolean }

export function openBackend(
  candidate: BackendCandidate,
  { catalog, files, openRuntime }: BackendParts,
): BackendInstance {
  const { model } = catalog
  const stop = new AbortController()
  let tellLost: (reason: string) => void = () => undefined
  const lost = new Promise<string>((resolve) => {
    tellLost = resolve
  })
  let runtime: Runtime | undefined

  const runtimeFile = catalog.runtimes[candidate.backend]
  let runtimeBytes = 0
  const startRuntime = shareTask(async (signal) => {
    const [wasmBinary] = await files.read([runtimeFile], {
      signal,
      onBytes: (loaded) => {
        runtimeBytes = loaded
        tellBytes()
      },
    })
    runtimeBytes = runtimeFile.bytes
    if (!wasmBinary) throw new Error('no runtime')
    runtime = await openRuntime({ backend: candidate.backend, threads: candidate.threads, wasmBinary })
    if (stop.signal.aborted) {
      await runtime.dispose()
      throw stop.signal.reason
    }
    void runtime.lost.then((reason) => {
      if (!stop.signal.aborted) tellLost(reason)
    })
    return runtime
  })

  const toldBytes = new Map<NetworkKind, { loaded: number; total: number }>()
  const tellBytes = () => {
    for (const [kind, { loaded, total }] of toldBytes) {
      const bytes = { loaded: runtimeBytes + loaded, total: runtimeFile.bytes + total }
      for (const listener of networks[kind].listeners) listener({ step: 'model', ratio: null, bytes })
    }
  }

  const openNetwork = async (kind: NetworkKind, signal: AbortSignal): Promise<Session> => {
    const network = model.networks[kind]
    const graphFile = graphOn(candidate, network)
    toldBytes.set(kind, { loaded: 0, total: graphFile.bytes + network.weights.bytes })
    try {
      const started = startRuntime(signal)
      const reading = files.read([graphFile, network.weights], {
        signal,
        onBytes: (loaded, total) => {
          toldBytes.set(kind, { loaded, total })
          tellBytes()
        },
      })
      const [ready, [graph, weights]] = await Promise.all([started, reading])
      if (!graph || !weights) throw new Error('no network')
      const names = { inputName: model.input.name, outputName: model.output.name }
      const session = await ready.openSession({ graph, weights, weightsPath: network.weightsPath, ...names })
      await prove(session)
      networks[kind].isOpen = true
      return session
    } finally {
      toldBytes.delete(kind)
    }
  }

  const run = async (
    session: Session,
    input: Float32Array,
    size: Size,
    signal: AbortSignal,
  ): Promise<AlphaMaskF32> => {
    const dead = lost.then((reason) => Promise.reject(new Error(`the GPU device was lost: ${reason}`)))
    return Promise.race([session.run(toModelInput(input, model.input), size, signal), dead])
  }

  const prove = async (session: Session): Promise<void> => {
    const fault = selfTestFault(await run(session, selfTestInput(), selfTestSize, stop.signal))
    if (fault === undefined) return
    await session.dispose()
    throw new WrongOutputError(`the answer to the self-test is wrong: ${fault}`)
  }

  const network = (kind: NetworkKind): Network => ({
    open: shareTask((signal) => openNetwork(kind, AbortSignal.any([signal, stop.signal]))),
    listeners: new Set(),
    isOpen: false,
  })
  const networks = { small: network('small'), large: network('large') }
  /** On WebGPU there is only the large network; see `Networks`. */
  const kindOnBackend = (kind: NetworkKind): NetworkKind => (candidate.backend === 'webgpu' ? 'large' : kind)

  return {
    candidate,
    lost,
    isLoaded: (kind) => networks[kindOnBackend(kind)].isOpen,
    async load(kind, { signal, onProgress }) {
      const { open, listeners } = networks[kindOnBackend(kind)]
      // A function of its own, since two calls may share one.
      const listener: OnProgress = (progress) => onProgress(progress)
      listeners.add(listener)
      try {
        return await open(signal)
      } finally {
        listeners.delete(listener)
      }
    },
    async run(session, input, size, signal) {
      const matte = await run(session, input, size, signal)
      if (candidate.backend === 'webgpu' && isNoAnswer(matte, candidate))
        throw new WrongOutputError('the matte holds no numbers')
      return matte
    },
    async dispose() {
      stop.abort(new DOMException('The networks were closed.', 'AbortError'))
      await runtime?.dispose()
    },
  }
}

const graphOn = ({ precision }: BackendCandidate, { graph, graphFloat32 }: NetworkFiles): PartedFile =>
  precision === 'float32' ? (graphFloat32 ?? graph) : graph

/** NaN anywhere; and, as fp16 overflow leaves it behind, nothing but zeros (microsoft/onnxruntime#29130). */
const isNoAnswer = ({ data }: AlphaMaskF32, { precision }: BackendCandidate): boolean =>
  data.some(Number.isNaN) || (precision === 'fp16' && data.every((value) => value === 0))
