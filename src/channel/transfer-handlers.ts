import { transferHandlers } from 'comlink'
import { untilAborted } from '#base/promises.ts'
import type { OnProgress, Progress } from '#contract/progress.ts'
import { isAbort, type PlainError, ServiceError, toServiceError } from '#contract/service-error.ts'

/** Registers comlink's handlers for calls and exceptions; required on each side before its first message. */
export const registerTransferHandlers = (): void => {
  transferHandlers.set('call', {
    canHandle: (value: unknown): value is OutgoingCall => value instanceof OutgoingCall,
    serialize: (call: OutgoingCall) => [OutgoingCall.toWire(call), [OutgoingCall.toWire(call).port]],
    deserialize: toServedCall,
  })
  // comlink's own handler only keeps the name, the message and the stack of an error.
  const thrown = transferHandlers.get('throw')
  if (!thrown) throw new Error('comlink has no handler for exceptions')
  transferHandlers.set('throw', {
    canHandle: thrown.canHandle,
    serialize: (value) => [packError((value as { readonly value: unknown }).value), []],
    deserialize: (packed) => {
      throw unpackError(packed as PackedError)
    },
  })
}

/** The call of a served function. Its signal is aborted with an `AbortError`, whatever the reason. */
export type ServedCall = {
  readonly signal: AbortSignal
  readonly onProgress: OnProgress
  /**
   * Requests something from the page that this worker cannot make; absent if the page supplies nothing. Other calls may
   * run until it settles. Rejects with the error of the page's work, or the signal's reason.
   */
  readonly need?: (wanted: unknown) => Promise<unknown>
}

/** The page's answer to a worker's need. */
export type Supply = (wanted: unknown) => Promise<unknown>

/** The ports of calls being served here. */
const servedPorts = new WeakMap<object, MessagePort>()

/** Reports the end of a call to the page, after all its progress. */
export const endServedCall = (call: object): void => servedPorts.get(call)?.postMessage('over')

type WireCall = { readonly port: MessagePort; readonly canSupply: boolean }
/** A need of the served function, and its answer. */
type Wanted = { readonly id: number; readonly wanted: unknown }
type Supplied = { readonly id: number } & ({ readonly part: unknown } | { readonly fault: PackedError })

/** A call to a worker: its port carries the abort there, the progress back, and needs with their answers. */
export class OutgoingCall {
  readonly #port: MessagePort
  readonly #wire: WireCall
  /** Resolves when all progress of a successful call has arrived, which takes another path than its answer. */
  readonly over: Promise<void>

  constructor(onProgress: OnProgress | undefined, supply?: Supply) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.#wire = { port: port2, canSupply: supply !== undefined }
    const answer = async ({ id, wanted }: Wanted) => {
      const supplied: Supplied = await Promise.resolve(supply?.(wanted)).then(
        (part) => ({ id, part }),
        (thrown: unknown) => ({ id, fault: packError(thrown) }),
      )
      port1.postMessage(supplied)
    }
    this.over = new Promise((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<'over' | Progress | Wanted | null>) => {
        if (data === 'over') resolve()
        else if (typeof data !== 'object' || data === null) return
        else if ('wanted' in data) void answer(data)
        else onProgress?.(data)
      }
    })
  }

  /** Aborts the signal of the served function. */
  abort(): void {
    this.#port.postMessage('abort')
  }

  /** To be called when the call is over. Later progress is dropped. */
  close(): void {
    this.#port.close()
  }

  static toWire(call: OutgoingCall): WireCall {
    return call.#wire
  }
}

const toServedCall = ({ port, canSupply }: WireCall): ServedCall => {
  const abort = new AbortController()
  const waiting = new Map<number, (supplied: Supplied) => void>()
  let asked = 0
  port.onmessage = ({ data }: MessageEvent<'abort' | Supplied | null>) => {
    if (data === 'abort') abort.abort()
    else if (data) waiting.get(data.id)?.(data)
  }
  const need: Supply = (wanted) => {
    const id = asked++
    const answer = new Promise((resolve, reject) => {
      waiting.set(id, (supplied) =>
        'fault' in supplied ? reject(unpackError(supplied.fault)) : resolve(supplied.part),
      )
      port.postMessage({ id, wanted })
    })
    return untilAborted(answer, abort.signal).finally(() => waiting.delete(id))
  }
  const onProgress: OnProgress = (progress) => port.postMessage(progress)
  const call: ServedCall = { signal: abort.signal, onProgress, ...(canSupply && { need }) }
  servedPorts.set(call, port)
  return call
}

/** An exception as plain data: a structured clone of an error keeps little more than its message. */
type PackedError =
  | {
      readonly kind: 'error'
      readonly error: PlainError
      readonly cause: Cause | null
      readonly isMemoryFault: boolean
    }
  | { readonly kind: 'aborted' }

export const packError = (thrown: unknown): PackedError => {
  const error = toServiceError(thrown)
  if (isAbort(error)) return { kind: 'aborted' }
  return {
    kind: 'error',
    error: error.toPlain(),
    cause: causeOf(error),
    isMemoryFault: isMemoryFault(thrown),
  }
}

/** A `ServiceError`, or an `AbortError`. */
export const unpackError = (packed: PackedError): Error => {
  if (packed.kind === 'aborted') return new DOMException('The call was cancelled', 'AbortError')
  const cause = packed.cause && Object.assign(new Error(packed.cause.message), { name: packed.cause.name })
  const error = ServiceError.fromPlain(packed.error).with({ cause })
  if (packed.isMemoryFault) memoryFaults.add(error)
  return error
}

const memoryFaults = new WeakSet<Error>()

/** Whether this error came from a worker that ran out of memory, which cannot be trusted with another call. */
export const isFromMemoryFault = (thrown: unknown): boolean =>
  thrown instanceof Error && memoryFaults.has(thrown)

/** The innermost cause: its name identifies a full disk (`QuotaExceededError`), its message is for developers. */
type Cause = { readonly name: string; readonly message: string }

const causeOf = (error: Error): Cause | null => {
  let innermost: Cause | null = null
  for (let cause = error.cause, depth = 0; cause !== undefined && depth < 8; depth++) {
    innermost =
      cause instanceof Error
        ? { name: cause.name, message: cause.message }
        : { name: 'Error', message: String(cause) }
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return innermost
}

/** The messages of engines, WASM allocators and drivers without memory; there is no common type. */
const outOfMemory =
  /out of memory|\bOOM\b|bad_alloc|allocation failed|could not allocate|failed to allocate|memory access out of bounds|maximum call stack|array buffer allocation|invalid array buffer length/i

/** Whether `thrown`, or a cause of it, shows that memory ran out or a WASM instance trapped. */
const isMemoryFault = (thrown: unknown): boolean => {
  for (let link = thrown, depth = 0; link instanceof Error && depth < 8; link = link.cause, depth++) {
    if (link instanceof WebAssembly.RuntimeError || outOfMemory.test(link.message)) return true
  }
  return false
}
