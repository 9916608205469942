import * as v from 'valibot'
import { expect } from 'vitest'
import { isTerminal, type Job, job as jobSchema } from '#contract/job.ts'
import { apiVideoFormatNames, videoFormats } from '#contract/output-formats.ts'
import { parseVideoOptions } from '#contract/video-options.ts'
import { answerRequest } from '#service/http/answer-request.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { type FieldList, files, post } from '#support/form-requests.ts'
import { movingAvif, movingPng, movingWebp } from '#support/picture-bytes.ts'
import { type ScriptedFacts, scriptedVideo } from '#support/scripted-video.ts'
import { rejectionOf } from '#support/thrown-errors.ts'
import { caseWith, type NewService, type ServiceUnderTest } from './with-service.ts'

type Body = Record<string, unknown>

/** HTTP requests to a service; each checks its answer and returns what it holds. */
const httpTo = ({ service }: ServiceUnderTest) => {
  const ask = (request: Request) => answerRequest(request, service, { basePath: '/' })
  const get = (address: string) => ask(new Request(new URL(address, 'https://studio.test/')))
  const send = (...fields: FieldList) => ask(post('/v1/remove', fields))
  const submit = async (facts: ScriptedFacts = {}, ...fields: FieldList): Promise<Job> => {
    const answer = await send(['file', scriptedVideo(facts)], ...fields)
    expect(answer.status).toBe(202)
    return v.parse(jobSchema, await answer.json())
  }
  const refusal = async (...fields: FieldList): Promise<Body> => {
    const answer = await send(...fields)
    expect(answer.status).toBe(400)
    return (await answer.json()) as Body
  }
  const look = async ({ id }: Pick<Job, 'id'>): Promise<Job> =>
    v.parse(jobSchema, await (await get(`/v1/jobs/${id}`)).json())
  /** Every state that polling sees, up to the end. */
  const follow = async (job: Job): Promise<readonly [...Job[], Job]> => {
    const seen: Job[] = []
    for (;;) {
      const now = await look(job)
      if (isTerminal(now)) return [...seen, now]
      seen.push(now)
      await turnEventLoop(1)
    }
  }
  const end = async (job: Job): Promise<Job> => (await follow(job)).at(-1) as Job
  const used = async () => Number(((await (await get('/v1/me')).json()) as Body).usedCredits)
  return { ask, get, send, submit, refusal, look, follow, end, used }
}

export const videoCases = (newService: NewService): void => {
  const test = caseWith(newService)

  test('202 answers with a queued job, its source and price', async (_, under) => {
    const answer = await httpTo(under).send(
      ['file', scriptedVideo({ durationSeconds: 7.2, fps: 30, width: 1080, height: 1920, frames: 216 })],
      ['format', 'mov'],
      ['channels', 'alpha'],
      ['level', 'fast'],
      ['unknown', 'ignored'],
      ['crop', ''],
    )
    expect(answer.status).toBe(202)
    expect(answer.headers.get('X-Request-ID')).toMatch(/^req_/)
    const body = (await answer.json()) as Job
    expect(body).toEqual({
      id: expect.stringMatching(/^job_\w+$/),
      status: 'queued',
      progress: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      started_at: null,
      completed_at: null,
      duration_seconds: 7.2,
      fps: 30,
      width: 1080,
      height: 1920,
      frames: 216,
      credits: 40,
      format: 'mov',
      channels: 'alpha',
      status_url: expect.stringMatching(new RegExp(`/v1/jobs/${body.id}$`)),
      result_url: null,
      expires_at: null,
      error: null,
      stats: null,
    })
  })

  test('a video without parameters becomes a WebM with transparency', async (_, under) => {
    expect(await httpTo(under).submit()).toMatchObject({ format: 'webm', channels: 'rgba' })
  })

  test('an animated GIF is a video, whatever it is called (D-1)', async (_, under) => {
    const { send } = httpTo(under)
    expect((await send(['file', new File([files.gif], 'photo.jpg', { type: 'image/jpeg' })])).status).toBe(
      202,
    )
  })

  test('a moving WebP, PNG or AVIF is a video (D-3)', async (_, under) => {
    const { send } = httpTo(under)
    for (const file of [
      movingWebp([80, 80]),
      movingPng([
        [1, 9],
        [1, 9],
      ]),
      movingAvif([[2, 40]]),
    ])
      expect((await send(['file', new File([file], 'a.mp4')])).status).toBe(202)
    for (const file of [movingWebp([80]), movingPng([[1, 9]]), movingAvif([[1, 40]])]) {
      const answer = await send(['file', new File([file], 'a.mp4')])
      expect([answer.status, (await answer.json()).code]).toEqual([400, 'missing_image'])
    }
  })

  test('GET v1/jobs/{id} follows it: queued, processing, completed; progress never falls', async (_, under) => {
    const { submit, follow, get } = httpTo(under)
    const job = await submit()
    expect((await get(job.status_url)).headers.get('X-Request-ID')).toMatch(/^req_/)
    const seen = await follow(job)
    const order = ['queued', 'processing', 'completed']
    const ranks = seen.map(({ status }) => order.indexOf(status))
    expect(ranks).toEqual(ranks.toSorted())
    expect(ranks.at(-1)).toBe(2)
    const ratios = seen.map(({ progress }) => progress)
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
    for (const { status, progress, started_at, completed_at, result_url, stats, status_url } of seen) {
      expect(status_url).toBe(job.status_url)
      expect(started_at === null).toBe(status === 'queued')
      for (const late of [completed_at, result_url, stats]) expect(late === null).toBe(status !== 'completed')
      if (status === 'queued') expect(progress).toBe(0)
      expect(progress === 1).toBe(status === 'completed')
    }
  })

  test('a completed job has all eight stats and matching times (D-38)', async (_, under) => {
    const { submit, end } = httpTo(under)
    const done = await end(await submit())
    expect(Object.keys(done.stats ?? {}).sort()).toEqual([
      'decode_wait_seconds',
      'encode_wait_seconds',
      'matting_seconds',
      'output_bytes',
      'output_height',
      'output_width',
      'processing_seconds',
      'scene_cuts',
    ])
    const [created, started, completed, expires] = [
      done.created_at,
      done.started_at,
      done.completed_at,
      done.expires_at,
    ].map((text) => Date.parse(text ?? '')) as [number, number, number, number]
    expect(created).toBeLessThanOrEqual(started)
    expect(done.stats?.processing_seconds).toBe((completed - started) / 1000)
    expect(expires - completed).toBe(24 * 3_600_000)
  })

  test('result_url downloads result.<ext>, in every format (D-70)', async (_, under) => {
    const { submit, end, get } = httpTo(under)
    for (const format of apiVideoFormatNames) {
      const { mime, extension } = videoFormats[format]
      const { result_url, stats } = await end(await submit({}, ['format', format]))
      const answer = await get(result_url ?? '')
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': mime,
        'content-length': String(stats?.output_bytes),
        'content-disposition': `attachment; filename=result.${extension}`,
        'x-request-id': expect.stringMatching(/^req_/),
      })
      expect((await answer.blob()).size).toBe(stats?.output_bytes)
    }
  })

  test('a job that has no result has nothing to download', async (_, under) => {
    const { submit, end, get } = httpTo(under)
    const job = await end(await submit({ failsAt: 0 }))
    expect((await get(`${job.status_url}/result.webm`)).status).toBe(404)
  })

  test('a failed job stays failed, with its reason, and refunds credits', async (_, under) => {
    const { submit, end, look, used } = httpTo(under)
    const before = await used()
    const job = await submit({ failsAt: 30 })
    expect(job.credits).toBe(15)
    const failed = await end(job)
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: 'processing_failed', message: expect.stringMatching(/\w+/) },
      result_url: null,
      expires_at: null,
      stats: null,
    })
    expect(failed.completed_at).not.toBeNull()
    expect(await used()).toBe(before)
    expect(await look(job)).toEqual(failed)
  })

  test('jobs after a failed one are worked on', async (_, under) => {
    const { submit, end } = httpTo(under)
    const [failing, next] = [await submit({ failsAt: 10 }), await submit()]
    expect((await end(next)).status).toBe('completed')
    expect((await end(failing)).status).toBe('failed')
  })

  test('job and result are deleted after 24 hours (D-39)', async (_, under) => {
    const { submit, end, get } = httpTo(under)
    const { status_url, result_url } = await end(await submit())
    await under.passHours(23.9)
    expect((await get(status_url)).status).toBe(200)
    expect((await get(result_url ?? '')).status).toBe(200)
    await under.passHours(0.2)
    for (const address of [status_url, result_url ?? '']) {
      const answer = await get(address)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'job_not_found' })
    }
  })

  test('any other job id is 404 job_not_found', async (_, under) => {
    for (const id of ['job_0000', 'job_', 'x', 'req_1234', 'job_%2e%2e']) {
      const answer = await httpTo(under).get(`/v1/jobs/${id}`)
      expect([answer.status, ((await answer.json()) as Body).code]).toEqual([404, 'job_not_found'])
    }
  })

  test('jobs and results are only read: 405', async (_, under) => {
    const { ask, submit } = httpTo(under)
    const { status_url } = await submit()
    for (const [method, address] of [
      ['POST', status_url],
      ['DELETE', status_url],
      ['PUT', `${status_url}/result.webm`],
    ] as const) {
      const answer = await ask(new Request(address, { method }))
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  test('each begun second costs, twice as much above 30.05 fps (D-37)', async (_, under) => {
    const { submit, used } = httpTo(under)
    const prices = [
      [0.2, 30, 5],
      [1, 24, 5],
      [1.01, 24, 10],
      [7.2, 60, 80],
      [10, 30.05, 50],
      [10, 30.06, 100],
      [300, 25, 1500],
    ] as const
    for (const [durationSeconds, fps, credits] of prices) {
      const before = await used()
      expect((await submit({ durationSeconds, fps }, ['size', 'preview'])).credits).toBe(credits)
      expect(await used()).toBe(before + credits)
    }
  })

  test('reads and refused requests cost nothing', async (_, under) => {
    const { submit, end, get, used, refusal } = httpTo(under)
    const job = await end(await submit())
    const before = await used()
    await get(job.status_url)
    await get(job.result_url ?? '')
    await refusal(['file', scriptedVideo({ isBroken: true })])
    await refusal(['file', scriptedVideo()], ['crop', 'true'])
    expect(await used()).toBe(before)
  })

  test('image parameters and image formats are refused together (D-30)', async (_, under) => {
    const wrong = {
      crop: 'false',
      padding: '0',
      width: '1',
      height: '1',
      fit: 'cover',
      format: 'png',
      size: 'xl',
    }
    const body = await httpTo(under).refusal(['file', scriptedVideo()], ...Object.entries(wrong))
    expect(body).toMatchObject({ code: 'validation_error' })
    expect(Object.keys(body.details as object).sort()).toEqual(Object.keys(wrong).sort())
  })

  test('audio is keep or mute, and empty is neither (D-72, D-10)', async (_, under) => {
    const { submit, refusal } = httpTo(under)
    for (const audio of ['keep', 'mute', ''])
      expect((await submit({}, ['audio', audio])).status).toBe('queued')
    for (const audio of ['MUTE', 'off', '1'])
      expect(await refusal(['file', scriptedVideo()], ['audio', audio])).toMatchObject({
        code: 'validation_error',
        details: { audio: [expect.any(String)] },
      })
  })

  test('the last of repeated fields counts; empty ones do not (D-10)', async (_, under) => {
    const job = await httpTo(under).submit({}, ['format', 'png'], ['format', 'gif'], ['bg_color', ''])
    expect(job.format).toBe('gif')
  })

  test('a wrong input is invalid_video, missing_image or validation_error, by its kind (D-3)', async (_, under) => {
    const { refusal } = httpTo(under)
    const codeOf = async (...fields: FieldList) => (await refusal(...fields)).code
    expect(await codeOf(['file', files.text])).toBe('invalid_video')
    expect(await codeOf(['file', scriptedVideo({ isBroken: true })])).toBe('invalid_video')
    for (const kind of ['jpeg', 'png', 'webp', 'avif'] as const)
      expect(await codeOf(['file', files[kind]])).toBe('missing_image')
    expect(await codeOf(['file', files.empty])).toBe('missing_image')
    const twice = await refusal(['file', scriptedVideo()], ['url', 'https://example.com/a.mp4'])
    expect(twice).toMatchObject({ code: 'validation_error', details: { file: [expect.any(String)] } })
  })

  test('both inputs and a wrong parameter are reported at once (D-3, D-6)', async (_, under) => {
    const { refusal } = httpTo(under)
    const inputs = [
      ['file', scriptedVideo()],
      ['url', 'https://example.com/a.mp4'],
    ] as const
    const body = await refusal(...inputs, ['crop', 'true'])
    expect([body.code, Object.keys(body.details as object)]).toEqual([
      'validation_error',
      ['file', 'url', 'crop'],
    ])
  })

  test('the alias reports sent names and video formats (D-30, D-60)', async (_, under) => {
    const send = async (...fields: FieldList) => {
      const request = post('/v1.0/removebg', [['file', scriptedVideo()], ...fields])
      const answer = await answerRequest(request, under.service, { basePath: '/' })
      return [answer.status, ((await answer.json()) as Body).details] as const
    }
    for (const margin of ['10%', '5px', 'nonsense'])
      expect(await send(['crop_margin', margin])).toEqual([
        400,
        { crop_margin: [expect.stringContaining('images only')] },
      ])
    for (const format of ['zip', 'auto'])
      expect(await send(['format', format])).toEqual([
        400,
        { format: [expect.stringContaining('webm, mov, mp4 or gif')] },
      ])
  })

  test('a link must be https and lead to a public host (D-3)', async (_, under) => {
    for (const url of [
      'http://example.com/a.mp4',
      'ftp://example.com/a',
      'https://localhost/a',
      'https://10.0.0.1/a',
      'a.mp4',
    ])
      expect(await httpTo(under).refusal(['url', url])).toMatchObject({
        code: 'validation_error',
        details: { url: [expect.stringContaining('link')] },
      })
  })

  test('five minutes pass, more is video_too_long (Spec, Limits)', async (_, under) => {
    const { submit, refusal } = httpTo(under)
    for (const durationSeconds of [300, 300.0009])
      expect((await submit({ durationSeconds })).duration_seconds).toBe(durationSeconds)
    for (const durationSeconds of [300.002, 300.04, 362.767])
      expect((await refusal(['file', scriptedVideo({ durationSeconds })])).code).toBe('video_too_long')
  })

  test('an upload of 100 MB passes, one byte more is video_too_large (D-5)', async (_, under) => {
    const { send, refusal } = httpTo(under)
    const head = scriptedVideo({ durationSeconds: 1 })
    const fill = (bytes: number) => new File([head, new Uint8Array(bytes - head.size)], 'big.mp4')
    expect((await send(['file', fill(100_000_000)])).status).toBe(202)
    expect((await refusal(['file', fill(100_000_001)])).code).toBe('video_too_large')
  })

  test('the first failing check answers: presence, size, parameters, content (D-6)', async (_, under) => {
    const { refusal } = httpTo(under)
    const codeOf = async (...fields: FieldList) => (await refusal(...fields)).code
    const wrong = ['crop', 'true'] as const
    const huge = new File([files.png, new Uint8Array(100_000_000)], 'huge.png')
    expect(await codeOf(wrong)).toBe('missing_image')
    expect(await codeOf(wrong, ['file', huge], ['url', 'https://example.com/a.mp4'])).toBe('video_too_large')
    const sent = await rejectionOf(under.service.submitVideo(huge, parseVideoOptions({})))
    expect(sent).toMatchObject({ code: 'video_too_large' })
    expect(await codeOf(wrong, ['file', files.text])).toBe('validation_error')
    expect(await codeOf(wrong, ['file', scriptedVideo({ durationSeconds: 301 })])).toBe('validation_error')
    expect(await codeOf(['file', scriptedVideo({ durationSeconds: 301, isBroken: true })])).toBe(
      'invalid_video',
    )
  })
}
