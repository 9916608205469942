import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { ItemList } from '#library/items/item-list.ts'
import { phaseOf, type VideoItem } from '#library/videos/video-item.ts'
import { resultToSave } from '#studio/features/video/export/find-result.ts'
import { createSaveVideo, type SaveVideo } from '#studio/features/video/export/save-video.ts'
import { VideoActions } from '#studio/features/video/export/video-actions.tsx'
import { createPlayer } from '#studio/features/video/player/player.ts'
import { videoCommands } from '#studio/features/video/video-commands.ts'
import type { Command } from '#studio/keyboard/command.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { openVideos } from '#support/open-items.ts'
import { renderInStudio, studioParts } from '#support/render-in-studio.tsx'
import { scriptedVideo } from '#support/scripted-video.ts'

type Props = {
  readonly items: readonly VideoItem[]
  readonly list: Pick<ItemList, 'get' | 'subscribe'>
  readonly saving: SaveVideo
  readonly commands: readonly Command<[VideoItem]>[]
}

function Actions({ items, list, saving, commands }: Props) {
  const rest = {
    options: defaultVideoOptions,
    parts: null,
    plan: null,
    saving,
    commands,
    samplePreview: { isRunning: false, start: () => {} } as never,
    onStart: () => {},
    onResult: () => {},
    onRetry: () => {},
    onRunLocation: () => {},
  }
  return items.map((item) => (
    <div key={item.id} data-name={item.name}>
      <VideoActions item={item} list={list} toSave={resultToSave(item, new Map())} {...rest} />
    </div>
  ))
}

test('the line of what was saved stands under its clip alone', async () => {
  const service = inMemoryService({ video: {} })
  const queue = openVideos(service)
  service.onDevice?.videos.watch(queue.applyJobChange)
  const names = ['a.mp4', 'b.mp4'] as const
  queue.add(names.map((name) => ({ id: name, file: scriptedVideo({ durationSeconds: 2 }), name, url: null })))
  const reach = (phase: string) =>
    eventually(() => expect(queue.get().items.map(phaseOf)).toEqual([phase, phase]))
  await reach('ready')
  for (const name of names) queue.start(name, defaultVideoOptions)
  await reach('done')
  // A download would ask where to.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const parts = studioParts(service)
  const saving = createSaveVideo(parts)
  const commands = videoCommands({ ...parts, queue, saving, player: createPlayer() })
  const { box, remove } = await renderInStudio(
    <Actions items={queue.get().items} list={queue.list} saving={saving} commands={commands} />,
    service,
  )
  const under = (name: string) => box.querySelector(`[data-name="${name}"]`)
  const save = [...(under('a.mp4')?.querySelectorAll('button') ?? [])].find(
    ({ textContent }) => textContent?.trim() === 'Save WebM',
  )
  await act(async () => save?.click())
  await eventually(() => expect(under('a.mp4')?.textContent).toContain('Saved a.webm'))
  expect(under('b.mp4')?.textContent).not.toContain('Saved')
  await remove()
})
