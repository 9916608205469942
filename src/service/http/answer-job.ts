import { isJobId, type JobId } from '#contract/ids.ts'
import type { Job } from '#contract/job.ts'
import { type LeftOut, toLeftOutHeader } from '#contract/left-out.ts'
import { videoFormats } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'

/** Answers `GET v1/jobs/{id}` (Spec, Endpoints). */
export const answerJob = async (
  id: string,
  service: BackgroundService,
  call: CallOptions,
): Promise<Response> => Response.json(onTheWire(await service.getJob(checked(id), call)))

/** The job without error fields that only this device has. */
const onTheWire = (job: Job): Job =>
  job.error ? { ...job, error: { code: job.error.code, message: job.error.message } } : job

/**
 * Answers a job's `result_url`: the file as a download (D-70), or a byte range for players and resumed downloads. A
 * result never changes, so the job's id is its ETag. Only GET has ranges (RFC 9110, 14.2).
 */
export const answerResult = async (
  id: string,
  extension: string,
  request: Pick<Request, 'method' | 'headers' | 'signal'>,
  service: BackgroundService,
): Promise<Response> => {
  const { method, headers: asked, signal } = request
  const { format } = await service.getJob(checked(id), { signal })
  const { mime, extension: right } = videoFormats[format]
  if (extension !== right)
    throw new ServiceError('job_not_found', {
      reason: 'result_named_otherwise',
      params: { extension: right },
    })
  const result = await service.getResult(checked(id), { signal })
  const lacking = toLeftOutHeader(await leftOutOf(id, service))
  const etag = `"${id}"`
  const isSame = [null, etag].includes(asked.get('If-Range'))
  const range = isSame && method === 'GET' ? readRange(asked.get('Range'), result.size) : 'whole'
  const headers = {
    'Content-Type': mime,
    'Content-Disposition': `attachment; filename=result.${right}`,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    ...(lacking !== null && { 'X-Left-Out': lacking }),
  }
  if (range === 'whole')
    return new Response(result, { headers: { ...headers, 'Content-Length': String(result.size) } })
  if (range === 'outside') throw outside(result.size)
  const { first, last } = range
  return new Response(result.slice(first, last + 1, mime), {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(last + 1 - first),
      'Content-Range': `bytes ${first}-${last}/${result.size}`,
    },
  })
}

/** What a job's result lacks of its video; a server does not return it. */
const leftOutOf = async (id: string, { onDevice }: BackgroundService): Promise<readonly LeftOut[]> => {
  const jobs = (await onDevice?.videos.list()) ?? []
  return jobs.find(({ job }) => job.id === id)?.leftOut ?? []
}

/** The contract has no code for this; the status identifies it. */
const outside = (size: number) =>
  new ServiceError('validation_error', {
    status: 416,
    headers: { 'Content-Range': `bytes */${size}` },
    reason: 'result_range_outside',
    params: { size },
  })

const checked = (id: string): JobId => {
  if (!isJobId(id)) throw new ServiceError('job_not_found')
  return id
}

/** A byte range, both ends included. */
type ByteRange = { readonly first: number; readonly last: number }

/**
 * The range of a `Range` header for a file of `size` bytes (RFC 9110, 14.2); `outside` if the file has none of its
 * bytes; `whole` for no, several or invalid ranges.
 */
export const readRange = (header: string | null, size: number): ByteRange | 'whole' | 'outside' => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (from === '') {
    // A suffix range.
    if (to === '') return 'whole'
    return Number(to) > 0 && size > 0 ? { first: Math.max(0, size - Number(to)), last: size - 1 } : 'outside'
  }
  const [first, last] = [Number(from), to === '' ? size - 1 : Number(to)]
  if (to !== '' && last < first) return 'whole'
  return first < size ? { first, last: Math.min(last, size - 1) } : 'outside'
}
