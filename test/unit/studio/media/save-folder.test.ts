import { afterEach, expect, test, vi } from 'vitest'
import { pickNewFolder } from '#studio/media/save-folder.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A place with a folder or a file of each name, which a picker returns. */
const pickedPlace = (entries: Record<string, 'folder' | 'file'>, busyTimes = 0) => {
  let busy = busyTimes
  const place = {
    entries,
    getDirectoryHandle: async (name: string, { create = false } = {}) => {
      if (entries[name] === 'file') throw new DOMException('', 'TypeMismatchError')
      if (!entries[name] && !create) throw new DOMException('', 'NotFoundError')
      entries[name] = 'folder'
      return { name }
    },
    removeEntry: async (name: string) => {
      if (busy-- > 0) throw new DOMException('', 'NoModificationAllowedError')
      delete entries[name]
    },
  }
  vi.stubGlobal('window', { showDirectoryPicker: async () => place })
  return place
}

test('a new folder takes no name that is there', async () => {
  const { entries } = pickedPlace({ 'clip-exr': 'folder', 'clip-exr (2)': 'file' })
  const made = await pickNewFolder('clip-exr')
  expect(made?.name).toBe('clip-exr (3)')
  expect(made?.handle.name).toBe('clip-exr (3)')
  expect(entries).toMatchObject({ 'clip-exr (3)': 'folder' })
})

test('a folder goes once no file of it is open any more', async () => {
  vi.useFakeTimers()
  const { entries } = pickedPlace({}, 3)
  const made = await pickNewFolder('clip-exr')
  const gone = made?.remove()
  await vi.runAllTimersAsync()
  await gone
  expect(entries).toEqual({})
})

test('a page that may not ask gets no folder', async () => {
  vi.stubGlobal('window', {})
  expect(await pickNewFolder('clip')).toBeNull()
  const refused = (name: string) => ({
    showDirectoryPicker: () => Promise.reject(new DOMException('', name)),
  })
  vi.stubGlobal('window', refused('SecurityError'))
  expect(await pickNewFolder('clip')).toBeNull()
  vi.stubGlobal('window', refused('AbortError'))
  await expect(pickNewFolder('clip')).rejects.toMatchObject({ name: 'AbortError' })
})
