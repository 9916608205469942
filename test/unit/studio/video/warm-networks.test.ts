import { expect, test } from 'vitest'
import type { Level } from '#contract/image-options.ts'
import { createVideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { warmWhileReady } from '#studio/features/video/queue/warm-networks.ts'
import { parseSettings } from '#studio/state/settings.ts'
import { createStore } from '#studio/state/store.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const opened = (warm?: (level: Level) => Promise<void>) => {
  const queue = createVideoQueue(inMemoryService({}))
  const settings = createStore(parseSettings(null))
  const asked: Level[] = []
  const end = warmWhileReady({
    queue,
    settings,
    warm: async (level) => {
      asked.push(level)
      await warm?.(level)
    },
  })
  const add = (id: string) => queue.add([{ id, file: scriptedVideo({}), name: 'a.mp4', url: null }])
  const choose = (level: Level) => settings.set((all) => ({ ...all, video: { ...all.video, level } }))
  return { queue, asked, add, choose, end }
}

test('networks are loaded once a level while a video is ready', async () => {
  const { asked, add, choose, end } = opened()
  choose('fast')
  expect(asked).toEqual([])
  add('a')
  await eventually(() => expect(asked).toEqual(['fast']))
  choose('fine')
  choose('fast')
  expect(asked).toEqual(['fast', 'fine'])
  end()
  choose('balanced')
  expect(asked).toEqual(['fast', 'fine'])
})

test('a video for the service loads no networks', async () => {
  const { queue, asked, add, choose } = opened()
  add('a')
  queue.setRunLocation('a', 'service')
  await eventually(() => expect(queue.get().items[0]?.facts).not.toBeNull())
  choose('fine')
  expect(asked).toEqual([])
})

test('networks that could not be loaded are asked for again', async () => {
  const { asked, add, choose } = opened(() => Promise.reject(new Error('offline')))
  add('a')
  await eventually(() => expect(asked).toEqual(['balanced']))
  choose('fine')
  await eventually(() => expect(asked).toContain('fine'))
  choose('balanced')
  expect(asked).toEqual(['balanced', 'fine', 'balanced'])
})
