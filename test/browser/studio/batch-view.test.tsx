import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { ServiceError } from '#contract/service-error.ts'
import type { BatchState } from '#library/batch/batch.ts'
import { createItemList } from '#library/items/item-list.ts'
import { createBatchPage } from '#studio/features/batch/batch-page.ts'
import { BatchView } from '#studio/features/batch/batch-view.tsx'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { createModes, placeOf } from '#studio/state/modes.ts'
import styles from '#studio/styles.css?inline'
import { eventually } from '#support/eventually.ts'
import { batchFile, batchState, fakeBatches } from '#support/fake-batches.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { renderInStudio } from '#support/render-in-studio.tsx'

const sheet = document.createElement('style')
sheet.textContent = styles

beforeEach(async () => {
  await browser.viewport(1440, 900)
  document.head.append(sheet)
})
afterEach(async () => {
  sheet.remove()
  await browser.viewport(414, 896)
})

const renderView = async (state: BatchState) => {
  const { batches, asked, set } = fakeBatches(state)
  const modes = createModes()
  const page = createBatchPage(async () => batches, modes)
  await page.batches.load()
  page.show()
  const { box, remove } = await renderInStudio(
    <div style={{ height: 800 }}>
      <BatchView page={page} list={createItemList<MediaKind>()} />
    </div>,
    inMemoryService(),
  )
  onTestFinished(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    await remove()
  })
  // From here on the page renders by itself.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const press = (label: RegExp) =>
    [...box.querySelectorAll<HTMLElement>('button, label')]
      .find(({ textContent }) => label.test(textContent ?? ''))
      ?.click()
  return { box, modes, asked, press, set }
}

const rows = (box: HTMLElement) => [...box.querySelectorAll('li')]
const texts = (box: HTMLElement) => rows(box).map(({ textContent }) => textContent)

test('10,000 files have a few rows, wherever the list is scrolled', async () => {
  const files = Array.from({ length: 10_000 }, (_, at) => batchFile(`shoes/${at}.jpg`))
  const { box } = await renderView(batchState({ files }))
  const scroller = box.querySelector('.slim-scroll') as HTMLElement
  for (const at of [9_990, 5_000]) {
    scroller.scrollTo({ top: (at / 10_000) * scroller.scrollHeight })
    await eventually(() => expect(box.textContent).toContain(`${at}.jpg`))
    expect(rows(box).length).toBeLessThan(50)
  }
})

test('each group counts its files, and lists them alone', async () => {
  const error = new ServiceError('validation_error')
  const { box, press } = await renderView(
    batchState({
      files: [
        batchFile('a.jpg'),
        batchFile('b.jpg', { doubt: 0.9 }),
        batchFile('c.jpg', { state: 'unreadable', outputs: [], error }),
        batchFile('d.jpg', { state: 'waiting', outputs: [], doubt: null, seconds: null }),
      ],
    }),
  )
  expect(box.textContent).toContain('3 of 4 · about 12 min left')
  expect(box.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('75')
  press(/^In doubt 1/)
  await eventually(() => expect(texts(box)).toEqual(['b.jpgNeeds a look · b.png1.2 s']))
  press(/^Unreadable 1/)
  await eventually(() => expect(texts(box)).toEqual([expect.stringContaining('c.jpg')]))
})

test('a pause is one line with one button, which goes on', async () => {
  const files = [batchFile('a.jpg')]
  const { box, asked, press, set } = await renderView(
    batchState({ files, phase: 'paused', pause: 'permission' }),
  )
  expect(box.querySelector('[role=status]')?.textContent).toContain('asks again')
  press(/Allow the folder again/)
  await eventually(() => expect(asked).toEqual([['resume']]))
  set(batchState({ files, phase: 'ended' }))
  await eventually(() => expect(box.textContent).toContain('1 file through, 1 written'))
})

test('files in doubt are opened in the list', async () => {
  const files = [batchFile('a.jpg'), batchFile('sub/b.jpg', { doubt: 0.9 })]
  const { modes, asked, press } = await renderView(batchState({ files, phase: 'ended' }))
  press(/^ ?Review 1 in doubt/)
  await eventually(() => expect(asked).toEqual([['open', ['sub/b.jpg']]]))
  await eventually(() => expect(placeOf(modes.get())).toBeNull())
})
