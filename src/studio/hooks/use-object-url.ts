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
