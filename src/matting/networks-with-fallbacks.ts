import { isAbort, isServiceError, ServiceError } from '#contract/service-error.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import type { BackendDenylist } from './backend-denylist.ts'
import { type BackendInstance, type BackendParts, openBackend, WrongOutputError } from './backend-instance.ts'
import type { BackendCandidate } from './device.ts'
import type { MattingCall, Networks } from './networks.ts'
import type { Session } from './ort-session.ts'

export type NetworksOptions = BackendParts & {
  /** Best first; see `chooseLadder`. */
  readonly candidates: readonly BackendCandidate[]
  readonly isolated: boolean
  readonly denylist: BackendDenylist
}

/**
 * The networks on the best rung that works. Nothing is loaded yet.
 *
 * A rung is left for the next one when it does not start, answers wrongly (which is remembered across
 * visits) or fails while running; a lost GPU device is first replaced, once. `device.notes` says so.
 */
export async function openNetworksWithFallbacks(options: NetworksOptions): Promise<Networks> {
  const { candidates, isolated, denylist } = options
  const notes: string[] = []
  const rungs: BackendCandidate[] = []
  for (const rung of candidates) {
    if (await denylist.has(rung.key))
      notes.push(`${nameOf(rung)} is passed over: it answered wrongly on this machine before.`)
    else rungs.push(rung)
  }
  let stand = standOn(rungs.shift())
  let rebuilt = false

  function standOn(rung: BackendCandidate | undefined): BackendInstance {
    if (!rung) throw new ServiceError('internal_server_error', { details: notes.join(' ') })
    const opened = openBackend(rung, options)
    void opened.lost.then((reason) => replace(opened, new Error(`the GPU device was lost: ${reason}`), true))
    return opened
  }

  /** Puts another stand in place of `failed`, unless that has happened already. Throws where none is left. */
  function replace(failed: BackendInstance, cause: unknown, mayRebuild: boolean): void {
    if (failed !== stand) return
    const { candidate } = failed
    if (mayRebuild && !rebuilt && candidate.backend === 'webgpu') {
      rebuilt = true
      notes.push(`${nameOf(candidate)} was started again: ${wordsOf(cause)}.`)
      stand = standOn(candidate)
    } else {
      const next = rungs[0]
      if (!next) throw new ServiceError('internal_server_error', { details: wordsOf(cause), cause })
      if (cause instanceof WrongOutputError) void denylist.add(candidate.key)
      rungs.shift()
      notes.push(`${nameOf(next)} took over from ${nameOf(candidate)}: ${wordsOf(cause)}.`)
      rebuilt = false
      stand = standOn(next)
    }
    void failed.dispose().catch(() => undefined)
  }

  /** Does `task` on the stand that is in place, on the next one where that fails, and so on. */
  async function onSomeStand<T>(
    call: MattingCall,
    mayRebuild: boolean,
    task: (stand: BackendInstance) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const tried = stand
      try {
        return await task(tried)
      } catch (cause) {
        call.signal.throwIfAborted()
        // Closed under us, since another call found it failing.
        if (isAbort(cause) && tried !== stand) continue
        if (isAbort(cause) || isServiceError(cause)) throw cause
        replace(tried, cause, mayRebuild && !(cause instanceof WrongOutputError))
      }
    }
  }

  return {
    get device() {
      const { backend, threads, precision, label } = stand.candidate
      return { backend, threads, precision, label, isolated, notes: [...notes] }
    },
    isLoaded: (kind) => stand.isLoaded(kind),
    async load(kind, call) {
      await onSomeStand(call, false, (tried) => tried.load(kind, call))
    },
    run: (kind, input, size, call) =>
      onSomeStand<AlphaMaskF32>(call, true, async (tried) => {
        const session: Session = await tried.load(kind, call)
        return tried.run(session, input, size, call.signal)
      }),
    dispose: () => stand.dispose(),
  }
}

const nameOf = ({ backend, label, precision }: BackendCandidate): string =>
  backend === 'webgpu' ? `${label} in ${precision}` : label

const wordsOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
