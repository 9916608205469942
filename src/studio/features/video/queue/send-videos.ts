import type { QueryClient } from '@tanstack/react-query'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { addUsedCredits, refetchAccount } from '#studio/queries/account.ts'

type Parts = {
  readonly client: QueryClient
  /** The service that is connected at that moment. */
  readonly service: () => BackgroundService | null
}

/** Submits videos to the service. What the job says it costs is counted at once, then the books are read again. */
export const sendVideos =
  ({ client, service }: Parts): BackgroundService['submitVideo'] =>
  async (video, options, call) => {
    const to = service()
    if (!to) throw new ServiceError('authentication_error')
    try {
      const job = await to.submitVideo(video, options, call)
      addUsedCredits(client, to, job.credits)
      return job
    } finally {
      // Also where nobody answered: whether it was charged is what the service says.
      void refetchAccount(client, to)
    }
  }
