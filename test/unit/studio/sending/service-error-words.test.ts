import { expect, test } from 'vitest'
import { errorCodes, isErrorCode } from '#contract/error-codes.ts'
import { ServiceError } from '#contract/service-error.ts'
import { mayBeAccepted, serviceErrorWords } from '#studio/sending/service-error-words.ts'

const codes = Object.keys(errorCodes).filter(isErrorCode)
const kinds = ['image', 'video'] as const

test.each(codes)(
  '%s says what happened and what to do, for pictures and videos, and offers this device',
  (code) => {
    for (const kind of kinds) {
      const { title, help } = serviceErrorWords(new ServiceError(code), kind)
      expect(title).not.toBe('The service said no')
      expect(help).toContain('run it on this device instead')
      expect(`${title} ${help}`).not.toMatch(/undefined|NaN|\.\./)
    }
  },
)

test('no two codes share a title', () => {
  const titles = codes.map((code) => serviceErrorWords(new ServiceError(code), 'image').title)
  expect(new Set(titles).size).toBe(codes.length)
})

test('where nobody answered, the connection and CORS are named, whatever the code', () => {
  const silent = new ServiceError('upstream_error', { status: 0 })
  expect(serviceErrorWords(silent, 'image').title).toBe('The service did not answer')
  expect(serviceErrorWords(silent, 'image').help).toContain('CORS')
})

test('an answer that cannot be read is no part that cannot be reached, and may be charged', () => {
  const error = new ServiceError('upstream_error', { status: 202, message: 'It holds no job' })
  const { title, help } = serviceErrorWords(error, 'video')
  expect(title).toBe('The answer of the service is of no use')
  expect(help).toContain('It holds no job. You can run it on this device instead.')
  expect(help).toContain('may have been accepted and charged')
  expect(mayBeAccepted(error)).toBe(true)
})

test('only of a video that broke off it is said that it may have been charged (D-53)', () => {
  for (const code of codes) {
    const error = new ServiceError(code)
    const isSaid = serviceErrorWords(error, 'video').help.includes('may have been accepted and charged')
    expect(isSaid).toBe(mayBeAccepted(error))
    expect(serviceErrorWords(error, 'image').help).not.toContain('may have been accepted')
  }
  expect(mayBeAccepted(new ServiceError('upstream_error', { status: 0 }))).toBe(true)
})

test('how long the service asks to wait is said, where it is longer than anybody waits', () => {
  const error = new ServiceError('rate_limit_exceeded', { details: 'The service asks to wait 12 hours.' })
  expect(serviceErrorWords(error, 'image').help).toContain('The service asks to wait 12 hours. Send it again')
})

test('a refused request is told to cost nothing', () => {
  for (const code of codes.filter((each) => errorCodes[each].status < 500 && each !== 'job_not_found'))
    expect(serviceErrorWords(new ServiceError(code), 'video').help).toContain('Nothing was charged')
})

test('a validation error repeats what the service said of each parameter', () => {
  const error = new ServiceError('validation_error', {
    details: { crop: ['crop is a ratio'], size: ['no such size'] },
  })
  expect(serviceErrorWords(error, 'image').help).toContain('crop is a ratio no such size.')
})

test('a job that failed says its reason and that the credits came back', () => {
  const { help } = serviceErrorWords({ code: 'processing_failed', message: 'encoder fault' }, 'video')
  expect(help).toContain('encoder fault. Its credits came back.')
})

test('a code that nobody knows yet passes on the words of the service', () => {
  const words = serviceErrorWords({ code: 'moon_phase', message: 'Not today' }, 'video')
  expect(words).toEqual({
    title: 'The service said no',
    help: 'Not today. You can run it on this device instead.',
  })
})
