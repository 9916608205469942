import { expect, test } from 'vitest'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import { fileToSubmit } from '#library/videos/video-source.ts'
import { newVideo } from '#library/videos/video-state.ts'
import { defaultVideoFacts } from '#support/fake-video-workers.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

test('only a service gets a copy of what services do not take', async () => {
  const { onDevice } = inMemoryService()
  const file = scriptedVideo({ durationSeconds: 2 })
  const signal = new AbortController().signal
  const isSame = async (container: 'mp4' | 'gif' | 'webp' | 'other', isSent: boolean) => {
    const facts = { ...defaultVideoFacts, container, durationSeconds: 2 }
    const item = { ...newVideo({ file, name: file.name, url: null }, defaultVideoRecipe), facts }
    return (await fileToSubmit(item, onDevice, { signal, onProgress: () => {}, isSent })) === file
  }
  for (const container of ['webp', 'other'] as const)
    expect([await isSame(container, true), await isSame(container, false)]).toEqual([false, true])
  for (const container of ['mp4', 'gif'] as const) expect(await isSame(container, true)).toBe(true)
})
