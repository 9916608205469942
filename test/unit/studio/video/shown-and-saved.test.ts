import { expect, test } from 'vitest'
import { noComposition } from '#contract/composition.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { defaultVideoRecipe, recipeOfVideoOptions } from '#library/recipe/video-recipe.ts'
import { activeJob, groundOf, phaseOf, type VideoItem } from '#library/videos/video-item.ts'
import { resultToSave } from '#studio/features/video/export/find-result.ts'
import { estimateJob } from '#studio/features/video/export/job-estimate.ts'
import { phaseText, workText } from '#studio/features/video/queue/video-status-text.ts'
import { viewerSourceOf } from '#studio/features/video/viewer/viewer-source.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { openVideos } from '#support/open-items.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const options = defaultVideoOptions
const pace = { matting: {}, writing: {}, weight: {} }
const blurred = {
  composition: { ...noComposition, background: { kind: 'original', blur: 0.02, saturation: 1 } },
} as const

/** A queue with one probed video of this device. */
const withVideo = async () => {
  const device = inMemoryService({ video: {} })
  const queue = openVideos(device)
  device.onDevice?.videos.watch(queue.applyJobChange)
  queue.add([{ id: 'a', file: scriptedVideo({ durationSeconds: 2 }), name: 'a.mp4', url: null }])
  const item = (): VideoItem => {
    const [found] = queue.get().items
    if (!found) throw new Error('no video')
    return found
  }
  const reaches = (phase: string) => eventually(() => expect(phaseOf(item())).toBe(phase))
  await reaches('ready')
  return { queue, item, reaches }
}

test('Save and the stage have the result of the settings', async () => {
  const { queue, item, reaches } = await withVideo()
  queue.start('a', options)
  await reaches('done')
  queue.start('a', { ...options, format: 'gif' })
  await reaches('done')
  const keys = new Set<string>()
  const savedWith = (wanted: typeof options, parts: typeof blurred | null = null) => {
    const plan = estimateJob(item(), wanted, pace, parts)
    const recipe = { ...defaultVideoRecipe, ...recipeOfVideoOptions(wanted), ...parts }
    const toSave = resultToSave({ ...item(), recipe }, new Map())
    const source = viewerSourceOf(item(), toSave)
    expect(source.job).toBe(toSave)
    keys.add(source.key)
    return [toSave?.options.format, plan?.match !== null]
  }
  expect(savedWith(options)).toEqual(['webm', true])
  expect(savedWith({ ...options, format: 'gif' })).toEqual(['gif', true])
  expect(savedWith(options, blurred)).toEqual(['gif', false])
  expect(savedWith({ ...options, bg_color: { r: 0, g: 0, b: 0 } })).toEqual(['gif', false])
  // The player stays where it is.
  expect(keys.size).toBe(1)
})

test('an MP4 with a matte is another result than one without', async () => {
  const { queue, item, reaches } = await withVideo()
  const mp4 = { ...options, format: 'mp4' } as const
  const wanting = (hasMatte: boolean): VideoItem => ({
    ...item(),
    recipe: { ...defaultVideoRecipe, format: 'mp4', hasMatte },
  })
  const matches = () => [false, true].map((has) => estimateJob(wanting(has), mp4, pace)?.match != null)
  queue.start('a', mp4, { hasMatte: true })
  await reaches('done')
  expect(matches()).toEqual([false, true])
  queue.start('a', mp4)
  await reaches('done')
  expect(matches()).toEqual([true, true])
})

test('a video whose mattes are made is only composed', async () => {
  const { queue, item, reaches } = await withVideo()
  const texts = (format: 'webm' | 'gif', parts: typeof blurred | null = null) =>
    new Promise<readonly string[]>((resolve) => {
      const said: string[] = []
      const leave = queue.subscribe(() => {
        if (phaseOf(item()) === 'working') said.push(phaseText(item()), workText(item(), false))
        if (phaseOf(item()) !== 'done' || activeJob(item())) return
        leave()
        resolve(said)
      })
      queue.start('a', { ...options, format }, { parts })
    })
  expect((await texts('webm')).join()).toContain('Cutting out')
  const composed = (await texts('gif', blurred)).join()
  expect(composed).toContain('Composing')
  expect(composed).not.toContain('Cutting out')
  await reaches('done')
  expect(item().jobs.map(groundOf)).toEqual(['blurred', 'none'])
})

test('the bytes of a file are estimated by another of the clip', async () => {
  const { queue, item, reaches } = await withVideo()
  queue.start('a', options)
  await reaches('done')
  const bytes = item().jobs[0]?.job.stats?.output_bytes
  expect(estimateJob(item(), { ...options, audio: 'mute' }, pace)?.aboutBytes).toBe(bytes)
  expect(estimateJob(item(), options, pace, blurred)?.aboutBytes).toBeNull()
})
