import type { JobId } from '#contract/ids.ts'

/** Where a service is, and which of its routes takes what is sent. */
export type ServiceEndpoints = {
  readonly remove: string
  readonly me: string
  job(id: JobId): string
}

/**
 * The addresses below `base`, the versioned root without a slash at its end. The legacy route lies beside
 * that root and takes the place of `/remove` only (D-60).
 */
export const endpointsOf = (base: string, isLegacy: boolean): ServiceEndpoints => ({
  remove: isLegacy ? new URL('v1.0/removebg', base).href : `${base}/remove`,
  me: `${base}/me`,
  job: (id) => `${base}/jobs/${id}`,
})
