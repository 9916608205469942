import { creditsForImage } from '#contract/credits.ts'
import type { Activity } from '#service/activity.ts'

/** What it costs to send the same again; null where that was never told. */
export const repeatCost = ({ kind, job }: Activity): number | null =>
  kind === 'image' ? creditsForImage : (job?.credits ?? null)

/** Why sending it again may be paid twice, in a sentence; null where it cannot (D-53). */
export const repeatDoubt = ({ kind, job, error, state }: Activity): string | null => {
  if (kind !== 'video' || job || state !== 'failed') return null
  const isSure = error !== null && !passing.includes(error.code)
  return isSure
    ? null
    : 'Nobody knows whether the service took this video. If it did, sending it again is charged twice: look at your credits first.'
}

/** After these, and after a cancel, the service may have gone on all the same. */
const passing: readonly string[] = ['internal_server_error', 'upstream_error']
