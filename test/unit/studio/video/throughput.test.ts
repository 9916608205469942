import { expect, test } from 'vitest'
import { advanceJob, createJob } from '#contract/job.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { framesPerSecond, secondsLeft, updateThroughput } from '#studio/features/video/queue/throughput.ts'
import {
  type DeviceSpeed,
  deviceSpeedAfter,
  estimateResultBytes,
  estimateSeconds,
} from '#studio/state/device-speed.ts'

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
  expect(estimateSeconds(unknown, { level: 'fast', format: 'webm', frames: 100, size })).toBeNull()
})

test('a finished job predicts the seconds of the next one', () => {
  const pace = deviceSpeedAfter(unknown, finished(50, 48), defaultVideoOptions)
  expect(estimateSeconds(pace, { level: 'balanced', format: 'webm', frames: 200, size })).toBeCloseTo(96)
  expect(estimateSeconds(pace, { level: 'fine', format: 'webm', frames: 200, size })).toBeNull()
})

test('a smaller video is faster where writing was the bottleneck', () => {
  const pace = deviceSpeedAfter(unknown, finished(80, 20), defaultVideoOptions)
  const work = { level: 'balanced', format: 'webm', frames: 100 } as const
  expect(estimateSeconds(pace, { ...work, size })).toBeCloseTo(80)
  expect(estimateSeconds(pace, { ...work, size: { width: 500, height: 1000 } })).toBeCloseTo(40)
  expect(estimateSeconds(pace, { ...work, size: { width: 10, height: 10 } })).toBeCloseTo(20)
  expect(estimateSeconds(pace, { ...work, size, hasMattes: true })).toBeCloseTo(80)
})

test('a job that reused mattes does not change the matting speed', () => {
  const pace = deviceSpeedAfter(unknown, finished(10, undefined), defaultVideoOptions)
  expect(pace.matting).toEqual({})
  expect(pace.writing).toEqual({ webm: 0.1 })
})

test('speed and time left are known from five frames on', () => {
  let run = updateThroughput(null, { done: 0, total: 186 }, 0)
  run = updateThroughput(run, { done: 4, total: 186 }, 1000)
  expect(framesPerSecond(run)).toBeNull()
  expect(secondsLeft(run)).toBeNull()
  run = updateThroughput(run, { done: 6, total: 186 }, 1500)
  expect(framesPerSecond(run)).toBeCloseTo(4)
  expect(secondsLeft(run)).toBeCloseTo(45)
})

test('frames from before a reload do not count as speed', () => {
  let run = updateThroughput(null, { done: 100, total: 186 }, 0)
  run = updateThroughput(run, { done: 110, total: 186 }, 2000)
  expect(framesPerSecond(run)).toBeCloseTo(5)
})

test('speed is measured over recent frames and resets on a restart', () => {
  let run = updateThroughput(null, { done: 0, total: 1000 }, 0)
  for (let second = 1; second <= 60; second += 1)
    run = updateThroughput(
      run,
      { done: second <= 30 ? second * 10 : 300 + (second - 30) * 2, total: 1000 },
      second * 1000,
    )
  expect(framesPerSecond(run)).toBeCloseTo(2, 1)
  expect(updateThroughput(run, { done: 3, total: 1000 }, 61_000).samples).toHaveLength(1)
})

test('a finished job predicts the bytes of the next file', () => {
  const { format, channels } = defaultVideoOptions
  const work = { frames: 50, size: { width: 1000, height: 500 } }
  expect(estimateResultBytes(unknown, { format, channels }, work)).toBeNull()
  const pace = deviceSpeedAfter(unknown, finished(50, 48), defaultVideoOptions)
  expect(estimateResultBytes(pace, { format, channels }, work)).toBe(1_250_000)
  expect(estimateResultBytes(pace, { format, channels: 'alpha' }, work)).toBeNull()
})
