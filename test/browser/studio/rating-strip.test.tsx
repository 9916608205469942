import { act } from 'react'
import { expect, test } from 'vitest'
import { RatingStrip } from '#studio/features/video/edit/rating-strip.tsx'
import { useStudio } from '#studio/hooks/use-studio.ts'
import { useStore } from '#studio/state/store.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { renderInStudio } from '#support/render-in-studio.tsx'

const Said = () => <p>{useStore(useStudio().announcer).at(-1)?.text}</p>

/** The strip of a clip with one frame a second of these uncertainties. */
const renderStrip = async (...uncertainties: readonly number[]) => {
  const memory = inMemoryService()
  if (!memory.onDevice) throw new Error('This service has no device.')
  const ratings = uncertainties.map((uncertainty, seconds) => ({ seconds, uncertainty, flicker: 0 }))
  const videos = { ...memory.onDevice.videos, rateMattes: async () => ratings }
  let seconds = 0
  const { box, remove } = await renderInStudio(
    <>
      <RatingStrip
        jobId="job_a"
        edits={undefined}
        version={0}
        durationSeconds={uncertainties.length}
        player={{ get: () => ({ seconds }) as never }}
        onJump={(to) => {
          seconds = to + 0.5
        }}
      />
      <Said />
    </>,
    { ...memory, onDevice: { ...memory.onDevice, videos } },
  )
  const button = await act(() =>
    eventually(() => {
      const found = box.querySelector<HTMLButtonElement>('button[aria-label="Next frame in doubt"]')
      if (!found) throw new Error('The button is not there yet.')
      return found
    }),
  )
  return {
    said: () => box.querySelector('p')?.textContent,
    click: () => act(() => button.click()),
    key: () => act(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'd' }))),
    isDisabled: () => button.ariaDisabled === 'true',
    remove,
  }
}

test('a button and a key go to the next frame in doubt', async () => {
  const strip = await renderStrip(0.1, 0.3, 0.5, 0.1, 0.4, 0.1)
  strip.click()
  expect(strip.said()).toBe('Frame in doubt at 0:02.0, 1 of 2')
  strip.key()
  expect(strip.said()).toBe('Frame in doubt at 0:04.0, 2 of 2')
  strip.key()
  expect(strip.said()).toBe('Frame in doubt at 0:02.0, 1 of 2')
  await strip.remove()
})

test('a clip without uncertain frames says so', async () => {
  const strip = await renderStrip(0.1, 0.1)
  expect(strip.isDisabled()).toBe(true)
  strip.key()
  expect(strip.said()).toBe('No frame is in doubt')
  await strip.remove()
})
