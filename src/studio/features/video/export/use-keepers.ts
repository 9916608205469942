import { useActivity } from '#studio/hooks/use-activity.ts'
import { useConnection } from '#studio/hooks/use-connection.ts'
import { useService } from '#studio/hooks/use-service.ts'
import type { Keepers } from '#studio/queries/job.ts'

/** Everybody who may have the file of a finished job. */
export const useKeepers = (): Keepers => ({
  device: useService(),
  service: useConnection().service,
  ledger: useActivity(),
})
