import type { ServiceError } from '#contract/service-error.ts'

/** The answer that tells of `error` (Spec, Errors), with a link to the page on it below `base` (D-50). */
export const errorAnswer = (error: ServiceError, requestId: string, base: URL): Response => {
  const body = error.toBody()
  return Response.json(
    { ...body, request_id: body.request_id ?? requestId, doc_url: new URL(error.doc_url, base).href },
    { status: error.status, headers: { 'X-Request-ID': body.request_id ?? requestId } },
  )
}
