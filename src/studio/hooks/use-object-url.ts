import { useEffect, useState } from 'react'

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

/**
 * An object URL that changes only when the new picture is decoded and can be painted at once, so that there is no blank
 * moment between two results. Until then the last one stays.
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
      // The old picture stays on the screen until the next one has replaced it.
      setTimeout(() => URL.revokeObjectURL(url), 1000)
    }
  }, [blob])
  return shown
}
