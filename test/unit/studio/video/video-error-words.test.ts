import { expect, test } from 'vitest'
import { jobErrorOf } from '#contract/job.ts'
import { ServiceError } from '#contract/service-error.ts'
import { pausedTooLong } from '#service/local/run-job.ts'
import { videoErrorWords } from '#studio/features/video/words/video-error-words.ts'

test('every error of a video says what happened and what to do', () => {
  const codes = [
    'invalid_video',
    'video_too_large',
    'video_too_long',
    'upstream_error',
    'internal_server_error',
  ] as const
  const titles = codes.map((code) => {
    const { title, help } = videoErrorWords(new ServiceError(code))
    expect(title.length, code).toBeGreaterThan(10)
    expect(help, code).toMatch(/\b(export|take|check|try)\b/i)
    return title
  })
  expect(new Set(titles).size).toBe(codes.length)
})

test('a failed job tells its reason, and advice only once', () => {
  const { help, retry } = videoErrorWords({
    code: 'processing_failed',
    message: 'The video breaks off at 1.2 s.',
  })
  expect(help).toMatch(/^The video breaks off at 1\.2 s\. Try again/)
  const advised = jobErrorOf('processing_failed', { reason: 'job_interrupted' })
  expect(videoErrorWords(advised).help.match(/\btry\b/gi)).toHaveLength(1)
  expect(retry).toBe(true)
})

test('a video that was paused for too long is not kept', () => {
  const { title, help, retry } = videoErrorWords(pausedTooLong)
  expect(title).toBe('It was paused for too long')
  expect(help).toMatch(/24 hours.*files were deleted.*Send it again\.$/)
  expect(help).not.toContain('kept')
  expect(retry).toBe(true)
})

test('a full disk is named, whatever the code', () => {
  for (const code of ['processing_failed', 'internal_server_error'])
    for (const reason of ['disk_full', 'storage_full', 'keeping_storage_full'] as const)
      expect(videoErrorWords({ code, message: '', reason }).title).toContain('no room')
})

test('an unreadable file has no button to try again', () => {
  expect(videoErrorWords(new ServiceError('invalid_video')).retry).toBe(false)
})
