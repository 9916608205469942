import { expect, test } from 'vitest'
import { errorCodes } from '#contract/error-codes.ts'
import { ServiceError } from '#contract/service-error.ts'
import { errorReport, errorWords } from '#studio/features/image/words/error-words.ts'

const refused = new ServiceError('validation_error', { details: { image_file: ['It does not decode.'] } })

test('a file of another kind is called by its name, with a way on', () => {
  expect(errorWords(refused, 'heic').title).toBe('This is a HEIC photo')
  expect(errorWords(refused, 'heic').help).toContain('JPEG')
  expect(errorWords(refused, 'gif').title).toBe('This is a GIF of one picture')
  expect(errorWords(new ServiceError('missing_image'), 'empty').title).toBe('This file is empty')
})

test('a damaged picture is said to be unreadable, and a retry is not offered', () => {
  const words = errorWords(refused, 'jpeg')
  expect(words.title).toBe('This file could not be read as a picture')
  expect(words.retry).toBe(false)
})

test('a refused setting says which, and keeps the picture', () => {
  const error = new ServiceError('validation_error', { details: { width: ['width is 1 to 6000.'] } })
  expect(errorWords(error, 'jpeg')).toEqual({
    title: 'That setting does not work',
    help: 'width is 1 to 6000.',
    retry: true,
  })
})

test('what may work a second time offers a retry', () => {
  expect(errorWords(new ServiceError('upstream_error'), 'jpeg').retry).toBe(true)
  expect(errorWords(new ServiceError('internal_server_error'), 'jpeg').retry).toBe(true)
  expect(errorWords(new ServiceError('image_too_large'), 'jpeg').retry).toBe(false)
})

test('every code of the contract has a title and help', () => {
  for (const code of Object.keys(errorCodes) as (keyof typeof errorCodes)[]) {
    const words = errorWords(new ServiceError(code), 'unknown')
    expect(words.title.length).toBeGreaterThan(5)
    expect(words.help.length).toBeGreaterThan(10)
  }
})

test('the report to copy holds the code, the details and the request id', () => {
  const error = new ServiceError('validation_error', { details: { crop: ['no'] }, request_id: 'req_1' })
  expect(JSON.parse(errorReport(error, 'cat.jpg'))).toMatchObject({
    file: 'cat.jpg',
    status: 400,
    code: 'validation_error',
    details: { crop: ['no'] },
    request_id: 'req_1',
  })
})
