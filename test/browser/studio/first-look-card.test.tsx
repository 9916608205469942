import { expect, test } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import { FirstLookCard } from '#studio/features/image/viewer/first-look-card.tsx'
import { inMemoryService } from '#support/in-memory-service.ts'
import { renderInStudio } from '#support/render-in-studio.tsx'

test('a better cut-out that failed says why, and is tried again', async () => {
  const tried: string[] = []
  const item = { id: 'a', look: { isUsed: false, better: null }, progress: null, fileKind: 'jpeg' } as const
  const queue = { takeBetter: () => {}, retry: (id: string) => tried.push(id) }
  const card = (
    <FirstLookCard item={{ ...item, error: new ServiceError('upstream_error') }} queue={queue as never} />
  )
  const { box } = await renderInStudio(card, inMemoryService())
  expect(box.textContent).toContain('could not be made. Check the connection')
  box.querySelector('button')?.click()
  expect(tried).toEqual(['a'])
})
