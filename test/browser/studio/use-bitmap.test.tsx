import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { useBitmap } from '#studio/media/use-object-url.ts'
import { eventually } from '#support/eventually.ts'

const frameOf = async (color: string): Promise<Blob> => {
  const canvas = new OffscreenCanvas(8, 8)
  const context = canvas.getContext('2d')
  if (context) context.fillStyle = color
  context?.fillRect(0, 0, 8, 8)
  return canvas.convertToBlob()
}

type Props = { readonly frame: Blob | null; readonly onShow: (bitmap: ImageBitmap | null) => void }

const Frame = ({ frame, onShow }: Props) => {
  onShow(useBitmap(frame))
  return null
}

test('the pixels of a frame stay open while they are shown', async () => {
  let shown: ImageBitmap | null = null
  const root = createRoot(document.createElement('div'))
  const show = (frame: Blob | null) =>
    root.render(
      <Frame
        frame={frame}
        onShow={(bitmap) => {
          shown = bitmap
        }}
      />,
    )
  const bitmap = () => shown as ImageBitmap | null
  // A closed bitmap has no width.
  const isOpen = () => bitmap()?.width === 8
  const [first, second] = [await frameOf('red'), await frameOf('blue')]
  show(first)
  await eventually(() => expect(isOpen()).toBe(true))
  const before = bitmap()
  show(second)
  while (bitmap() === before) {
    expect(isOpen()).toBe(true)
    await new Promise((resolve) => setTimeout(resolve))
  }
  await eventually(() => expect([before?.width, isOpen()]).toEqual([0, true]))
  const last = bitmap()
  show(null)
  await eventually(() => expect([bitmap(), last?.width]).toEqual([null, 0]))
  root.unmount()
})
