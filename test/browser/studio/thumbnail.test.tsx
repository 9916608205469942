import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import styles from '#studio/styles.css?inline'
import { Thumbnail } from '#studio/ui/thumbnail.tsx'

/** The boxes of a tile of 160 x 100 px and of a picture of that size in it. */
const boxesOf = async (width: number, height: number) => {
  const sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = styles
  const tile = document.body.appendChild(document.createElement('div'))
  tile.style.cssText = 'width: 160px; height: 100px'
  const root = createRoot(tile)
  onTestFinished(() => {
    root.unmount()
    tile.remove()
    sheet.remove()
  })
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.fillRect(0, 0, width, height)
  const picture = await canvas.convertToBlob()
  flushSync(() => root.render(<Thumbnail picture={picture} isMissing={false} isResult isLarge />))
  const image = tile.querySelector('img')
  await image?.decode()
  return { around: tile.getBoundingClientRect(), shown: image?.getBoundingClientRect() ?? new DOMRect() }
}

test.each([
  [256, 144],
  [144, 256],
  [30, 20],
])('a tile shows all of a picture of %d x %d px', async (width, height) => {
  const { around, shown } = await boxesOf(width, height)
  expect(shown.top).toBeGreaterThanOrEqual(around.top)
  expect(shown.bottom).toBeLessThanOrEqual(around.bottom)
  // It is as large as fits, so that it alone lies on a checkerboard.
  expect(shown.width / shown.height).toBeCloseTo(width / height, 1)
  expect(Math.max(shown.width / around.width, shown.height / around.height)).toBeCloseTo(1, 2)
})
