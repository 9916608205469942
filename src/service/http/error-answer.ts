import { errorPage, type ServiceError } from '#contract/service-error.ts'

/** The answer that tells of `error` (Spec, Errors), with a link to the page on it below `base` (D-50). */
export const errorAnswer = (error: ServiceError, requestId: string, base: URL): Response => {
  const body = error.toBody()
  const page = URL.canParse(error.doc_url, base) ? error.doc_url : `${errorPage}#${error.code}`
  return Response.json(
    { ...body, request_id: body.request_id ?? requestId, doc_url: new URL(page, base).href },
    { status: error.status, headers: { ...error.headers, 'X-Request-ID': body.request_id ?? requestId } },
  )
}
