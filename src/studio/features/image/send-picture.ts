import type { QueryClient } from '@tanstack/react-query'
import { creditsForImage } from '#contract/credits.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { readyToSend } from '#studio/media/ready-to-send.ts'
import { countCredits, rereadAccount } from '#studio/queries/account.ts'
import { pictureLook } from '#studio/queries/picture-look.ts'
import type { Recipe } from '#studio/state/recipe.ts'
import { toImageOptions } from '#studio/state/recipe.ts'
import type { Send } from './queue/image-queue.ts'

type Parts = {
  readonly client: QueryClient
  /** The service that is connected at that moment. */
  readonly service: () => BackgroundService | null
  readonly recipe: () => Recipe
}

/**
 * Sends pictures with exactly the options of the recipe, made to fit first. The answers carry no price
 * (Spec, Image result): a credit is counted at once, and then the books are read again.
 */
export const sendPictures =
  ({ client, service, recipe }: Parts): Send =>
  async (picture, { signal, onProgress }) => {
    const to = service()
    if (!to) throw new ServiceError('authentication_error')
    const options = toImageOptions(recipe())
    const { size } = await client.ensureQueryData(pictureLook(picture))
    const { file, note } = await readyToSend({ ...picture, size }, signal)
    try {
      const answer = await to.removeImage(file, options, { signal, onProgress })
      countCredits(client, to, creditsForImage)
      return { answer, options, note }
    } finally {
      // Also after a failure or a stop: what was charged is what the service says.
      void rereadAccount(client, to)
    }
  }
