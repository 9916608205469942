import { useEffect, useRef, useState } from 'react'
import type { Size } from '#base/geometry.ts'
import { decodePicture, releaseImage } from './decode-picture.ts'

/** An object URL for `blob`, null before it exists; revoked when the blob changes or the component unmounts. */
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
 * The one object URL of a thumbnail that list rows show repeatedly, valid while the Blob is referenced. Creating a URL
 * takes a millisecond in the browser's process, and a picture with a new URL is decoded again.
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
 * The last of `results` whose image is decoded, with an object URL for it, so that there is no blank moment between
 * two. The earlier one stays until then.
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
      // The old picture stays on the screen until the next one replaces it.
      setTimeout(() => {
        URL.revokeObjectURL(url)
        releaseImage(picture)
      }, 1000)
    }
  }, [image])
  return shown
}

/**
 * The pixels of a picture, at `size` if given; null until decoded, or if that fails. The pixels of the previous picture
 * stay open until the next are ready.
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
  // At this cleanup, the component that draws the bitmap has the next one or is unmounted.
  useEffect(() => () => held?.close(), [held])
  return held
}
