import type { ComputeDevice, ImageAnswer } from '#contract/image-answer.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { CallOptions } from '#service/call-options.ts'
import type { RequestOf, WorkerCalls } from '#service/worker-calls.ts'

type EditRequest = RequestOf<'editImage'>
type EditedSource = RequestOf<'openEdits'>
/** What the worker of edits misses. */
type Missing = Extract<Awaited<ReturnType<WorkerCalls['editImage']>>, { readonly missing: string }>

/** Edits of images in a worker of their own, so that they do not wait while another image is cut out. */
export interface ImageEditing {
  editImage(request: EditRequest, call: CallOptions): Promise<ImageAnswer>
  /** Does what the first edit and the first click would wait for. */
  prepare(request: EditedSource, call: CallOptions): Promise<void>
  /** Tells what estimated the mattes, for the answers to come. */
  setDevice(device: ComputeDevice | undefined): void
}

/**
 * The worker of edits has no network. What it misses, the image worker makes: it waits there for its turn, and is kept for both
 * workers. That happens with the first click on an image, or where mattes of many images went since.
 */
export const openImageEditing = (
  calls: Pick<WorkerCalls, 'editImage' | 'openEdits' | 'prepareEdits'>,
): ImageEditing => {
  let device: ComputeDevice | undefined

  /** Asks again with what was missing; whether the network had to make the matte. */
  const withParts = async <T, R extends EditedSource>(
    request: R,
    call: CallOptions,
    ask: (request: R) => Promise<T | Missing | null>,
  ): Promise<{ readonly answer: T | null; readonly reused: boolean }> => {
    const answer = await ask(request)
    if (!isMissing(answer)) return { answer, reused: true }
    const { image, options } = request
    const part = answer.missing === 'matte' ? { matte: true } : { matte: false, picture: answer.picture }
    const reused = await calls.prepareEdits({ image, options, ...part }, call)
    const second = await ask({ ...request, isPrepared: true })
    if (isMissing(second)) throw new ServiceError('internal_server_error')
    return { answer: second, reused }
  }

  return {
    editImage: async (request, call) => {
      const { answer, reused } = await withParts<ImageAnswer, EditRequest>(request, call, (asked) =>
        calls.editImage(asked, call),
      )
      if (!answer) throw new ServiceError('internal_server_error')
      const { placement } = answer
      return placement
        ? {
            ...answer,
            placement: {
              ...placement,
              device: device ?? placement.device,
              reused: reused && placement.reused,
            },
          }
        : answer
    },
    prepare: async (request, call) => {
      await withParts<null, EditedSource>(request, call, (asked) => calls.openEdits(asked, call))
    },
    setDevice: (next) => {
      device = next ?? device
    },
  }
}

const isMissing = (answer: unknown): answer is Missing =>
  typeof answer === 'object' && answer !== null && 'missing' in answer
