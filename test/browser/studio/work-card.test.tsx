import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WorkCard } from '#studio/viewer/work-card.tsx'

test('a card says that no byte has come for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const show = (loaded: number) =>
    act(async () =>
      root.render(
        <WorkCard
          text={'Getting the model'}
          retry={undefined}
          label={'Progress'}
          percent={10}
          buttons={null}
          bytes={{ loaded, total: 59 }}
        >
          {null}
        </WorkCard>,
      ),
    )
  const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
  const isSaid = () => box.textContent?.includes('The connection is slow')
  await show(0)
  await wait(9000)
  await show(1)
  await wait(9000)
  expect(isSaid()).toBe(false)
  await wait(1000)
  expect(isSaid()).toBe(true)
  await show(2)
  expect(isSaid()).toBe(false)
  await show(59)
  await wait(60_000)
  expect(isSaid()).toBe(false)
  await act(async () => root.unmount())
  box.remove()
})
