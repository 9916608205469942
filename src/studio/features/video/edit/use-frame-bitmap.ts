import { useEffect, useState } from 'react'
import { decodePicture } from '#studio/media/decode-picture.ts'

/**
 * The decoded pixels of a frame, to draw strokes from; null until they are decoded, or where they cannot be. Those of the
 * frame before stay, and stay open, until the next are there.
 */
export function useFrameBitmap(frame: Blob | null): ImageBitmap | null {
  const [held, setHeld] = useState<ImageBitmap | null>(null)
  useEffect(() => {
    if (!frame) return setHeld(null)
    let isCurrent = true
    decodePicture(frame).then(
      (made) => (isCurrent ? setHeld(made) : made.close()),
      () => isCurrent && setHeld(null),
    )
    return () => {
      isCurrent = false
    }
  }, [frame])
  // What draws it has seen the next one, or is gone, when this is cleaned up.
  useEffect(() => () => held?.close(), [held])
  return held
}
