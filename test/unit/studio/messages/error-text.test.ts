import { describe, expect, test } from 'vitest'
import { errorCodes, isErrorCode } from '#contract/error-codes.ts'
import { reasonText } from '#contract/error-reasons.ts'
import { type FileKind, fileKindLabel, fileKinds, isImageKind, mediaOf } from '#contract/file-kinds.ts'
import { jobErrorOf } from '#contract/job.ts'
import { mayBeAccepted, ServiceError } from '#contract/service-error.ts'
import { fullStorage } from '#library/store/video-storage.ts'
import {
  type ErrorContext,
  errorReport,
  errorSentence,
  errorText,
  fieldSentence,
} from '#studio/messages/error-text.ts'

const codes = Object.keys(errorCodes).filter(isErrorCode)
const image = { at: 'service', kind: 'image' } as const
const video = { at: 'service', kind: 'video' } as const
const account = { at: 'account', isOnline: true } as const
const contexts: readonly ErrorContext[] = [
  { at: 'image', fileKind: 'unknown' },
  { at: 'video' },
  image,
  video,
  account,
]

test.each(codes)('%s has a title and help in every context', (code) => {
  for (const context of contexts) {
    const { title, help } = errorText(new ServiceError(code), context)
    expect(title.length).toBeGreaterThan(5)
    expect(help.length).toBeGreaterThan(10)
    expect(`${title} ${help}`).not.toMatch(/undefined|NaN|\.\./)
  }
})

test('the sentence of a known reason is the text, not the message', () => {
  const error = { code: 'validation_error', message: 'x', reason: 'key_not_set' } as const
  expect(errorSentence(error)).toBe('There is no API key. Enter it where the service is connected.')
  expect(errorSentence({ code: 'validation_error', message: 'Not today' })).toBe('Not today')
})

test('the report holds the code, the details and the request id', () => {
  const error = new ServiceError('validation_error', { details: { crop: ['no'] }, request_id: 'req_1' })
  expect(JSON.parse(errorReport(error, 'cat.jpg'))).toMatchObject({
    file: 'cat.jpg',
    status: 400,
    code: 'validation_error',
    details: { crop: ['no'] },
    request_id: 'req_1',
  })
})

describe('a picture on this device', () => {
  const refused = new ServiceError('validation_error', { details: { image_file: ['It does not decode.'] } })
  const textOf = (error: ServiceError, fileKind: FileKind) => errorText(error, { at: 'image', fileKind })

  test('a file of another kind is named, with a way on', () => {
    expect(textOf(refused, 'heif').title).toBe('This is a HEIC photo that cannot be read')
    expect(textOf(refused, 'heif').help).toContain('JPEG')
    expect(textOf(refused, 'gif').title).toBe('This is a GIF that cannot be read')
    expect(textOf(refused, 'psd').title).toBe('This is a Photoshop file that cannot be read')
    expect(textOf(refused, 'cr3').title).toBe("This is a camera's raw photo (Canon CR3)")
    expect(textOf(new ServiceError('missing_image'), 'empty').title).toBe('This file is empty')
  })

  test('no file of a known kind is called damaged', () => {
    const kinds = Object.keys(fileKinds) as FileKind[]
    const named = kinds.filter((kind) => fileKindLabel(kind) !== '' && mediaOf(kind) !== 'video')
    for (const kind of named.filter((kind) => !isImageKind(kind))) {
      const { title, help, action } = textOf(refused, kind)
      expect(title, kind).toMatch(/^This is an? /)
      expect(help, kind).not.toContain('damaged')
      expect(action).toBeNull()
    }
  })

  test('a raw photo is named where it is too large, too', () => {
    const tooLarge = new ServiceError('image_too_large')
    expect(textOf(tooLarge, 'nef').title).toBe("This is a camera's raw photo (Nikon NEF)")
    expect(textOf(tooLarge, 'jpeg').title).toBe('This picture is too large')
    expect(textOf(tooLarge, 'unknown').title).toBe('This picture is too large')
  })

  test('a damaged picture is named by its kind and offers no retry', () => {
    expect(textOf(refused, 'jpeg')).toMatchObject({
      title: 'This is a JPEG picture that cannot be read',
      action: null,
    })
    expect(textOf(refused, 'unknown').title).toBe('This file could not be read as a picture')
  })

  test('a file that is gone is not called damaged', () => {
    const gone = new ServiceError('validation_error', { reason: 'file_unreadable', fields: ['image_file'] })
    expect(textOf(gone, 'unknown').help).toMatch(/moved or changed/)
    expect(textOf(gone, 'png').help).not.toContain('damaged')
  })

  test('more pixels than can be opened are said with their number', () => {
    const params = { kind: 'jxl', width: 30_000, height: 20_000 }
    const { title, help, action } = textOf(
      new ServiceError('image_too_large', { reason: 'image_too_many_pixels', params }),
      'jxl',
    )
    expect([title, action]).toEqual(['This picture is too large', null])
    expect(help).toMatch(/^This is a picture in JPEG XL\. It has 30000 x 20000 pixels.*JPEG or PNG/)
  })

  test('a refused setting is named, and may be tried again', () => {
    const error = new ServiceError('validation_error', { details: { width: ['width is 1 to 6000.'] } })
    expect(textOf(error, 'jpeg')).toEqual({
      title: 'That setting does not work',
      help: 'width is 1 to 6000.',
      action: 'retry',
    })
  })

  test('an error that may pass offers a retry', () => {
    expect(textOf(new ServiceError('upstream_error'), 'jpeg').action).toBe('retry')
    expect(textOf(new ServiceError('internal_server_error'), 'jpeg').action).toBe('retry')
    expect(textOf(new ServiceError('image_too_large'), 'jpeg').action).toBeNull()
  })
})

describe('a video on this device', () => {
  const textOf = (error: Parameters<typeof errorText>[0]) => errorText(error, { at: 'video' })

  test('each error says what to do', () => {
    const named = ['invalid_video', 'video_too_large', 'video_too_long', 'upstream_error'] as const
    const titles = [...named, 'internal_server_error' as const].map((code) => {
      const { title, help } = textOf(new ServiceError(code))
      expect(help, code).toMatch(/\b(export|take|check|try)\b/i)
      return title
    })
    expect(new Set(titles).size).toBe(titles.length)
  })

  test('a failed job says why, and what to do once', () => {
    const failed = { code: 'processing_failed', message: 'The video breaks off at 1.2 s.' }
    expect(textOf(failed).help).toMatch(/^The video breaks off at 1\.2 s\. Try again/)
    const interrupted = jobErrorOf('processing_failed', { reason: 'job_interrupted' })
    expect(textOf(interrupted).help.match(/\btry\b/gi)).toHaveLength(1)
    expect(textOf(failed).action).toBe('retry')
  })

  test('a video paused for too long is not called kept', () => {
    const paused = jobErrorOf('processing_failed', { reason: 'job_paused_too_long' })
    const { title, help, action } = textOf(paused)
    expect(title).toBe('It was paused for too long')
    expect(help).toMatch(/24 hours.*files were deleted.*Send it again\.$/)
    expect(help).not.toContain('kept')
    expect(action).toBe('retry')
  })

  test('a full disk is named, whatever the code', () => {
    for (const code of ['processing_failed', 'internal_server_error'])
      for (const reason of ['disk_full', 'storage_full', 'keeping_storage_full'] as const)
        expect(textOf({ code, message: '', reason }).title).toContain('no room')
  })

  test('a limit of this browser is said with its figure', () => {
    const { title, help } = textOf(jobErrorOf('processing_failed', fullStorage(200_000_000)))
    expect(title).toContain('no room')
    expect(help).toContain('200 MB')
  })

  test('a codec that the browser lacks is named', () => {
    const why = { reason: 'video_codec_missing', params: { codec: 'AV1' } } as const
    const { title, help, action } = textOf(new ServiceError('invalid_video', why))
    expect(title).toBe('This browser cannot decode this video')
    expect(help).toMatch(/cannot decode AV1.*MP4 with H\.264/)
    expect(action).toBeNull()
  })

  test('what is wrong with a video is named, not guessed', () => {
    const flv = { reason: 'video_container_refused', params: { container: 'FLV' } } as const
    const refused = textOf(new ServiceError('invalid_video', flv))
    expect(refused.title).toBe('This kind of video is not opened here')
    expect(refused.help).toContain('This is a video in FLV')
    const encrypted = textOf(new ServiceError('invalid_video', { reason: 'video_encrypted' }))
    expect(encrypted.help).toMatch(/^The video is encrypted/)
    const params = { width: 65_000, height: 64_000 }
    const large = textOf(new ServiceError('invalid_video', { reason: 'video_frame_too_large', params }))
    expect(large.title).toBe('This video is too large')
    expect(large.help).toMatch(/65000 x 64000 pixels.*Export it smaller/)
    expect(`${refused.help} ${encrypted.help}`).not.toContain('damaged')
  })

  test('a file without bytes is called empty', () => {
    const { title, help } = textOf(new ServiceError('invalid_video', { reason: 'video_empty' }))
    expect(title).toBe('This file is empty')
    expect(help).toContain('holds no bytes')
  })

  test('an unreadable file offers no retry', () => {
    expect(textOf(new ServiceError('invalid_video')).action).toBeNull()
  })
})

describe('what was sent to a service', () => {
  test.each(codes)('%s says what happened and offers this device', (code) => {
    for (const context of [image, video]) {
      const { title, help } = errorText(new ServiceError(code), context)
      expect(title).not.toBe('The service said no')
      expect(help).toContain('run it on this device instead')
    }
  })

  test('no two codes share a title', () => {
    const titles = codes.map((code) => errorText(new ServiceError(code), image).title)
    expect(new Set(titles).size).toBe(codes.length)
  })

  test('a service that does not answer may be blocked by CORS', () => {
    const { title, help } = errorText(new ServiceError('upstream_error', { status: 0 }), image)
    expect(title).toBe('The service did not answer')
    expect(help).toContain('CORS')
  })

  test('an unreadable answer may be charged', () => {
    const error = new ServiceError('upstream_error', { status: 202, message: 'It holds no job' })
    const { title, help } = errorText(error, video)
    expect(title).toBe('The answer of the service is of no use')
    expect(help).toContain('It holds no job. You can run it on this device instead.')
    expect(help).toContain('may have been accepted and charged')
    expect(mayBeAccepted(error)).toBe(true)
  })

  test('only a video that broke off may have been charged (D-53)', () => {
    for (const code of codes) {
      const error = new ServiceError(code)
      const isSaid = errorText(error, video).help.includes('may have been accepted and charged')
      expect(isSaid).toBe(mayBeAccepted(error))
      expect(errorText(error, image).help).not.toContain('may have been accepted')
    }
    expect(mayBeAccepted(new ServiceError('upstream_error', { status: 0 }))).toBe(true)
  })

  test('the wait that a service asks for is passed on', () => {
    const wait = { reason: 'service_asks_to_wait', params: { waitSeconds: 12 * 3600 } } as const
    const error = new ServiceError('rate_limit_exceeded', { ...wait, message: 'Slow down' })
    expect(errorText(error, image).help).toContain('The service asks to wait 12 hours. Send it again')
    expect(errorSentence(error)).toBe('Slow down. The service asks to wait 12 hours.')
  })

  test('an error of an earlier version keeps the wait in its message', () => {
    const [message, details] = ['Slow down. It asks to wait 2 hours.', 'It asks to wait 2 hours.']
    const params = { wait: '2 hours' } as unknown as { readonly waitSeconds: number }
    const error = {
      code: 'rate_limit_exceeded',
      message,
      details,
      reason: 'service_asks_to_wait',
      params,
    } as const
    expect(errorText(error, image).help).toContain(`${details} Send it again`)
    expect(errorSentence(error)).toBe(message)
  })

  test('what is wrong with a parameter is told by its reason', () => {
    const crop = { reason: 'crop_unreadable' } as const
    const error = new ServiceError('validation_error', { fieldReasons: { crop: [crop] } })
    expect(errorText(error, image).help).toContain(reasonText(crop))
    expect(fieldSentence(error, 'crop')).toBe(reasonText(crop))
    expect(fieldSentence(error, 'size')).toBeNull()
  })

  test('a refused request costs nothing', () => {
    for (const code of codes.filter((each) => errorCodes[each].status < 500 && each !== 'job_not_found'))
      expect(errorText(new ServiceError(code), video).help).toContain('Nothing was charged')
  })

  test('a validation error repeats what the service said of each parameter', () => {
    const error = new ServiceError('validation_error', {
      details: { crop: ['crop is a ratio'], size: ['no such size'] },
    })
    expect(errorText(error, image).help).toContain('crop is a ratio no such size.')
  })

  test('a failed job says its reason and that the credits came back', () => {
    const { help } = errorText({ code: 'processing_failed', message: 'encoder fault' }, video)
    expect(help).toContain('encoder fault. Its credits came back.')
  })

  test('an unknown code passes on the sentence of the service', () => {
    expect(errorText({ code: 'moon_phase', message: 'Not today' }, video)).toMatchObject({
      title: 'The service said no',
      help: 'Not today. You can run it on this device instead.',
    })
  })
})

describe('the account of a service', () => {
  test('no network and no answer are told apart', () => {
    const silence = new ServiceError('upstream_error', { status: 0 })
    expect(errorText(silence, { at: 'account', isOnline: false }).title).toBe('You are offline')
    expect(errorText(silence, account).help).toContain('CORS')
  })

  test('a refused key asks for another one', () => {
    expect(errorText(new ServiceError('authentication_error'), account).action).toBe('enter-key')
  })

  test('a fault of the service names its status', () => {
    expect(errorText(new ServiceError('internal_server_error'), account).help).toContain('500')
  })
})
