import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { createStore } from '#base/store.ts'
import type { PlayerState } from '#studio/features/video/player/player.ts'
import { useSubjectNow } from '#studio/features/video/viewer/use-mattes.ts'
import { eventually } from '#support/eventually.ts'

/** Two pixels of four by four, one above the other, move a column each second. */
const mattes = async (fromSeconds: number) => {
  const data = new Uint8Array(16)
  for (const row of [4, 8]) data[row + fromSeconds] = 255
  const frames = [{ timestampSeconds: fromSeconds, data }]
  return { fromSeconds, toSeconds: fromSeconds + 1, width: 4, height: 4, frames }
}

const player = createStore<PlayerState>({
  seconds: 0,
  durationSeconds: 4,
  isPlaying: false,
  isMuted: true,
} as PlayerState)

const Frame = ({ onShow }: { readonly onShow: (box: unknown) => void }) => {
  onShow(useSubjectNow(mattes, player))
  return null
}

test('the frame around a subject follows it', async () => {
  let box: unknown = null
  const root = createRoot(document.createElement('div'))
  root.render(
    <Frame
      onShow={(shown) => {
        box = shown
      }}
    />,
  )
  await eventually(() => expect(box).toEqual({ x: 0, y: 0.25, width: 0.25, height: 0.5 }))
  player.set((state) => ({ ...state, seconds: 2.4 }))
  await eventually(() => expect(box).toMatchObject({ x: 0.5 }))
  root.unmount()
})
