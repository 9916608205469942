/**
 * Folders in memory that act like those of the File System Access API in Chromium: a file is written beside and put in
 * its place when it is closed, a handle creates an empty file, and what was opened cannot be read once it has changed.
 * Like some file systems they take names that differ in case, or in the form of accents, for one. Every step of a page
 * can fail, stop the page, or let others do something.
 */

type Entry = { name: string; text: string; modified: number }
type Folder = {
  name: string
  readonly parent: Folder | null
  readonly folders: Map<string, Folder>
  readonly files: Map<string, Entry>
}

/** How a file system takes names. */
export type NameRules = { readonly foldsCase: boolean; readonly decomposes: boolean }

/** What may happen at a step of a page: it throws, or the page is gone before or after it. */
export type Upset = { readonly fault: string } | 'killBefore' | 'killAfter' | null

/** The page that a handle belongs to. */
export type MemoryPage = { isGone: boolean; onGone?: () => void }

export type MemoryDisk = ReturnType<typeof createMemoryDisk>

/** File systems take names of so many bytes, or units of UTF-16. */
const longestName = 255

export const createMemoryDisk = (rules: NameRules = { foldsCase: false, decomposes: false }) => {
  const clock = { now: 1_000_000 }
  const steps = {
    /** Is called before each step of a page. */
    on: (_what: string, _page: MemoryPage): Upset => null,
    /** Ends a page. */
    kill: (page: MemoryPage) => {
      page.isGone = true
      page.onGone?.()
    },
  }
  const newFolder = (name: string, parent: Folder | null): Folder => ({
    name,
    parent,
    folders: new Map<string, Folder>(),
    files: new Map<string, Entry>(),
  })
  const top = newFolder('', null)
  const keyOf = (name: string) => {
    const form = rules.decomposes ? name.normalize('NFD') : name
    return rules.foldsCase ? form.normalize('NFC').toLowerCase() : form
  }
  const nameOf = (name: string) => (rules.decomposes ? name.normalize('NFD') : name)
  const tick = () => {
    clock.now += 1
    return clock.now
  }

  /** A step of a page: it takes a turn, and never ends where the page is gone. */
  const step = async <T>(what: string, page: MemoryPage, effect: () => T): Promise<T> => {
    const never = new Promise<never>(() => {})
    const kill = () => {
      steps.kill(page)
      return never
    }
    await null
    if (page.isGone) return never
    const upset = steps.on(what, page)
    if (page.isGone) return never
    if (upset === 'killBefore') return kill()
    if (upset && upset !== 'killAfter') throw new DOMException('', upset.fault)
    try {
      return effect()
    } finally {
      // Whatever came of it, nobody hears of it.
      if (upset === 'killAfter') await kill()
    }
  }

  const missing = () => new DOMException('', 'NotFoundError')
  const isThere = (folder: Folder): boolean =>
    folder.parent === null ||
    (folder.parent.folders.get(keyOf(folder.name)) === folder && isThere(folder.parent))

  /** A file as it is now; it cannot be read once it has changed. */
  const snapshot = (folder: Folder, key: string): File => {
    const entry = folder.files.get(key)
    if (!entry) throw missing()
    const { text, modified } = entry
    const file = new File([text], entry.name, { lastModified: modified })
    const read = (now: Entry | undefined) => {
      if (now?.text !== text || now.modified !== modified) throw new DOMException('', 'NotReadableError')
    }
    return new Proxy(file, {
      get: (blob, property) => {
        const value = Reflect.get(blob, property, blob)
        if (typeof value !== 'function') return value
        if (property !== 'arrayBuffer' && property !== 'text') return value.bind(blob)
        return async () => {
          read(folder.files.get(key))
          return value.call(blob)
        }
      },
    })
  }

  const checkName = (name: string) => {
    if (name === '' || name === '.' || name === '..' || /[/\\:*?"<>|]|[\s.]$/.test(name))
      throw new TypeError('Name is not allowed.')
    const length = rules.decomposes ? nameOf(name).length : new TextEncoder().encode(name).length
    if (length > longestName) throw new DOMException('', 'InvalidModificationError')
  }

  const fileHandle = (folder: Folder, key: string, page: MemoryPage) => ({
    kind: 'file' as const,
    name: folder.files.get(key)?.name ?? key,
    getFile: () => step('read', page, () => snapshot(folder, key)),
    createWritable: () =>
      step('open', page, () => {
        let text = ''
        const decoder = new TextDecoder()
        const beside = `${folder.files.get(key)?.name ?? key}.crswap`
        folder.files.set(keyOf(beside), { name: beside, text: '', modified: tick() })
        const discard = () => void folder.files.delete(keyOf(beside))
        const orDiscard = (work: Promise<void>) =>
          work.catch((thrown: unknown) => {
            discard()
            throw thrown
          })
        return new WritableStream<Uint8Array>({
          write: (bytes) =>
            orDiscard(
              step('write', page, () => {
                text += decoder.decode(bytes, { stream: true })
              }),
            ),
          close: () =>
            orDiscard(
              step('close', page, () => {
                if (!isThere(folder)) throw missing()
                const name = folder.files.get(key)?.name ?? beside.replace(/\.crswap$/, '')
                folder.files.set(key, { name, text, modified: tick() })
                discard()
              }),
            ),
          abort: () => {
            if (!page.isGone) discard()
          },
        })
      }),
  })

  const folderHandle = (folder: Folder, page: MemoryPage): FileSystemDirectoryHandle => {
    const listed = () => {
      if (!isThere(folder)) throw missing()
      return [
        ...[...folder.files].map(([key, { name }]) => [name, fileHandle(folder, key, page)] as const),
        ...[...folder.folders.values()].map((each) => [each.name, folderHandle(each, page)] as const),
      ]
    }
    const handle = {
      kind: 'directory',
      name: folder.name,
      folder,
      isSameEntry: async (other: { readonly folder?: Folder }) => other.folder === folder,
      resolve: async ({ folder: inner }: { readonly folder: Folder }) => {
        const path: string[] = []
        for (let at: Folder | null = inner; at; at = at.parent) {
          if (at === folder) return path
          path.unshift(at.name)
        }
        return null
      },
      async *entries() {
        yield* await step('list', page, listed)
      },
      async *keys() {
        for (const [name] of await step('list', page, listed)) yield name
      },
      getFileHandle: (name: string, { create = false } = {}) =>
        step(create ? 'create' : 'find', page, () => {
          checkName(name)
          if (!isThere(folder)) throw missing()
          const key = keyOf(name)
          if (folder.folders.has(key)) throw new DOMException('', 'TypeMismatchError')
          if (!folder.files.has(key)) {
            if (!create) throw missing()
            folder.files.set(key, { name: nameOf(name), text: '', modified: tick() })
          }
          return fileHandle(folder, key, page)
        }),
      getDirectoryHandle: (name: string, { create = false } = {}) =>
        step(create ? 'create' : 'find', page, () => {
          checkName(name)
          if (!isThere(folder)) throw missing()
          const key = keyOf(name)
          if (folder.files.has(key)) throw new DOMException('', 'TypeMismatchError')
          const found = folder.folders.get(key)
          if (!found && !create) throw missing()
          const made = found ?? newFolder(nameOf(name), folder)
          folder.folders.set(key, made)
          return folderHandle(made, page)
        }),
      removeEntry: (name: string) =>
        step('remove', page, () => {
          if (!folder.files.delete(keyOf(name)) && !folder.folders.delete(keyOf(name))) throw missing()
        }),
    }
    return handle as unknown as FileSystemDirectoryHandle
  }

  const folderAt = (path: string): Folder => {
    let folder = top
    for (const name of path.split('/').filter(Boolean)) {
      const found = folder.folders.get(keyOf(name)) ?? newFolder(nameOf(name), folder)
      folder.folders.set(keyOf(name), found)
      folder = found
    }
    return folder
  }
  const split = (path: string) => {
    const end = path.lastIndexOf('/')
    return { folder: folderAt(path.slice(0, Math.max(0, end))), name: path.slice(end + 1) }
  }
  const filesIn = (folder: Folder, before: string): [path: string, text: string][] => [
    ...[...folder.files.values()].map(({ name, text }): [string, string] => [`${before}${name}`, text]),
    ...[...folder.folders.values()].flatMap((each) => filesIn(each, `${before}${each.name}/`)),
  ]

  return {
    clock,
    steps,
    step,
    /** A folder as a page sees it; it is made where it is missing. */
    handle: (path: string, page: MemoryPage = { isGone: false }) => folderHandle(folderAt(path), page),
    /** Writes a file as another program does. */
    put: (path: string, text: string) => {
      const { folder, name } = split(path)
      const known = folder.files.get(keyOf(name))
      folder.files.set(keyOf(name), { name: known?.name ?? nameOf(name), text, modified: tick() })
    },
    remove: (path: string) => {
      const { folder, name } = split(path)
      folder.files.delete(keyOf(name))
    },
    read: (path: string): string | null => {
      const { folder, name } = split(path)
      return folder.files.get(keyOf(name))?.text ?? null
    },
    /** Whether two paths are those of one file. */
    isSame: (one: string, other: string) => keyOf(one) === keyOf(other),
    /** All files below a path, by their paths from there on. */
    files: (path: string): ReadonlyMap<string, string> => new Map(filesIn(folderAt(path), '')),
  }
}
