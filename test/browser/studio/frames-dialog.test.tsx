import { act } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { createStore } from '#base/store.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import type { VideoJob } from '#library/videos/video-item.ts'
import { newVideo } from '#library/videos/video-state.ts'
import { FramesDialog } from '#studio/features/video/export/frames-dialog.tsx'
import type { SaveFrames } from '#studio/features/video/export/save-frames.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { jobOf } from '#support/memory-activity.ts'
import { renderInStudio } from '#support/render-in-studio.tsx'

const result: VideoJob = {
  job: jobOf({ status: 'completed', frames: 186 }),
  options: defaultVideoOptions,
  trim: null,
  runLocation: 'device' as const,
  source: null,
}

/** The dialog before frames of so many bytes are saved, in a browser that has room for one gigabyte. */
const renderDialog = async (bytes: number, hasPicker = true) => {
  const memory = inMemoryService()
  if (!memory.onDevice) throw new Error('This service has no device.')
  const videos = { ...memory.onDevice.videos, estimateFrameBytes: async () => bytes }
  const { storage } = navigator
  const estimate = async () => ({ quota: 1.5e9, usage: 0.5e9 })
  Object.defineProperty(navigator, 'storage', { value: { estimate }, configurable: true })
  const picker = Object.getOwnPropertyDescriptor(window, 'showDirectoryPicker')
  Object.assign(window, { showDirectoryPicker: hasPicker ? async () => {} : undefined })
  const places: string[] = []
  const start: SaveFrames['start'] = (_item, _result, place) => places.push(place)
  const { box, remove } = await renderInStudio(
    <FramesDialog
      item={newVideo({ file: new Blob(), name: 'a.mp4', url: null }, defaultVideoRecipe)}
      result={result}
      frames={{ ...createStore({ running: null, message: null }), start, cancel: () => {}, forget: () => {} }}
      open
      onClose={() => {}}
    />,
    { ...memory, onDevice: { ...memory.onDevice, videos } },
  )
  onTestFinished(async () => {
    await remove()
    Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
    if (picker) Object.defineProperty(window, 'showDirectoryPicker', picker)
  })
  await act(() => eventually(() => expect(box.textContent).toContain('room for')))
  const press = (label: string) => {
    const button = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === label)
    act(() => button?.click())
    return places.at(-1)
  }
  return { text: box.textContent ?? '', press }
}

test('frames beyond the free room are said to be so', async () => {
  const { text, press } = await renderDialog(2_410_000_000)
  expect(text).toContain('Save 186 frames as PNG')
  expect(text).toContain('About 2.4 GB in all, judged by three frames. They take long')
  expect(text).toContain('A ZIP will not fit: this browser’s storage has room for 1.0 GB only. Save a folder')
  expect(press('Save folder')).toBe('folder')
  expect(press('Save ZIP')).toBe('zip')
})

test('without a picker of folders there is a ZIP alone', async () => {
  const { text, press } = await renderDialog(31_400_000, false)
  expect(text).toContain('About 31 MB in all, judged by three frames.')
  expect(text).toContain('storage, which has room for 1.0 GB.')
  expect(press('Save folder')).toBeUndefined()
  expect(press('Save ZIP')).toBe('zip')
})
