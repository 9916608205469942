import { expect, test } from 'vitest'
import { openFolderTarget } from '#library/batch/folder-target.ts'

/** Node has no folders of browsers, and theirs of tests refuse no name of ours: this one refuses those with a question mark. */
const refusingFolder = (files: Map<string, string>) => {
  const handle = {
    getFileHandle: async (name: string, options?: { readonly create?: boolean }) => {
      if (name.includes('?')) throw new TypeError('Name is not allowed.')
      if (!files.has(name) && !options?.create) throw new DOMException('', 'NotFoundError')
      return {
        getFile: async () => new File([files.get(name) ?? ''], name),
        createWritable: async () => {
          let text = ''
          const decoder = new TextDecoder()
          return new WritableStream<Uint8Array>({
            write: (bytes) => {
              text += decoder.decode(bytes)
            },
            close: () => void files.set(name, text),
          })
        },
      }
    },
  }
  return handle as unknown as FileSystemDirectoryHandle
}

test('a name that a folder refuses becomes one that is free', async () => {
  const files = new Map([['picture-.png', 'of somebody else']])
  const target = openFolderTarget(refusingFolder(files))
  expect(await target.write('a.png', new Blob(['plain']))).toBe('a.png')
  const first = await target.write('ä?.png', new Blob(['one']))
  const second = await target.write('ö?.png', new Blob(['two']))
  expect(files.get(first)).toBe('one')
  expect(files.get(second)).toBe('two')
  expect(files.get('picture-.png')).toBe('of somebody else')
  expect(files.size).toBe(4)
})
