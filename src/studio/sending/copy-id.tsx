import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAnnounce } from '#studio/hooks/use-studio.ts'

type Props = {
  /** What it is, in words. */
  readonly label: string
  readonly text: string
}

/** A name that only machines can read, to be copied with one click. */
export function CopyId({ label, text }: Props) {
  const announce = useAnnounce()
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setIsCopied(true)
        announce(`Copied the ${label}`)
      },
      () => announce('This browser does not allow copying'),
    )
  const Sign = isCopied ? Check : Copy
  return (
    <button
      type="button"
      aria-label={`Copy the ${label} ${text}`}
      title={`Copy the ${label}`}
      onClick={() => void copy()}
      className="touchable -mx-1 inline-flex max-w-full items-center gap-1.5 rounded-xs px-1 py-0.5 text-left font-mono text-2xs text-ink-soft hover:bg-ink/7 hover:text-ink"
    >
      <span className="truncate">{text}</span>
      <Sign size={12} strokeWidth={2} aria-hidden className="shrink-0" />
    </button>
  )
}

/** The number that the support of a service asks for; a click copies it. */
export function CopyRequestId({ id }: { readonly id: string }) {
  const announce = useAnnounce()
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => announce('Request id copied'),
      () => announce('This browser does not allow copying'),
    )
  return (
    <button
      type="button"
      title={id}
      onClick={() => void copy()}
      className="touchable inline-flex items-center gap-1 rounded-xs underline decoration-line-strong underline-offset-2 hover:text-ink"
    >
      <Copy size={12} strokeWidth={1.9} aria-hidden /> Copy the request id
    </button>
  )
}
