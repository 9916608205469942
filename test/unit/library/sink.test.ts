import { afterEach, expect, test, vi } from 'vitest'
import {
  canShareFile,
  downloads,
  intoFolder,
  PlaceRefused,
  pickNewFolder,
  ShareNeedsClick,
  type Sink,
  shareSheet,
} from '#library/sink.ts'
import { saveFailure } from '#studio/media/save-failure.ts'
import { messages } from '#studio/messages/messages.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Hands files to a sink. */
const saved = (sink: Sink, ...files: readonly File[]) =>
  sink(
    (async function* () {
      yield* files
    })(),
    new AbortController().signal,
  )

const hugeFile = Object.defineProperty(new File(['film'], 'film.webm'), 'size', { value: 1e9 })

/** A page whose picker rejects with an exception of this name. */
const pageWithPicker = (name: string) => {
  vi.useFakeTimers()
  const downloads: string[] = []
  const link = { href: '', download: '', click: () => downloads.push(link.download) }
  vi.stubGlobal('document', { createElement: () => link })
  vi.stubGlobal('window', { showSaveFilePicker: () => Promise.reject(new DOMException('', name)) })
  return downloads
}

test('a large file is downloaded where its click is too long ago', async () => {
  const names = pageWithPicker('SecurityError')
  await saved(downloads, hugeFile)
  expect(names).toEqual(['film.webm'])
})

test('a large file is not saved where the user closes the picker', async () => {
  const names = pageWithPicker('AbortError')
  await expect(saved(downloads, hugeFile)).rejects.toMatchObject({ name: 'AbortError' })
  expect(names).toEqual([])
})

test.each([
  ['a sheet and fingers', { canShare: () => true }, true, true],
  ['a sheet and a mouse', { canShare: () => true }, false, false],
  ['a sheet that refuses the type', { canShare: () => false }, true, false],
  ['no sheet', {}, true, false],
])('whether files are shared with %s', (_, navigator, isCoarse, expected) => {
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('matchMedia', () => ({ matches: isCoarse }))
  expect(canShareFile('a.png', 'image/png')).toBe(expected)
})

test('a share sheet that needs a click rejects with its own error', async () => {
  const shareThat = (fault: DOMException) => {
    vi.stubGlobal('navigator', { share: () => Promise.reject(fault) })
    return saved(shareSheet, new File([], 'a.png'))
  }
  const cancelled = new DOMException('', 'AbortError')
  await expect(shareThat(cancelled)).rejects.toBe(cancelled)
  await expect(shareThat(new DOMException('', 'NotAllowedError'))).rejects.toThrow(ShareNeedsClick)
})

/** A place with a folder or a file of each name, which a picker returns. */
const pickedPlace = (entries: Record<string, 'folder' | 'file'>, busyTimes = 0) => {
  let busy = busyTimes
  const place = {
    entries,
    getFileHandle: async () => {},
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

test('a refused name becomes a plain one, and is reported', async () => {
  const entries: Record<string, string> = {}
  const getFileHandle = async (name: string, { create = false } = {}) => {
    if (/[漢字]/.test(name)) throw new TypeError('Name is not allowed.')
    if (!create) throw new DOMException('', 'NotFoundError')
    const write = (bytes: Uint8Array) => {
      entries[name] = new TextDecoder().decode(bytes)
    }
    return { createWritable: async () => new WritableStream({ write }) }
  }
  const remove = vi.fn()
  const renamed: string[] = []
  const sink = intoFolder({ name: 'set', handle: { getFileHandle } as never, remove }, (name) =>
    renamed.push(name),
  )
  await saved(
    sink,
    new File(['1'], '漢-mask.png'),
    new File(['2'], '字-mask.png'),
    new File(['3'], 'fox.png'),
  )
  expect(entries).toEqual({ 'picture--mask.png': '1', 'picture--mask (2).png': '2', 'fox.png': '3' })
  expect(renamed).toEqual(['picture--mask.png', 'picture--mask (2).png'])
  expect(remove).not.toHaveBeenCalled()
})

test('a folder has a plain name where its own is refused', async () => {
  const place = pickedPlace({})
  Object.assign(place, { getFileHandle: () => Promise.reject(new TypeError('Name is not allowed.')) })
  expect((await pickNewFolder('漢 set'))?.name).toBe('picture-set')
})

test('a folder that refuses files rejects, and is deleted', async () => {
  const remove = vi.fn(async () => {})
  const getFileHandle = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  const files = (async function* () {
    yield new File(['a'], 'a.png')
  })()
  const sink = intoFolder({ name: 'clip', handle: { getFileHandle } as never, remove })
  await expect(sink(files, new AbortController().signal)).rejects.toThrow(PlaceRefused)
  expect(remove).toHaveBeenCalledOnce()
  vi.stubGlobal('window', {
    showDirectoryPicker: async () => ({ getFileHandle, getDirectoryHandle: getFileHandle }),
  })
  await expect(pickNewFolder('clip')).rejects.toSatisfy(
    (thrown) => saveFailure(thrown) === messages.saving.placeRefused,
  )
})
