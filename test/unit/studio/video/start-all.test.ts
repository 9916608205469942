import { expect, test } from 'vitest'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import { isVideo, phaseOf } from '#library/videos/video-item.ts'
import { startAllCommand } from '#studio/features/video/video-commands.ts'
import { parseSettings } from '#studio/state/settings.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { openVideos } from '#support/open-items.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

test('all clips that wait are started, each with its own settings', async () => {
  const device = inMemoryService({ video: {} })
  const { list, ...queue } = openVideos(device)
  device.onDevice?.videos.watch(queue.applyJobChange)
  const started: string[] = []
  const command = startAllCommand({
    list,
    queue: {
      start: (id, options, details) => {
        started.push(`${id} ${options.format}`)
        queue.start(id, options, details)
      },
    },
    player: { pause: () => {} },
    settings: { get: () => parseSettings(null) },
    backgroundPictures: { get: () => new Map() },
  })
  expect(command.applies?.()).toBe(false)
  queue.add(
    ['a', 'b', 'c', 'sent'].map((id) => ({
      id,
      name: id,
      url: null,
      file: scriptedVideo({ durationSeconds: 2 }),
    })),
  )
  list.update('b', (item) => ({ ...item, recipe: { ...defaultVideoRecipe, format: 'gif' } }))
  queue.setRunLocation('sent', 'service')
  const phases = () => queue.get().items.map(phaseOf)
  await eventually(() => expect(phases()).toEqual(['ready', 'ready', 'ready', 'ready']))
  expect(command.label?.('list')).toBe('Start all 3')

  list.choose('a', 'toggle')
  list.choose('b', 'toggle')
  const { chosenIds } = list.get()
  expect(command.label?.('list')).toBe(`Start ${chosenIds.length}`)
  command.run?.()
  expect(started).toEqual(['a webm', 'b gif'])
  expect(command.applies?.()).toBe(false)
  list.chooseNone()
  await eventually(() => expect(phases()).toEqual(['done', 'done', 'ready', 'ready']))
  const [a, b] = list.get().items.filter(isVideo)
  expect([a, b].map((item) => item?.jobs[0]?.options.format)).toEqual(['webm', 'gif'])
})
