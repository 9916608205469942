import { memoizePromise } from './promises.ts'
import { databaseName } from './scoped-name.ts'

/**
 * Files in IndexedDB with the used part of the File System API, for browsers or private windows without an origin
 * private file system. Each file is in memory while it is read or written, so all together may have `maxIndexedBytes`;
 * more rejects with a `QuotaExceededError`. Folders exist while they contain a file.
 */
export const openIndexedRoot = async (): Promise<FileSystemDirectoryHandle> => {
  await database()
  return folderAt('', '') as unknown as FileSystemDirectoryHandle
}

/** The limit of all files together in bytes: the largest accepted video and its result. */
export const maxIndexedBytes = 200_000_000

/** `sizes` contains a `FileEntry` per file. */
type Access = { readonly files: IDBObjectStore; readonly sizes: IDBObjectStore }

/** `changedMs`: the time of the last write, in milliseconds since 1970. */
type FileEntry = { readonly bytes: number; readonly changedMs: number }

const database = memoizePromise(
  () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(databaseName('clearcut-files'), 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore('files')
        request.result.createObjectStore('sizes')
      }
      request.onsuccess = () => {
        const { result } = request
        result.onversionchange = result.onclose = () => {
          database.forget()
          result.close()
        }
        resolve(result)
      }
      request.onerror = () => reject(request.error)
    }),
)

/** Runs `task` in one transaction, which is rolled back if `task` rejects. */
const transact = async <T>(mode: IDBTransactionMode, task: (access: Access) => Promise<T>): Promise<T> => {
  const transaction = (await database()).transaction(['files', 'sizes'], mode)
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = transaction.onerror = () => reject(transaction.error)
  })
  done.catch(() => {})
  try {
    const value = await task({
      files: transaction.objectStore('files'),
      sizes: transaction.objectStore('sizes'),
    })
    await done
    return value
  } catch (thrown) {
    try {
      transaction.abort()
    } catch {
      // The transaction has already ended.
    }
    throw thrown
  }
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** The key range of all paths below a folder. */
const below = (path: string): IDBKeyRange => IDBKeyRange.bound(`${path}/`, `${path}0`, false, true)

const missing = (path: string) => new DOMException(`${path} does not exist`, 'NotFoundError')

const read = async (path: string): Promise<FileEntry & { readonly data: Uint8Array<ArrayBuffer> }> => {
  const [data, entry]: [ArrayBuffer?, FileEntry?] = await transact('readonly', ({ files, sizes }) =>
    Promise.all([answerOf(files.get(path)), answerOf(sizes.get(path))]),
  )
  if (!data || !entry) throw missing(path)
  return { ...entry, data: new Uint8Array(data) }
}

const put = async ({ files, sizes }: Access, path: string, data: ArrayBuffer): Promise<void> => {
  const before: FileEntry | undefined = await answerOf(sizes.get(path))
  const all: FileEntry[] = await answerOf(sizes.getAll())
  const bytes = data.byteLength
  const total = all.reduce((sum, stored) => sum + stored.bytes, bytes - (before?.bytes ?? 0))
  if (total > maxIndexedBytes)
    throw new DOMException('The files together are too large', 'QuotaExceededError')
  await answerOf(files.put(data, path))
  await answerOf(sizes.put({ bytes, changedMs: Date.now() } satisfies FileEntry, path))
}

const write = (path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> =>
  transact('readwrite', (access) => put(access, path, bytes.slice().buffer))

const folderAt = (path: string, name: string) => ({
  kind: 'directory',
  name,
  getDirectoryHandle: async (child: string, { create = false } = {}) => {
    const inner = `${path}/${child}`
    const files = await transact('readonly', ({ sizes }) => answerOf(sizes.count(below(inner))))
    if (files === 0 && !create) throw missing(inner)
    return folderAt(inner, child)
  },
  getFileHandle: async (child: string, { create = false } = {}) => {
    const inner = `${path}/${child}`
    const files = await transact('readonly', ({ sizes }) => answerOf(sizes.count(inner)))
    if (files === 0 && !create) throw missing(inner)
    if (files === 0) await write(inner, new Uint8Array())
    return fileAt(path, child)
  },
  removeEntry: (child: string) =>
    transact('readwrite', async ({ files, sizes }) => {
      const inner = `${path}/${child}`
      const counts = await Promise.all([answerOf(sizes.count(inner)), answerOf(sizes.count(below(inner)))])
      if (counts.every((count) => count === 0)) throw missing(inner)
      for (const store of [files, sizes]) {
        store.delete(inner)
        store.delete(below(inner))
      }
    }),
  async *keys() {
    const paths = await transact('readonly', ({ sizes }) => answerOf(sizes.getAllKeys(below(path))))
    yield* new Set(
      paths.map(
        (each) =>
          String(each)
            .slice(path.length + 1)
            .split('/')[0] ?? '',
      ),
    )
  },
})

const fileAt = (folder: string, name: string) => {
  const path = `${folder}/${name}`
  return {
    kind: 'file',
    name,
    getFile: async () => {
      const { data, changedMs } = await read(path)
      return new File([data], name, { lastModified: changedMs })
    },
    /** The content is stored when the stream is closed. */
    createWritable: async () => {
      const chunks: Uint8Array<ArrayBuffer>[] = []
      return new WritableStream<Uint8Array<ArrayBuffer>>({
        write: (chunk) => void chunks.push(chunk),
        close: async () => write(path, new Uint8Array(await new Blob(chunks).arrayBuffer())),
      })
    },
    /** The content is stored by `flush`, which, unlike the browser's own, must be awaited. */
    createSyncAccessHandle: async () => {
      let bytes = (await read(path)).data
      let length = bytes.length
      return {
        truncate: (size: number) => {
          length = Math.min(length, size)
        },
        write: (data: Uint8Array, { at }: { readonly at: number }) => {
          const end = at + data.length
          if (end > maxIndexedBytes) return 0
          if (end > bytes.length) {
            const larger = new Uint8Array(Math.max(end, 2 * bytes.length))
            larger.set(bytes.subarray(0, length))
            bytes = larger
          }
          bytes.set(data, at)
          length = Math.max(length, end)
          return data.length
        },
        flush: () => write(path, bytes.subarray(0, length)),
        close: () => {
          bytes = new Uint8Array()
        },
      }
    },
    move: (newName: string) =>
      transact('readwrite', async (access) => {
        const moved: unknown = await answerOf(access.files.get(path))
        if (!(moved instanceof ArrayBuffer)) throw missing(path)
        access.files.delete(path)
        await answerOf(access.sizes.delete(path))
        await put(access, `${folder}/${newName}`, moved)
      }),
  }
}
