import { expect, test } from 'vitest'
import { defaultImageOptions } from '#contract/image-options.ts'
import { maxWaitingRemovals, withBoundedRemovals } from '#service/api-bridge/bounded-removals.ts'
import { echo, recordingService } from '#support/recording-service.ts'

const image = new Blob(['a picture'])

/** A service that answers pictures only when it is told to, in their order. */
const heldService = () => {
  const finishes: (() => void)[] = []
  const service = recordingService(async (picture, options) => {
    await new Promise<void>((resolve) => finishes.push(resolve))
    return echo(picture, options)
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const finishNext = async () => {
    finishes.shift()?.()
    await settled()
  }
  return { ...withBoundedRemovals(service), calls: service.calls, finishNext, settled }
}

test('pictures of requests are worked on one by one', async () => {
  const { removeImage, calls, finishNext, settled } = heldService()
  const answers = [1, 2, 3].map(() => removeImage(image, defaultImageOptions))
  await settled()
  expect(calls).toHaveLength(1)
  for (const count of [2, 3]) {
    await finishNext()
    expect(calls).toHaveLength(count)
  }
  await finishNext()
  expect(await Promise.all(answers)).toHaveLength(3)
})

test('of 100 requests that are given up one is begun', async () => {
  const { removeImage, calls, finishNext, settled } = heldService()
  const stop = new AbortController()
  const given = Array.from({ length: 100 }, () =>
    removeImage(image, defaultImageOptions, { signal: stop.signal }).catch((thrown: Error) => thrown.name),
  )
  await settled()
  stop.abort()
  await Promise.all(given)
  const next = removeImage(image, defaultImageOptions)
  await finishNext()
  await finishNext()
  await next
  expect(calls).toHaveLength(2)
})

test('a limited number of requests waits', async () => {
  const { removeImage, finishNext, settled } = heldService()
  const all = Array.from({ length: 100 }, () =>
    removeImage(image, defaultImageOptions).then(
      () => 'answered',
      ({ code }: { code: string }) => code,
    ),
  )
  await settled()
  for (let i = 0; i <= maxWaitingRemovals; i++) await finishNext()
  const outcomes = await Promise.all(all)
  expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(maxWaitingRemovals + 1)
  expect(outcomes.filter((outcome) => outcome === 'rate_limit_exceeded')).toHaveLength(
    99 - maxWaitingRemovals,
  )
})
