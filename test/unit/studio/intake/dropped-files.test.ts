import { expect, test } from 'vitest'
import { droppedFiles } from '#studio/intake/dropped-files.ts'
import { noteOf } from '#studio/intake/use-intake.tsx'
import { messages } from '#studio/messages/messages.ts'

const gone = () => new DOMException('gone', 'NotFoundError')

const fileEntry = (name: string, isThere = true) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (found: (file: File) => void, failed: (cause: unknown) => void) =>
    isThere ? found(new File(['x'], name)) : failed(gone()),
})

/** A folder that is listed two entries at a time; listing fails after `listed` of its entries. */
const folderEntry = (name: string, entries: readonly object[], listed = entries.length): object => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    let at = 0
    return {
      readEntries: (found: (some: readonly object[]) => void, failed: (cause: unknown) => void) => {
        if (at >= listed && listed < entries.length) return failed(gone())
        found(entries.slice(at, at + 2))
        at += 2
      },
    }
  },
})

const dropOf = (...entries: readonly object[]) =>
  droppedFiles({
    items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => null })),
    files: [],
  } as unknown as DataTransfer)

test('a file that cannot be read does not keep others out', async () => {
  const { files, unopened } = await dropOf(
    folderEntry('holiday', [
      fileEntry('b.jpg'),
      fileEntry('broken-link.jpg', false),
      folderEntry('day 2', [fileEntry('c.mp4'), fileEntry('notes.txt')]),
      fileEntry('a.jpg'),
    ]),
  )
  expect(files.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'c.mp4'])
  expect(unopened).toEqual(['broken-link.jpg'])
})

test('videos of other kinds in a folder are taken, to be explained', async () => {
  const { files } = await dropOf(
    folderEntry('old', [fileEntry('a.AVI'), fileEntry('b.3gp'), fileEntry('c.pdf')]),
  )
  expect(files.map(({ name }) => name)).toEqual(['a.AVI', 'b.3gp'])
})

test('hidden files of a folder are left out', async () => {
  // macOS writes `._b.jpg` beside `b.jpg` on disks of other systems; it is no picture.
  const { files, unopened } = await dropOf(folderEntry('card', [fileEntry('._b.jpg'), fileEntry('b.jpg')]))
  expect(files.map(({ name }) => name)).toEqual(['b.jpg'])
  expect(unopened).toEqual([])
})

test('files of folders that are left out are counted, except hidden ones', async () => {
  const { files, leftOut } = await dropOf(
    folderEntry('all', [
      fileEntry('a.jpg'),
      fileEntry('layers.PSD'),
      fileEntry('b.pdf'),
      fileEntry('.DS_Store'),
      fileEntry('Thumbs.db'),
      folderEntry('deeper', [fileEntry('c.svg'), fileEntry('d.ts')]),
    ]),
  )
  expect(files.map(({ name }) => name)).toEqual(['a.jpg', 'layers.PSD'])
  expect(leftOut).toBe(3)
})

test('what a drop left out is said beside what was taken', () => {
  const files = [new File(['x'], 'a.jpg')]
  expect(noteOf({ files, unopened: [], leftOut: 3 })).toEqual({
    text: '3 other files were left out: they are neither pictures nor videos.',
    isFault: false,
  })
  expect(noteOf({ files, unopened: ['b.jpg'], leftOut: 1 })?.text).toMatch(
    /^b\.jpg could not be opened\..* One other file was left out/,
  )
  expect(noteOf({ files: [], unopened: [], leftOut: 3 })).toBeNull()
  expect(noteOf({ files, unopened: [], leftOut: 0 })).toBeNull()
})

test('a folder that cannot be listed completely gives what was listed', async () => {
  const locked = folderEntry('locked', [fileEntry('x.jpg')], 0)
  const half = folderEntry('half', [fileEntry('1.jpg'), fileEntry('2.jpg'), fileEntry('3.jpg')], 2)
  const { files, unopened } = await dropOf(folderEntry('all', [locked, half, fileEntry('z.jpg')]))
  expect(files.map(({ name }) => name)).toEqual(['1.jpg', '2.jpg', 'z.jpg'])
  expect([...unopened].sort()).toEqual(['half', 'locked'])
})

test('files that cannot be opened are named, and the rest counted', () => {
  expect(messages.intake.unopened(['a.jpg'], 11)).toMatch(
    /^a\.jpg could not be opened\. The 11 others were\./,
  )
  expect(messages.intake.unopened(['a.jpg', 'b.jpg'], 1)).toMatch(
    /^a\.jpg and b\.jpg could not be opened\. The other one was/,
  )
  expect(messages.intake.unopened(['a', 'b', 'c', 'd', 'e'], 0)).toMatch(
    /^a, b, c and 2 more could not be opened\. Check/,
  )
})
