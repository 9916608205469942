import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { advanceEdits, emptyHistory } from '#library/history/edit-history.ts'
import { needsLook } from '#library/videos/clip-doubt.ts'
import { isVideo, phaseOf, type VideoItem } from '#library/videos/video-item.ts'
import { chooseTool } from '#studio/edit/edit-focus.ts'
import { createEditorStore } from '#studio/edit/editor-state.ts'
import { rateResults } from '#studio/features/video/edit/rate-results.ts'
import { createPlayer } from '#studio/features/video/player/player.ts'
import { phaseText, reviewText, videoNews } from '#studio/features/video/queue/video-status-text.ts'
import { videoCommands } from '#studio/features/video/video-commands.ts'
import { createModes } from '#studio/state/modes.ts'
import { createViewerStore } from '#studio/viewer/viewer-state.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { openVideos } from '#support/open-items.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const options = defaultVideoOptions

/** A finished clip; the frames of a level have these uncertainties. */
const openRated = async (uncertainties: Readonly<Record<string, readonly number[]>>) => {
  const memory = inMemoryService({ video: {} })
  if (!memory.onDevice) throw new Error('This service has no device.')
  const { list, ...queue } = openVideos(memory)
  const item = (): VideoItem => {
    const [found] = list.get().items.filter(isVideo)
    if (!found) throw new Error('no video')
    return found
  }
  const levelOf = (id: string) => item().jobs.find(({ job }) => job.id === id)?.options.level ?? ''
  const rateMattes = async ({ id }: { readonly id: string }) =>
    (uncertainties[levelOf(id)] ?? []).map((uncertainty, seconds) => ({ seconds, uncertainty, flicker: 0 }))
  const service = {
    ...memory,
    onDevice: { ...memory.onDevice, videos: { ...memory.onDevice.videos, rateMattes } },
  }
  memory.onDevice.videos.watch(queue.applyJobChange)
  rateResults({ list, queue, client: new QueryClient(), service })
  queue.add([{ id: 'a', file: scriptedVideo({ durationSeconds: 2 }), name: 'a.mp4', url: null }])
  await eventually(() => expect(phaseOf(item())).toBe('ready'))
  const make = async (wanted: typeof options) => {
    queue.start('a', wanted)
    await eventually(() => expect([phaseOf(item()), item().jobs[0]?.options]).toEqual(['done', wanted]))
    await eventually(() => expect(item().rated?.jobId).toBe(item().jobs[0]?.job.id))
  }
  await make(options)
  return { list, queue, item, make }
}

test('a finished clip whose frames are in doubt needs a look', async () => {
  const { list, queue, item, make } = await openRated({ balanced: [0.3, 0.1, 0.5], fine: [0.3, 0.1, 0.1] })
  expect([needsLook(item()), phaseText(item())]).toEqual([true, 'Needs a look'])
  expect([reviewText(item()), item().rated?.doubt]).toEqual(['Needs a look: 2 places in doubt', 1])
  const keep = () => list.update('a', (before) => ({ ...before, isLookedAt: true }))
  const doubted = item()
  keep()
  expect([needsLook(item()), phaseText(item())]).toEqual([false, 'Done, WebM'])
  expect(videoNews(item(), doubted)).toBe('Needs a look: 2 places in doubt')

  // Another file of the same mattes stays kept; other mattes are to be looked at.
  await make({ ...options, format: 'gif' })
  expect(phaseText(item())).toBe('Done, GIF')
  await make({ ...options, level: 'fine' })
  expect(reviewText(item())).toBe('Needs a look: 1 place in doubt')
  const edit = { kind: 'click', mode: 'keep', x: 1, y: 2, atSeconds: 0 } as const
  queue.setEdits('a', advanceEdits(emptyHistory, { type: 'add', edit }))
  expect(needsLook(item())).toBe(false)
})

test('a clip that is sure of its frames is done', async () => {
  const { item } = await openRated({ balanced: [0.1, 0.2] })
  expect([needsLook(item()), phaseText(item())]).toEqual([false, 'Done, WebM'])
  expect(item().rated?.doubt).toBe(0.5)
})

test('a clip has neither J nor G but for its brush', async () => {
  const { queue, item } = await openRated({})
  const [editor, modes] = [createEditorStore(), createModes()]
  const commands = videoCommands({
    queue,
    editor,
    modes,
    viewer: createViewerStore(),
    player: createPlayer(),
    saving: { start: () => {} },
    announcer: { announce: () => {} } as never,
    backgroundPictures: { get: () => new Map() } as never,
  })
  const idsOf = (key: string) =>
    commands.flatMap(({ id, keys, applies }) =>
      keys.includes(key) && applies?.(item()) !== false ? [id] : [],
    )
  expect([idsOf('j'), idsOf('g'), idsOf('h')]).toEqual([[], [], ['rewind']])
  chooseTool({ editor, modes }, 'brushKeep')
  expect(idsOf('g')).toEqual(['brushLarger'])
})
