import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { advanceJob, createJob, type Job, job as jobSchema } from '#contract/job.ts'
import { readJob } from '#contract/read-job.ts'

const asked = 'https://api.example.com/v1/jobs/job_1'
const at = new Date('2026-08-01T12:00:00Z')

const queued = createJob({
  id: 'job_1',
  at,
  duration_seconds: 2.5,
  fps: 24,
  width: 854,
  height: 480,
  frames: 60,
  format: 'mov',
  channels: 'rgb',
  status_url: asked,
})
const processing = advanceJob(advanceJob(queued, { type: 'start', at }), { type: 'advance', progress: 0.4 })
const completed = advanceJob(processing, {
  type: 'complete',
  at,
  result_url: 'https://cdn.example.com/a/result.mov',
  stats: { output_width: 854, output_height: 480, scene_cuts: 2 },
})
const failed = advanceJob(processing, {
  type: 'fail',
  at,
  error: { code: 'processing_failed', message: 'The encoder gave up.' },
})
const jobIn = (answer: unknown): Job | null => {
  const found = readJob(answer, asked)
  return 'job' in found ? found.job : null
}
const read = (change: Readonly<Record<string, unknown>>, of: Job = completed) => jobIn({ ...of, ...change })

test.each([queued, processing, completed, failed])(
  'a job that is as the contract says stays as it is',
  (job) => {
    expect(jobIn(structuredClone(job))).toEqual(job)
  },
)

test('unknown fields are left out, also in stats and error', () => {
  expect(read({ mood: 'fine', stats: { ...completed.stats, gpu: 'x' } })).toEqual(completed)
  expect(read({ error: { ...failed.error, hint: 'x' } }, failed)).toEqual(failed)
})

test.each([
  ['cancelled', failed, 'failed'],
  ['archived', completed, 'completed'],
  ['uploading', processing, 'processing'],
  ['scheduled', queued, 'queued'],
  [7, processing, 'processing'],
  [undefined, completed, 'completed'],
] as const)('the unknown status %j is derived from the other fields', (status, of, expected) => {
  expect(read({ status }, of)).toEqual({ ...of, status: expected })
})

test('informational stats may be missing; without the promised ones there are none', () => {
  const { output_width, output_height, processing_seconds } = completed.stats ?? {}
  const bare = { output_width, output_height, processing_seconds }
  expect(read({ stats: { ...bare, scene_cuts: null, output_bytes: 'many' } })?.stats).toEqual(bare)
  expect(read({ stats: { output_width } })?.stats).toBeNull()
  expect(read({ stats: undefined })?.stats).toBeNull()
})

test('progress is a ratio, whatever was sent', () => {
  expect(read({ progress: 40 }, processing)?.progress).toBe(1)
  expect(read({ progress: -1 }, processing)?.progress).toBe(0)
  expect(read({ progress: null }, processing)?.progress).toBe(0)
  expect(read({ progress: 0.2 })?.progress).toBe(1)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com/a', ''])(
  'the link %j leads to no result',
  (result_url) => {
    expect(read({ result_url })?.result_url).toBeNull()
  },
)

test('a relative link is resolved against the address of the request', () => {
  expect(read({ result_url: '/files/result.mov' })?.result_url).toBe(
    'https://api.example.com/files/result.mov',
  )
})

test.each([null, [], 'job_1', {}, { id: 'other' }, { id: 7 }])('%j is no job', (answer) => {
  expect(readJob(answer, asked)).toEqual({ wrong: { id: [{ reason: 'answer_without_job' }] } })
})

test.each(['credits', 'progress', 'duration_seconds', 'fps', 'width', 'frames', 'stats.processing_seconds'])(
  'a job with an infinite %s is refused, naming the field',
  (name) => {
    const [field = '', inside] = name.split('.')
    for (const number of ['1e999', '-1e999']) {
      const value = JSON.parse(inside ? `{"${inside}": ${number}}` : number)
      expect(readJob({ ...completed, [field]: value }, asked)).toEqual({
        wrong: { [name]: [{ reason: 'answer_number_infinite', params: { name } }] },
      })
    }
  },
)

test('a number beyond the safe integers becomes 0', () => {
  expect(read({ credits: 1e300, width: 1e20 })).toMatchObject({ credits: 0, width: 0 })
})

test('a reason of thousands of characters is cut short', () => {
  const message = read({ error: { code: 'x', message: 'why '.repeat(9999) } }, failed)?.error?.message ?? ''
  expect(message.startsWith('why why')).toBe(true)
  expect(message.length).toBeLessThan(2000)
})

test('any answer with a job id is read as a valid job', () => {
  const anything = fc.record(
    Object.fromEntries(
      Object.keys(queued).map((name) => [name, fc.oneof(fc.jsonValue(), fc.constant(name))]),
    ),
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(anything, (answer) => {
      expect(v.is(jobSchema, jobIn({ ...answer, id: 'job_x' }))).toBe(true)
    }),
  )
})
