import { expect, test } from 'vitest'
import { advanceJob, createJob } from '#contract/job.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import {
  type DeviceSpeed,
  deviceSpeedAfter,
  estimateResultBytes,
  estimateSeconds,
} from '#studio/state/device-speed.ts'

const ground = 'none'
const made = { ...defaultVideoOptions, ground }
const size = { width: 1000, height: 1000 }
const unknown: DeviceSpeed = { matting: {}, writing: {}, weight: {} }

const finished = (processingSeconds: number, mattingSeconds: number | undefined) => {
  const at = new Date(0)
  const queued = createJob({
    id: 'job_1',
    at,
    status_url: '',
    duration_seconds: 4,
    fps: 25,
    frames: 100,
    format: 'webm',
    channels: 'rgba',
    ...size,
  })
  return advanceJob(advanceJob(queued, { type: 'start', at }), {
    type: 'complete',
    at: new Date(processingSeconds * 1000),
    result_url: '',
    stats: {
      output_width: 1000,
      output_height: 1000,
      output_bytes: 5_000_000,
      ...(mattingSeconds === undefined ? {} : { matting_seconds: mattingSeconds }),
    },
  })
}

test('without a measurement there is no estimate', () => {
  expect(estimateSeconds(unknown, { level: 'fast', format: 'webm', ground, frames: 100, size })).toBeNull()
})

test('a finished job predicts the seconds of the next one', () => {
  const speed = deviceSpeedAfter(unknown, finished(50, 48), made)
  expect(
    estimateSeconds(speed, { level: 'balanced', format: 'webm', ground, frames: 200, size }),
  ).toBeCloseTo(96)
  expect(estimateSeconds(speed, { level: 'fine', format: 'webm', ground, frames: 200, size })).toBeNull()
})

test('what may be wrong by half or more is not said', () => {
  const work = { level: 'balanced', format: 'webm', ground, frames: 100 } as const
  // Matting took 48 of 50 s: rendering, which ran beside it, may have taken 5 or 50.
  const speed = deviceSpeedAfter(unknown, finished(50, 48), made)
  expect(estimateSeconds(speed, { ...work, size: { width: 1000, height: 1300 } })).toBeCloseTo(48)
  expect(estimateSeconds(speed, { ...work, size: { width: 2000, height: 1000 } })).toBeNull()
  expect(estimateSeconds(speed, { ...work, size, format: 'mov' })).toBeNull()
  expect(estimateSeconds(speed, { ...work, size, ground: 'gradient' })).toBeNull()
})

test('a smaller video is faster where writing was the bottleneck', () => {
  const speed = deviceSpeedAfter(unknown, finished(80, 20), made)
  const work = { level: 'balanced', format: 'webm', ground, frames: 100 } as const
  expect(estimateSeconds(speed, { ...work, size })).toBeCloseTo(80)
  expect(estimateSeconds(speed, { ...work, size: { width: 500, height: 1000 } })).toBeCloseTo(49.2, 1)
  expect(estimateSeconds(speed, { ...work, size: { width: 10, height: 10 } })).toBeCloseTo(20)
  expect(estimateSeconds(speed, { ...work, size, hasMattes: true })).toBeNull()
})

test('a job that reused mattes predicts only others that do', () => {
  const first = deviceSpeedAfter(unknown, finished(80, 20), made)
  // Its stats tell how long the mattes took when they were made.
  const speed = deviceSpeedAfter(first, finished(10, 20), { ...made, hasMattes: true })
  expect(speed.matting).toEqual(first.matting)
  const work = { level: 'balanced', format: 'webm', ground, frames: 100, size } as const
  expect(estimateSeconds(speed, { ...work, hasMattes: true })).toBeCloseTo(10)
  expect(estimateSeconds(speed, work)).toBeCloseTo(80)
  expect(estimateSeconds(speed, { ...work, ground: 'blurred', hasMattes: true })).toBeNull()
})

test('a finished job predicts the bytes of the next file', () => {
  const work = { frames: 50, size: { width: 1000, height: 500 } }
  expect(estimateResultBytes(unknown, made, work)).toBeNull()
  const speed = deviceSpeedAfter(unknown, finished(50, 48), made)
  expect(estimateResultBytes(speed, made, work)).toBe(1_593_201)
  expect(estimateResultBytes(speed, { ...made, channels: 'alpha' }, work)).toBeNull()
  expect(estimateResultBytes(speed, { ...made, ground: 'blurred' }, work)).toBeNull()
})

test('a small clip predicts a large one within a factor of 1.5', () => {
  // Measured on two cores: seconds and bytes of 24 frames of 320 x 240 and of 36 of 1280 x 720, with mattes.
  const large = { frames: 36, size: { width: 1280, height: 720 } }
  const measured = [
    { format: 'mp4', ground: 'color', small: [2, 104_000], next: [11, 571_000] },
    { format: 'webm', ground: 'blurred', small: [3.3, 56_000], next: [15, 337_000] },
    { format: 'mp4', ground: 'gradient', small: [2.7, 101_000], next: [12, 534_000] },
  ] as const
  for (const { format, ground, small, next } of measured) {
    const job = finished(small[0], undefined)
    const stats = { ...job.stats, output_width: 320, output_height: 240, output_bytes: small[1] }
    const file = { ...defaultVideoOptions, format, ground, hasMattes: true }
    const speed = deviceSpeedAfter(unknown, { ...job, frames: 24, stats } as typeof job, file)
    const ratios = [
      (estimateSeconds(speed, { ...file, ...large }) ?? 0) / next[0],
      (estimateResultBytes(speed, file, large) ?? 0) / next[1],
    ]
    for (const ratio of ratios) expect(Math.max(ratio, 1 / ratio)).toBeLessThan(1.5)
  }
})
