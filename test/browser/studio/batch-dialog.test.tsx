import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createItemList } from '#library/items/item-list.ts'
import { BatchDialog } from '#studio/features/batch/batch-dialog.tsx'
import { createBatchPage } from '#studio/features/batch/batch-page.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { createModes } from '#studio/state/modes.ts'
import { eventually } from '#support/eventually.ts'
import { fakeBatches } from '#support/fake-batches.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { renderInStudio } from '#support/render-in-studio.tsx'

/** The dialog in a browser whose folders are those of its own file system, or that picks none. */
const renderDialog = async (picksFolders = true) => {
  const before = Object.getOwnPropertyDescriptor(window, 'showDirectoryPicker')
  const root = await navigator.storage.getDirectory()
  const showDirectoryPicker = ({ id }: { id: string }) => root.getDirectoryHandle(id, { create: true })
  Object.assign(window, { showDirectoryPicker: picksFolders ? showDirectoryPicker : undefined })
  const { batches, asked } = fakeBatches(null)
  const page = createBatchPage(async () => batches, createModes())
  await page.batches.load()
  const { box, remove } = await renderInStudio(
    <BatchDialog page={page} list={createItemList<MediaKind>()} />,
    inMemoryService(),
  )
  // From here on the page renders by itself.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  onTestFinished(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    await remove()
    if (before) Object.defineProperty(window, 'showDirectoryPicker', before)
  })
  const press = (label: string) =>
    [...box.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click()
  const until = (text: string) => eventually(() => expect(box.textContent).toContain(text))
  return { box, asked, press, until }
}

test('two folders and a pattern begin a batch', async () => {
  const { box, asked, press, until } = await renderDialog()
  await until('Choose the folder to read')
  press('Choose a folder')
  await until('500 pictures, 3 videos')
  await until('sub/b.png')
  press('Choose a folder')
  await until('out')
  const names = box.querySelector<HTMLInputElement>('input[aria-invalid]')
  if (!names) throw new Error('There is no field for names.')
  await userEvent.fill(names, '{bad}')
  await until('{bad} means nothing in names')
  await userEvent.fill(names, '{name}-cutout')
  await eventually(() => expect(names.ariaInvalid).toBe('false'))
  const choose = (label: string) =>
    [...box.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.click()
  choose('Replace')
  await until('12 files there will be replaced')
  choose('Number')
  press('Start')
  await eventually(() => expect(asked.length).toBe(1))
  const [, source, target, plan] = asked[0] ?? []
  expect(source).toMatchObject({ kind: 'folder', handle: { name: 'in' } })
  expect(target).toMatchObject({ kind: 'folder', handle: { name: 'out' } })
  expect(plan).toMatchObject({ names: '{name}-cutout', recipes: [{ id: 'now' }], existing: 'number' })
})

test('without a picker of folders there is a ZIP', async () => {
  const { box, until } = await renderDialog(false)
  await until('This browser writes no folders')
  expect(box.querySelector('input[type=file]')?.hasAttribute('webkitdirectory')).toBe(true)
})
