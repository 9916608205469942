import { useEffect, useRef, useState } from 'react'
import type { Size } from '#base/geometry.ts'
import { decodePicture, releaseImage } from './decode-picture.ts'

/** An object URL for `blob`, null before there is one; revoked when the blob changes or the component is gone. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [held, setHeld] = useState<{ blob: Blob; url: string } | null>(null)
  useEffect(() => {
    if (!blob) return
    const url = URL.createObjectURL(blob)
    setHeld({ blob, url })
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return held && held.blob === blob ? held.url : null
}

const lastingUrls = new WeakMap<Blob, string>()
const unused = new FinalizationRegistry<string>((url) => URL.revokeObjectURL(url))

/**
 * The one object URL of a small picture that rows of a list show again and again, for as long as anything holds the
 * Blob. To make a URL takes a millisecond, as the browser's own process answers, and a picture under a new one is read
 * anew.
 */
export function lastingUrl(blob: Blob): string {
  const known = lastingUrls.get(blob)
  if (known !== undefined) return known
  const url = URL.createObjectURL(blob)
  lastingUrls.set(blob, url)
  unused.register(blob, url)
  return url
}

/**
 * The last of `results` whose image is decoded and can be painted at once, with an object URL for it, so that there is
 * no blank moment between two. Until then the one before stays.
 */
export function useDecoded<T extends { readonly image: Blob }>(
  result: T | null,
): { readonly result: T; readonly url: string } | null {
  const [shown, setShown] = useState<{ result: T; url: string } | null>(null)
  const image = result?.image ?? null
  const latest = useRef(result)
  latest.current = result
  useEffect(() => {
    if (!image) {
      setShown(null)
      return
    }
    const url = URL.createObjectURL(image)
    const picture = new Image()
    let current = true
    const show = () => {
      if (current && latest.current) setShown({ result: latest.current, url })
    }
    picture.src = url
    picture.decode().then(show, show)
    return () => {
      current = false
      // The old picture stays on the screen until the next one has replaced it.
      setTimeout(() => {
        URL.revokeObjectURL(url)
        releaseImage(picture)
      }, 1000)
    }
  }, [image])
  return shown
}

/**
 * The pixels of a picture, at this size where one is given; null until they are decoded, or where they cannot be. Those
 * of the picture before stay, and stay open, until the next are there.
 */
export function useBitmap(picture: Blob | null, size: Size | null = null): ImageBitmap | null {
  const [held, setHeld] = useState<ImageBitmap | null>(null)
  const { width, height } = size ?? {}
  useEffect(() => {
    if (!picture) return setHeld(null)
    let isCurrent = true
    const options: ImageBitmapOptions =
      width && height ? { resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' } : {}
    decodePicture(picture, options).then(
      (made) => (isCurrent ? setHeld(made) : made.close()),
      () => isCurrent && setHeld(null),
    )
    return () => {
      isCurrent = false
    }
  }, [picture, width, height])
  // What draws it has seen the next one, or is gone, when this is cleaned up.
  useEffect(() => () => held?.close(), [held])
  return held
}
