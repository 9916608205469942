import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Item } from '#library/items/item.ts'
import { createItemList } from '#library/items/item-list.ts'
import { ItemRows } from '#studio/items/item-rows.tsx'
import type { MediaKind, PageList } from '#studio/items/media-kind.ts'
import { createReviewStore } from '#studio/items/review-state.ts'
import { keepFocus } from '#studio/keyboard/keep-focus.ts'
import styles from '#studio/styles.css?inline'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { mediaKind, plainItem, plainRecipe } from '#support/open-items.ts'
import { type RenderedPart, renderInStudio } from '#support/render-in-studio.tsx'

const kind = 'plain'
const itemAt = (at: number): Item => plainItem(`id-${at}`, { kind, name: `${at}.jpg` })
const desktop = [1440, 900] as const
const phone = [390, 844] as const

const sheet = document.createElement('style')
sheet.textContent = styles
let list: PageList
let part: RenderedPart
let stopKeeping: () => void

beforeEach(async () => {
  await page.viewport(...desktop)
  document.head.append(sheet)
  list = createItemList<MediaKind>()
  list.register(mediaKind({ name: kind, firstRecipe: plainRecipe, create: async () => itemAt(0) }))
  list.add(Array.from({ length: 500 }, (_, at) => itemAt(at)))
  stopKeeping = keepFocus()
  part = await renderInStudio(
    <div style={{ display: 'flex', flexDirection: 'column', width: 380, height: 600 }}>
      <ItemRows list={list} review={createReviewStore()} label="Pictures" />
    </div>,
    inMemoryService(),
  )
  // From here on the page renders by itself, as it does when it is scrolled.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
})

afterEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  stopKeeping()
  await part.remove()
  sheet.remove()
  await page.viewport(414, 896)
})

const rows = () => [...part.box.querySelectorAll('li')]
const row = (at: number) => rows().find(({ ariaPosInSet }) => ariaPosInSet === `${at + 1}`)
const button = (at: number) => row(at)?.querySelector('button')
const box = () => part.box.querySelector('.slim-scroll') as HTMLElement
/** Whether the middle of an element is seen. */
const isInView = (element: Element | undefined) => {
  if (!element) return false
  const [inner, outer] = [element.getBoundingClientRect(), box().getBoundingClientRect()]
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2]
  return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom
}
/** The focus is on the row of this index, which is in view. */
const expectFocusOn = (at: number) =>
  eventually(() => {
    expect(document.activeElement?.closest('li')?.ariaPosInSet).toBe(`${at + 1}`)
    expect(isInView(row(at))).toBe(true)
  })
const press = (keys: string) => userEvent.keyboard(keys)
const scrollTo = async (at: number) => {
  box().scrollTo({ top: at * (box().scrollHeight / 500) })
  await eventually(() => expect(isInView(row(at))).toBe(true))
}

test('500 items have a few rows on the page, wherever it scrolls', async () => {
  const lengthPx = box().scrollHeight
  expect(lengthPx).toBeGreaterThan(500 * 60)
  for (const at of [250, 480, 20]) {
    await scrollTo(at)
    expect(rows().length).toBeLessThan(30)
    expect(box().scrollHeight).toBe(lengthPx)
  }
  expect(row(20)?.ariaSetSize).toBe('500')
  expect(row(20)?.textContent).toContain('20.jpg')
})

test('keys reach every row, and choose with Shift', async () => {
  await button(0)?.focus()
  await press('{End}')
  await expectFocusOn(499)
  await press('{ArrowDown}')
  await expectFocusOn(499)
  await press('{ArrowUp}{ArrowUp}')
  await expectFocusOn(497)
  await press('{Tab}{Tab}')
  await expectFocusOn(498)
  await press('{Home}')
  await expectFocusOn(0)
  await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  await expectFocusOn(2)
  expect(list.get().chosenIds).toEqual(['id-0', 'id-1', 'id-2'])
  await press('{Shift>}{End}{/Shift}')
  expect(list.get().chosenIds.length).toBe(500)
})

test('a row that is scrolled away keeps the focus for Tab', async () => {
  await button(10)?.focus()
  await scrollTo(300)
  expect(document.activeElement).toBe(button(10))
  await press('{Tab}{Tab}')
  await expectFocusOn(11)
})

test('removing a row out of view keeps the focus; undo shows it', async () => {
  await button(10)?.focus()
  await press('{Tab}')
  await scrollTo(300)
  await press('{Enter}')
  await expectFocusOn(10)
  expect(row(10)?.textContent).toContain('11.jpg')
  await scrollTo(300)
  await list.undoRemove()
  await eventually(() => expect(isInView(row(10))).toBe(true))
  expect(row(10)?.textContent).toContain('10.jpg')
  expect(button(10)?.ariaCurrent).toBe('true')
  // The focus stayed with its item, which is another row now.
  expect(document.activeElement?.closest('li')?.textContent).toContain('11.jpg')
})

test('an item that is selected by something else scrolls into view', async () => {
  for (const at of [400, 7, 499]) {
    await list.select(`id-${at}`)
    await eventually(() => expect(isInView(row(at))).toBe(true))
  }
})

test('the list becomes a strip on a phone, and keys follow', async () => {
  await list.select('id-300')
  await page.viewport(...phone)
  await eventually(() => expect(box().scrollWidth).toBeGreaterThan(500 * 50))
  await eventually(() => expect(isInView(row(300))).toBe(true))
  expect(rows().length).toBeLessThan(30)
  await button(300)?.focus()
  await press('{ArrowRight}')
  await expectFocusOn(301)
  await press('{End}')
  await expectFocusOn(499)
  await page.viewport(...desktop)
  await eventually(() => expect(isInView(row(300))).toBe(true))
  expect(document.activeElement).toBe(button(499))
})
