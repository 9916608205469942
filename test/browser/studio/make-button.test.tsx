import { expect, test } from 'vitest'
import { defaultVideoOptions, type VideoOptions } from '#contract/video-options.ts'
import { isVideo, phaseOf } from '#library/videos/video-item.ts'
import { resultToSave } from '#studio/features/video/export/find-result.ts'
import { estimateJob } from '#studio/features/video/export/job-estimate.ts'
import { createSaveVideo } from '#studio/features/video/export/save-video.ts'
import { VideoActions } from '#studio/features/video/export/video-actions.tsx'
import { parseSettings } from '#studio/state/settings.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { openVideos } from '#support/open-items.ts'
import { renderInStudio, studioParts } from '#support/render-in-studio.tsx'
import { scriptedVideo } from '#support/scripted-video.ts'

test('the one large button says what it makes and how long', async () => {
  const service = inMemoryService({ video: {} })
  const { list, ...queue } = openVideos(service)
  service.onDevice?.videos.watch(queue.applyJobChange)
  queue.add([{ id: 'a', file: scriptedVideo({ durationSeconds: 2 }), name: 'a.mp4', url: null }])
  const item = () => {
    const [found] = list.get().items.filter(isVideo)
    if (!found) throw new Error('no video')
    return found
  }
  const reach = (phase: string) => eventually(() => expect(phaseOf(item())).toBe(phase))
  const { pace } = parseSettings(null)
  const measured = { ...pace, matting: { balanced: 1 / 3 }, writing: { 'webm none': 0.001 } }
  /** The names of the large, lime buttons. */
  const buttons = async (known: typeof pace, options: VideoOptions = defaultVideoOptions) => {
    const { box, remove } = await renderInStudio(
      <VideoActions
        item={item()}
        list={list}
        options={options}
        parts={null}
        plan={estimateJob(item(), options, known)}
        toSave={resultToSave(item(), new Map())}
        saving={createSaveVideo(studioParts(service))}
        commands={[]}
        samplePreview={{ isRunning: false, start: () => {} } as never}
        onStart={() => {}}
        onRetry={() => {}}
        onResult={() => {}}
        onRunLocation={() => {}}
      />,
      service,
    )
    const found = [...box.querySelectorAll('button')].filter(({ className }) => /\bbg-lime\b/.test(className))
    const names = found.map(({ textContent }) => textContent?.trim())
    await remove()
    return names
  }
  await reach('ready')
  expect(await buttons(pace)).toEqual(['Make WebM'])
  expect(await buttons(measured)).toEqual(['Make WebM · about 20 s'])
  queue.start('a', defaultVideoOptions)
  await reach('done')
  expect(await buttons(measured, { ...defaultVideoOptions, format: 'gif' })).toEqual(['Make GIF'])
  expect(await buttons(measured, { ...defaultVideoOptions, size: 'hd' })).toEqual(['Make WebM again'])
})
