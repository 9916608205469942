import { sha256OfText } from '#base/sha256.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { creditsForImage } from '#contract/limits.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import { makePicture } from '#library/pictures/make-picture.ts'
import type { SavedRecipe } from '#library/recipe/saved-recipe.ts'
import type { StoredFiles } from '#library/store/stored-files.ts'
import { BatchMustWait } from './batch-faults.ts'
import {
  type MakePicture,
  makeHere,
  type PictureToMake,
  serviceOptions,
  toOutput,
  toSend,
} from './make-pictures.ts'

/** Counts a batch's credits against its limit. */
export type CreditsOfBatch = {
  /** Reserves credits before a request; false if the limit would be exceeded. */
  readonly reserve: (credits: number) => boolean
  /** Releases reserved credits that were not spent. */
  readonly release: (credits: number) => void
  /** Counts reserved credits as spent. */
  readonly spend: (credits: number) => Promise<void>
}

/** Folder of a service's answers in the origin private file system. */
export const paidFolder = 'paid'

type Answer = { readonly image: Blob; readonly doubt: number | null }

/** Cut-outs of a service, which are paid once. */
export interface PaidAnswers {
  /** Rejects with `BatchMustWait` if the credit limit is reached. */
  open(
    picture: PictureToMake,
    hash: string,
    recipes: readonly SavedRecipe[],
    call: CallOptions,
  ): Promise<MakePicture>
  /** Deletes the answer for a picture whose outputs are written. */
  drop(picture: PictureToMake, hash: string, recipes: readonly SavedRecipe[]): Promise<void>
}

type Parts = {
  readonly device: BackgroundService
  readonly remote: () => BackgroundService | null
  readonly files: Pick<StoredFiles, 'read' | 'write' | 'remove'>
  readonly credits: CreditsOfBatch
  /** Answers that are pending or could not be stored, of all batches of the page: a paid answer outlives its batch. */
  readonly held: Map<string, Promise<Answer>>
}

/**
 * Has a service cut out pictures. Each answer is stored until all its outputs are written, so that a full disk, a fault
 * or a kill never pays twice.
 */
export const openPaidAnswers = ({ device, remote, files, credits, held }: Parts): PaidAnswers => {
  const serviceOf = (): BackgroundService => {
    const service = remote()
    if (!service) throw new ServiceError('authentication_error')
    return service
  }
  const pathOf = async (hash: string, options: ImageOptions) => {
    const text = JSON.stringify([serviceOf().id, hash, options])
    return `${paidFolder}/${await sha256OfText(text)}`
  }
  /** Reads into memory: another file of the same content may delete the answer. Null if empty, as after a kill. */
  const readWhole = async (path: string): Promise<Blob | null> => {
    const file = await files.read(path)
    return file && file.size > 0 ? new Blob([await file.arrayBuffer()], { type: file.type }) : null
  }
  const ask = async (
    picture: PictureToMake,
    options: ImageOptions,
    path: string,
    { signal = new AbortController().signal, onProgress }: CallOptions,
  ): Promise<Answer> => {
    const service = serviceOf()
    const sent = await toSend(device, picture, signal)
    signal.throwIfAborted()
    // A file of the same content was sent meanwhile.
    const other = held.get(path)
    if (other) return other
    const price = service.traits.metered ? creditsForImage : 0
    if (!credits.reserve(price)) throw new BatchMustWait('creditLimit')
    const paid = async (): Promise<Answer> => {
      const call = onProgress ? { onProgress } : {}
      const { image, facts } = await makePicture(service, { blob: sent }, { options }, call)
      return { image, doubt: facts.confidence === null ? null : 1 - facts.confidence }
    }
    // Continues after the batch is aborted: the request may be paid already.
    const asked = paid()
    held.set(path, asked)
    try {
      const { image } = await asked
      await credits.spend(price)
      // On a full disk the answer stays in memory.
      await files.write(path, image).then(
        () => held.delete(path),
        () => {},
      )
      return await asked
    } catch (thrown) {
      held.delete(path)
      credits.release(price)
      throw thrown
    }
  }
  return {
    open: async (picture, hash, recipes, call) => {
      const { options, isCutout } = serviceOptions(recipes, picture)
      const path = await pathOf(hash, options)
      const stored = held.has(path) ? null : await readWhole(path).catch(() => null)
      const { image, doubt } = stored
        ? { image: stored, doubt: null }
        : await (held.get(path) ?? ask(picture, options, path, call))
      return isCutout
        ? async (recipe) => ({ ...(await makeHere(device, picture, call, image)(recipe)), doubt })
        : () => toOutput(image, options, doubt)
    },
    drop: async (picture, hash, recipes) => {
      const { options } = serviceOptions(recipes, picture)
      const path = await pathOf(hash, options)
      held.delete(path)
      await files.remove(path).catch(() => false)
    },
  }
}
