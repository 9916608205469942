import type { Size } from '#base/geometry.ts'
import { type Reason, reasonText } from '#contract/error-reasons.ts'
import { isAbort, isServiceError, ServiceError } from '#contract/service-error.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import type { BackendDenylist } from './backend-denylist.ts'
import { type BackendInstance, type BackendParts, openBackend, WrongOutputError } from './backend-instance.ts'
import type { BackendCandidate, Device } from './device.ts'
import type { MattingCall, OnShare } from './matting-call.ts'
import type { InferencePass, PassTable } from './network-catalog.ts'
import type { Session } from './runtime.ts'

/** Parameters of a pass. */
type PassCall = MattingCall & { readonly onShare?: OnShare }

/** The catalogue's networks on one device. Runs are queued: one at a time. */
export interface Networks {
  /** Changes when a device fails or gives a wrong result and the next one takes over. */
  readonly device: Device
  /** The network and size of each pass, for each backend and level. */
  readonly passes: PassTable
  /** The pass that finds people; absent if the catalogue has none. */
  readonly people?: InferencePass
  /** Makes a network ready to run, once: fetches and verifies missing files, opens the session, tests it. */
  load(network: string, call: MattingCall): Promise<void>
  /** Whether a network is loaded. */
  isLoaded(network: string): boolean
  /**
   * One pass of this network. `input` is planar R G B, (value - 128) / 256, as from `toTensor`; the network must accept
   * `size`. Loads the network first if needed. Rejects with `upstream_error` if its files cannot be fetched,
   * `internal_server_error` if no device can run it, `AbortError` if aborted before the pass, or during a pass of the
   * kernels.
   */
  run(network: string, input: Float32Array, size: Size, call: PassCall): Promise<AlphaMaskF32>
  /** As `run`, but returns the features of each place of the picture instead of the matte. */
  runFeatures(network: string, input: Float32Array, size: Size, call: MattingCall): Promise<FeatureMaps>
  /**
   * Loads an optional network, and returns whether it is loaded. A failure does not change the device, and is not
   * retried on it. Rejects with `AbortError` only.
   */
  tryLoad(network: string, call: Pick<MattingCall, 'signal'>): Promise<boolean>
  /** One pass of an optional network, as `tryLoad`; undefined if it fails. */
  tryRun(
    network: string,
    input: Float32Array,
    size: Size,
    call: Pick<MattingCall, 'signal'>,
  ): Promise<AlphaMaskF32 | undefined>
  dispose(): Promise<void>
}

/** Options of networks. */
export type NetworksOptions = BackendParts & {
  /** Best first; see `backendCandidates`. */
  readonly candidates: readonly BackendCandidate[]
  /** Whether the page is cross-origin isolated, for `Device`. */
  readonly isolated: boolean
  readonly denylist: BackendDenylist
}

/**
 * The catalogue's networks on the best backend that works. Nothing is loaded yet.
 *
 * The next candidate takes over when a backend does not start, answers wrongly (which the denylist remembers across
 * visits) or fails while running; a lost GPU device is first opened again, once. `device.notes` tells people so.
 */
export async function openNetworksWithFallbacks(options: NetworksOptions): Promise<Networks> {
  const { candidates, isolated, denylist, catalog } = options
  const notes: Reason[] = []
  const remaining: BackendCandidate[] = []
  for (const candidate of candidates) {
    if (await denylist.has(candidate.key))
      notes.push({ reason: 'device_denylisted', params: { device: triedOf(candidate) } })
    else remaining.push(candidate)
  }
  let current = open(remaining.shift())
  let isReopened = false

  function open(candidate: BackendCandidate | undefined): BackendInstance {
    if (!candidate)
      throw new ServiceError('internal_server_error', {
        details: notes.map((note) => reasonText(note)).join(' '),
      })
    const opened = openBackend(candidate, options)
    void opened.lost.then((reason) => replace(opened, new Error(`the GPU device was lost: ${reason}`), true))
    return opened
  }

  /** Replaces `failed`, unless this has happened already. Throws if no candidate remains. */
  function replace(failed: BackendInstance, cause: unknown, mayReopen: boolean): void {
    if (failed !== current) return
    const { candidate } = failed
    if (mayReopen && !isReopened && candidate.backend === 'webgpu') {
      isReopened = true
      notes.push({
        reason: 'device_restarted',
        params: { device: triedOf(candidate), cause: causeText(cause) },
      })
      current = open(candidate)
    } else {
      const next = remaining[0]
      if (!next) throw new ServiceError('internal_server_error', { details: causeText(cause), cause })
      if (cause instanceof WrongOutputError) void denylist.add(candidate.key)
      remaining.shift()
      notes.push({
        reason: 'device_replaced',
        params: { device: triedOf(candidate), by: triedOf(next), cause: causeText(cause) },
      })
      isReopened = false
      current = open(next)
    }
    void failed.dispose().catch(() => undefined)
  }

  /** Runs `task` on the current backend; if that fails, on its replacement, and so on. */
  async function withFallbacks<T>(
    call: MattingCall,
    mayReopen: boolean,
    task: (backend: BackendInstance) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const tried = current
      try {
        return await task(tried)
      } catch (cause) {
        call.signal.throwIfAborted()
        // Another call found this backend failing and closed it.
        if (isAbort(cause) && tried !== current) continue
        if (isAbort(cause) || isServiceError(cause)) throw cause
        replace(tried, cause, mayReopen && !(cause instanceof WrongOutputError))
      }
    }
  }

  const failed = new Set<string>()
  /** Runs `task` on the current backend, unless it failed there before; undefined if it fails. */
  async function withoutFallbacks<T>(
    network: string,
    { signal }: Pick<MattingCall, 'signal'>,
    task: (backend: BackendInstance, session: Session) => Promise<T>,
  ): Promise<T | undefined> {
    for (;;) {
      const tried = current
      const key = `${network} on ${tried.candidate.key}`
      if (failed.has(key)) return undefined
      try {
        return await task(tried, await tried.load(network, { signal, onProgress: () => undefined }))
      } catch {
        signal.throwIfAborted()
        // Another call found this backend failing and closed it.
        if (tried === current) failed.add(key)
      }
    }
  }

  return {
    passes: catalog.passes,
    ...(catalog.people ? { people: catalog.people } : {}),
    get device() {
      const { backend, threads, precision, label } = current.candidate
      return { backend, threads, precision, label, isolated, notes: [...notes] }
    },
    isLoaded: (network) => current.isLoaded(network),
    async load(network, call) {
      await withFallbacks(call, false, (backend) => backend.load(network, call))
    },
    run: (network, input, size, call) =>
      withFallbacks<AlphaMaskF32>(call, true, async (backend) => {
        const session: Session = await backend.load(network, call)
        return backend.run(session, input, size, call.signal, call.onShare)
      }),
    runFeatures: (network, input, size, call) =>
      withFallbacks<FeatureMaps>(call, true, async (backend) => {
        const session: Session = await backend.load(network, call)
        return backend.runFeatures(session, input, size, call.signal)
      }),
    tryLoad: async (network, call) => (await withoutFallbacks(network, call, async () => true)) ?? false,
    tryRun: (network, input, size, call) =>
      withoutFallbacks(network, call, (backend, session) => backend.run(session, input, size, call.signal)),
    dispose: () => current.dispose(),
  }
}

const triedOf = ({ backend, threads, precision }: BackendCandidate) => ({ backend, threads, precision })

const causeText = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
