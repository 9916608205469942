import { expect, test } from 'vitest'
import { type LeftOut, leftOut } from '#contract/left-out.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { readJobRecord } from '#library/store/stored-job.ts'
import { answerResult } from '#service/http/answer-job.ts'
import { defaultVideoFacts } from '#support/fake-video-workers.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { endOf, memoryBrowser } from '#support/memory-browser.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const timecode = leftOut('timecode')

const finished = async (rendered: readonly LeftOut[]) => {
  const { openTab } = memoryBrowser()
  const { videos } = openTab({ leftOut: rendered })
  const whole = { ...defaultVideoFacts, others: [leftOut('chapters', 3)] }
  const { id } = await videos.submitVideo(scriptedVideo({}), defaultVideoOptions, { whole })
  await endOf(videos, id)
  return { id, videos }
}

test('a result lacks what its part of a clip lacks too', async () => {
  const { videos } = await finished([timecode])
  const [made] = await videos.onDevice.list()
  expect(made?.leftOut).toEqual([leftOut('chapters', 3), timecode])
})

test('the answer of a result lists what it lacks', async () => {
  const { id, videos } = await finished([timecode])
  const memory = inMemoryService()
  if (!memory.onDevice) throw new Error('This service has no device.')
  const service = { ...memory, ...videos, onDevice: { ...memory.onDevice, videos: videos.onDevice } }
  const answer = await answerResult(id, 'webm', new Request('https://studio.test/'), service)
  expect(answer.headers.get('X-Left-Out')).toBe('chapters;count=3, timecode;count=1')
})

test('a job that was stored without the list is read', async () => {
  const { videos } = await finished([])
  const [made] = await videos.onDevice.list()
  const { leftOut: _, ...rest } = made ?? {}
  const attempts = { count: 1, progress: 1 }
  const record = {
    ...rest,
    videoHash: 'a',
    matteKey: 'b',
    attempts,
    audioDropped: { reason: 'audio_ends_early' },
  }
  expect(readJobRecord(record)).toMatchObject({ name: made?.name })
  expect(readJobRecord({ ...record, leftOut: [{ kind: 'smell', count: 1, names: [] }] })).toBeNull()
})
