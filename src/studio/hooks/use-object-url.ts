import { useEffect, useState } from 'react'

/** An address for `blob`, null before there is one; given back when the blob changes or the component goes. */
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

/**
 * Like an object URL, but changes only when the new picture is decoded and can be painted at once, so
 * that one result gives way to the next without a blank moment. Keeps the last one meanwhile.
 */
export function useDecodedUrl(blob: Blob | null): string | null {
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) {
      setShown(null)
      return
    }
    const url = URL.createObjectURL(blob)
    const picture = new Image()
    let current = true
    const show = () => current && setShown(url)
    picture.src = url
    picture.decode().then(show, show)
    return () => {
      current = false
      // The address must outlive the picture on screen: the next one takes its place first.
      setTimeout(() => URL.revokeObjectURL(url), 1000)
    }
  }, [blob])
  return shown
}
