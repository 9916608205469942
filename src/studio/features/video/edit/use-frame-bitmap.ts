import { useEffect, useState } from 'react'
import { decodePicture } from '#studio/media/decode-picture.ts'

/** The decoded pixels of a frame, to draw strokes from; null until they are decoded, or where they cannot be. */
export function useFrameBitmap(frame: Blob | null): ImageBitmap | null {
  const [held, setHeld] = useState<ImageBitmap | null>(null)
  useEffect(() => {
    if (!frame) {
      setHeld(null)
      return
    }
    let isCurrent = true
    let bitmap: ImageBitmap | null = null
    decodePicture(frame).then(
      (made) => {
        bitmap = made
        if (isCurrent) setHeld(made)
        else made.close()
      },
      () => {},
    )
    return () => {
      isCurrent = false
      bitmap?.close()
    }
  }, [frame])
  return held
}
