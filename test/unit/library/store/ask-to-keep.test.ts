import { expect, test, vi } from 'vitest'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { FoundEdits } from '#library/on-device-edits.ts'
import { openAskToKeep } from '#library/store/ask-to-keep.ts'
import { memoryBrowser } from '#support/memory-browser.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

test('the browser is asked once, and may refuse', () => {
  const persist = vi.fn(() => Promise.reject(new TypeError('refused')))
  const ask = openAskToKeep(() => ({ persist }))
  expect(persist).not.toHaveBeenCalled()
  ask()
  ask()
  expect(persist).toHaveBeenCalledTimes(1)
  openAskToKeep(() => undefined)()
})

test('the browser is asked before a clip or its edits are kept', async () => {
  const did: string[] = []
  const savedEdits: FoundEdits = {
    read: async () => null,
    find: async () => null,
    write: async (_, edits) => void did.push(edits ? 'write' : 'delete'),
  }
  const browser = memoryBrowser({ savedEdits, askToKeep: () => did.push('ask') })
  const { keepSource } = browser.files
  const files = {
    ...browser.files,
    keepSource: (...sent: Parameters<typeof keepSource>) => {
      did.push('copy')
      return keepSource(...sent)
    },
  }
  const { videos } = browser.openTab({}, { files })
  await videos.onDevice.savedEdits.write(scriptedVideo(), null)
  expect(did).toEqual(['delete'])
  await videos.onDevice.savedEdits.write(scriptedVideo(), { version: 1, steps: [{ type: 'value' }], done: 1 })
  expect(did).toEqual(['delete', 'ask', 'write'])
  await videos.submitVideo(scriptedVideo(), defaultVideoOptions)
  expect(did.slice(3)).toEqual(['ask', 'copy'])
})
