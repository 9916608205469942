import { expect, test } from 'vitest'
import { noComposition } from '#contract/composition.ts'
import { ServiceError } from '#contract/service-error.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { failureOf, phaseOf, resultsOf, type VideoItem } from '#library/videos/video-item.ts'
import { differencesOf, factsText } from '#studio/features/video/export/result-text.ts'
import { phaseText, videoNews } from '#studio/features/video/queue/video-status-text.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { openVideos } from '#support/open-items.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const options = defaultVideoOptions

/** A clip with a WebM; what it is made into next may fail. */
const withResult = async () => {
  const fault = { isOn: false }
  const device = inMemoryService({
    video: {
      onStep: () => {
        if (fault.isOn) throw new ServiceError('internal_server_error')
      },
    },
  })
  const queue = openVideos(device)
  device.onDevice?.videos.watch(queue.applyJobChange)
  queue.add([{ id: 'a', file: scriptedVideo({ durationSeconds: 2 }), name: 'a.mp4', url: null }])
  const item = (): VideoItem => {
    const [found] = queue.get().items
    if (!found) throw new Error('no video')
    return found
  }
  const news: string[] = []
  let before = item()
  queue.subscribe(() => {
    const text = videoNews(before, item())
    if (text) news.push(text)
    before = item()
  })
  await eventually(() => expect(phaseOf(item())).toBe('ready'))
  const make = async (...wanted: Parameters<typeof queue.start> extends [string, ...infer R] ? R : never) => {
    const { length } = item().jobs
    queue.start('a', ...wanted)
    await eventually(() => expect([item().jobs.length, phaseOf(item())]).toEqual([length + 1, 'done']))
  }
  await make(options)
  return { queue, item, make, fault, news }
}

test('a clip stays done when a further format fails', async () => {
  const { queue, item, make, fault, news } = await withResult()
  fault.isOn = true
  await make({ ...options, format: 'gif' })
  expect(failureOf(item())?.made?.options.format).toBe('gif')
  expect(phaseText(item())).toBe('Done; GIF failed')
  expect(news.at(-1)).toMatch(/^The work stopped half-way/)
  fault.isOn = false
  queue.retry('a', failureOf(item())?.made?.options ?? options)
  await eventually(() => expect(phaseText(item())).toBe('Done, GIF'))
  expect(failureOf(item())).toBeNull()
  expect(news.at(-1)).toBe('done')
})

test('a clip stays done when more of it cannot be begun', async () => {
  const { queue, item } = await withResult()
  queue.list.update('a', (clip) => ({ ...clip, error: new ServiceError('video_too_large') }))
  expect([phaseOf(item()), phaseText(item())]).toEqual(['done', 'Done; more failed'])
})

test('results of a clip are told apart by what differs', async () => {
  const { item, make } = await withResult()
  const names = () => {
    const results = resultsOf(item())
    return results.map((made) => differencesOf(results)(made).join(' · ')).toReversed()
  }
  expect(names()).toEqual([''])
  await make({ ...options, level: 'fine' })
  expect(names()).toEqual(['Balanced', 'Fine'])
  const shadow = { ...noComposition, contactShadow: { opacity: 0.5 } }
  await make({ ...options, bg_color: { r: 255, g: 0, b: 0 } }, { parts: { composition: shadow } })
  expect(names()).toEqual([
    'Balanced · Transparent',
    'Fine · Transparent',
    'Balanced · #ff0000 · Natural shadow',
  ])
  const facts = resultsOf(item()).map((made) => factsText(made, Date.now()))
  expect(facts[0]).toMatch(/^854 × 480 · .+ · kept for 24 h$/)
})
