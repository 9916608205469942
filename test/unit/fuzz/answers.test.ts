import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { account, readAccount } from '#contract/account.ts'
import { isErrorCode } from '#contract/error-codes.ts'
import { fromHeaders } from '#contract/image-answer.ts'
import { job } from '#contract/job.ts'
import { readJob } from '#contract/read-job.ts'
import { isServiceError } from '#contract/service-error.ts'
import { isWholePicture } from '#formats/picture-head.ts'
import { hideKey, readError } from '#service/remote/read-error.ts'
import { readImageAnswer } from '#service/remote/remote-service.ts'
import { damaged } from '#support/damaged-data.ts'
import { jobOf } from '#support/memory-activity.ts'

const base = 'https://api.test/v1'

test('any answer about a job is one, or is refused', () => {
  const answers = damaged(
    fc.constantFrom(
      jobOf(),
      jobOf({ status: 'failed', error: { code: 'processing_failed', message: 'no' } }),
      jobOf({
        status: 'completed',
        result_url: `${base}/x`,
        stats: { output_width: 1, output_height: 1, processing_seconds: 1 },
      }),
    ),
  )
  fc.assert(
    fc.property(answers, (answer) => {
      const read = readJob(answer, base)
      if ('job' in read) expect(v.is(job, read.job)).toBe(true)
      else expect(Object.keys(read.wrong).length).toBeGreaterThan(0)
    }),
    { numRuns: 1000 },
  )
})

test('any answer about an account is an account, or none', () => {
  const known = {
    organizationId: 'o',
    plan: 'Pro',
    maxCredits: 5,
    usedCredits: 2,
    autoRechargeThreshold: 0.8,
  }
  fc.assert(
    fc.property(damaged(fc.constant(known)), (answer) => {
      const read = readAccount(answer)
      if (read) expect(v.is(account, read)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('any error of a service is of the contract, without the key', async () => {
  const secret = 'pk_secret_of_mine'
  const said = { code: 'rate_limit_exceeded', message: secret, request_id: 'req_1', details: { a: [secret] } }
  const bodies = fc.oneof(
    fc.string({ maxLength: 30 }).map((text) => text + secret),
    damaged(fc.constant(said)).map((value) => {
      try {
        return JSON.stringify(value) ?? ''
      } catch {
        return secret
      }
    }),
  )
  const headers = { get: () => 'req_1' }
  await fc.assert(
    fc.asyncProperty(bodies, fc.integer({ min: 300, max: 599 }), async (text, status) => {
      const error = await readError(
        { status, headers, body: new Blob([text]) },
        { url: `${base}/jobs/1` },
        hideKey(secret),
      )
      expect(isServiceError(error) && isErrorCode(error.code) && error.message !== '').toBe(true)
      expect(JSON.stringify(error.toPlain())).not.toContain(secret)
    }),
    { numRuns: 300 },
  )
})

test('any headers of an image are read', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('1e999', '-1', '0x10', '0.5', 'Infinity', ''),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.string(), text), text, (said, other) => {
      const facts = fromHeaders({ get: (name) => said[name] ?? other })
      const numbers = Object.values(facts).filter((value) => typeof value === 'number')
      expect(numbers.every(Number.isFinite)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('any bytes are a whole picture, or are refused', async () => {
  const heads = fc.constantFrom(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [0xff, 0xd8, 0xff],
    [...Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
    [],
  )
  await fc.assert(
    fc.asyncProperty(heads, fc.uint8Array({ maxLength: 60 }), async (head, rest) => {
      const bytes = Uint8Array.from([...head, ...rest])
      for (const type of ['png', 'jpeg', 'webp'] as const) isWholePicture(bytes, type)
      const wire = { status: 200, headers: { get: () => null }, body: new Blob([bytes]) }
      const read = readImageAnswer(wire)
      const outcome = await read.catch((thrown: unknown) => thrown)
      if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'upstream_error' })
    }),
    { numRuns: 200 },
  )
})
