import { act } from 'react'
import { expect, test } from 'vitest'
import { NextInDoubt } from '#studio/features/video/edit/doubt-edge.tsx'
import { useStore } from '#studio/state/store.ts'
import { useStudio } from '#studio/state/use-studio.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { renderInStudio } from '#support/render-in-studio.tsx'

const Said = () => <p>{useStore(useStudio().announcer).at(-1)?.text}</p>

/** What leads through a clip with one frame a second of these uncertainties. */
const renderNext = async (...uncertainties: readonly number[]) => {
  const ratings = uncertainties.map((uncertainty, seconds) => ({ seconds, uncertainty, flicker: 0 }))
  let seconds = 0
  const { box, remove } = await renderInStudio(
    <>
      <NextInDoubt
        ratings={ratings}
        player={{ get: () => ({ seconds }) as never }}
        onJump={(to) => {
          seconds = to + 0.5
        }}
      />
      <Said />
    </>,
    inMemoryService(),
  )
  return {
    said: () => box.querySelector('p')?.textContent,
    button: () => box.querySelector('button'),
    key: () => act(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'd' }))),
    remove,
  }
}

test('a button and a key go to the next frame in doubt', async () => {
  const next = await renderNext(0.1, 0.3, 0.5, 0.1, 0.4, 0.1)
  expect(next.button()?.textContent).toBe('2 places in doubt')
  act(() => next.button()?.click())
  expect(next.said()).toBe('Frame in doubt at 0:02.0, 1 of 2')
  next.key()
  expect(next.said()).toBe('Frame in doubt at 0:04.0, 2 of 2')
  next.key()
  expect(next.said()).toBe('Frame in doubt at 0:02.0, 1 of 2')
  await next.remove()
})

test('a clip without uncertain frames says so', async () => {
  const next = await renderNext(0.1, 0.1)
  expect(next.button()).toBeNull()
  next.key()
  expect(next.said()).toBe('No frame is in doubt')
  await next.remove()
})
