import { expect, test, vi } from 'vitest'
import type { Level } from '#contract/image-options.ts'
import { changeRecipe } from '#library/items/item-recipes.ts'
import type { VideoRecipe } from '#library/recipe/video-recipe.ts'
import { warmWhileReady } from '#studio/features/video/queue/warm-networks.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { openVideos } from '#support/open-items.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const opened = (warm?: (level: Level) => Promise<void>) => {
  const queue = openVideos(inMemoryService({}))
  const asked: Level[] = []
  const network = new EventTarget()
  const signals: AbortSignal[] = []
  const end = warmWhileReady({
    queue,
    network,
    warm: async (level, { signal }) => {
      asked.push(level)
      signals.push(signal)
      await warm?.(level)
    },
  })
  const add = (id: string) => queue.add([{ id, file: scriptedVideo({}), name: 'a.mp4', url: null }])
  const choose = (level: Level) => changeRecipe<VideoRecipe>(queue.list, 'a', { level })
  return { queue, network, signals, asked, add, choose, end }
}

test('networks are loaded once a level while a video is ready', async () => {
  const { queue, asked, add, choose, end } = opened()
  expect(asked).toEqual([])
  add('a')
  await eventually(() => expect(asked).toEqual(['balanced']))
  choose('fine')
  choose('balanced')
  add('b')
  await eventually(() => expect(queue.get().items[1]?.facts).not.toBeNull())
  expect(asked).toEqual(['balanced', 'fine'])
  end()
  choose('fast')
  expect(asked).toEqual(['balanced', 'fine'])
})

test('a video for the service loads no networks', async () => {
  const { queue, asked, add, choose } = opened()
  add('a')
  queue.setRunLocation('a', 'service')
  await eventually(() => expect(queue.get().items[0]?.facts).not.toBeNull())
  choose('fine')
  expect(asked).toEqual([])
})

test('networks that could not be loaded are left alone for a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { asked, add, choose, network, end } = opened(() => Promise.reject(new Error('offline')))
    add('a')
    await eventually(() => expect(asked).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(50_000)
    choose('fine')
    choose('balanced')
    expect(asked).toEqual(['balanced', 'fine'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toEqual(['balanced', 'fine', 'balanced'])
    network.dispatchEvent(new Event('online'))
    expect(asked).toHaveLength(4)
    await vi.advanceTimersByTimeAsync(0)
    end()
    network.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked).toHaveLength(4)
  } finally {
    vi.useRealTimers()
  }
})

test('leaving the page stops networks that are loading', async () => {
  const { asked, add, signals, end } = opened(() => new Promise(() => {}))
  add('a')
  await eventually(() => expect(asked).toEqual(['balanced']))
  expect(signals[0]?.aborted).toBe(false)
  end()
  expect(signals[0]?.aborted).toBe(true)
})
