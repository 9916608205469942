import { act } from 'react'
import { expect, test } from 'vitest'
import { createStore } from '#base/store.ts'
import { createItemList } from '#library/items/item-list.ts'
import type { KeptList } from '#library/items/keep-list.ts'
import { FoundItemsOffer } from '#studio/items/found-items.tsx'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { renderInStudio } from '#support/render-in-studio.tsx'

const nothingFound: KeptList = {
  ...createStore({ found: null }),
  opened: Promise.resolve(),
  takeFound: async () => {},
  putAwayFound: async () => {},
  dropFound: async () => {},
}

test('entries of another version are counted in one line, which deletes them', async () => {
  let count = 1
  const unreadable = {
    count: async () => count,
    delete: async () => {
      count = 0
    },
  }
  const part = <FoundItemsOffer kept={nothingFound} list={createItemList()} />
  const { box, remove } = await renderInStudio(part, inMemoryService({ unreadable }))
  await eventually(() => expect(box.textContent).toBe('1 entry of another versionDelete'))
  await act(async () => box.querySelector('button')?.click())
  await eventually(() => expect(box.textContent).toBe(''))
  expect(count).toBe(0)
  await remove()
})
