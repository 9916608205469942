/** The sides of a thumbnail in pixels: more than twice what is drawn, for sharp screens. */
export const thumbnailSidePx = 112

/**
 * A small square WebP of the middle of a picture that this browser can decode, upright and with its
 * transparency. Decodes off the main thread, one at a time: forty at once would be forty times the memory.
 */
export const makeThumbnail = (picture: Blob): Promise<Blob | null> => inTurn(() => shrink(picture))

const shrink = async (picture: Blob): Promise<Blob | null> => {
  const whole = await createImageBitmap(picture)
  try {
    const { width, height } = whole
    const side = Math.min(width, height)
    const canvas = new OffscreenCanvas(Math.min(thumbnailSidePx, side), Math.min(thumbnailSidePx, side))
    const context = canvas.getContext('2d')
    if (!context) return null
    context.imageSmoothingQuality = 'medium'
    const [left, top] = [(width - side) / 2, (height - side) / 2]
    context.drawImage(whole, left, top, side, side, 0, 0, canvas.width, canvas.height)
    return await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
  } finally {
    whole.close()
  }
}

const inTurn = (() => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const mine = last.then(task, task)
    last = mine.catch(() => {})
    return mine
  }
})()
