import { isJobId, type JobId } from '#contract/ids.ts'
import { videoFormats } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService, CallOptions } from '#service/background-service.ts'

/** Answers `GET v1/jobs/{id}` (Spec, Endpoints). */
export const answerJob = async (
  id: string,
  service: BackgroundService,
  call: CallOptions,
): Promise<Response> => Response.json(await service.getJob(checked(id), call))

/** Answers a job's `result_url`: the file, as a download (D-70). */
export const answerResult = async (
  id: string,
  extension: string,
  service: BackgroundService,
  call: CallOptions,
): Promise<Response> => {
  const { format } = await service.getJob(checked(id), call)
  const { mime, extension: right } = videoFormats[format]
  if (extension !== right)
    throw new ServiceError('job_not_found', { message: `This job's result is result.${right}.` })
  const result = await service.getResult(checked(id), call)
  return new Response(result, {
    headers: {
      'Content-Type': mime,
      'Content-Length': String(result.size),
      'Content-Disposition': `attachment; filename=result.${right}`,
    },
  })
}

const checked = (id: string): JobId => {
  if (!isJobId(id)) throw new ServiceError('job_not_found')
  return id
}
