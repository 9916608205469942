import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messages } from '#studio/messages/messages.ts'
import { useAnnounce } from '#studio/state/use-studio.ts'

const texts = messages.sending.copy

/**
 * Copies a text to the clipboard and announces `copied`, or the browser's refusal. Resolves with whether it was copied.
 */
export function useCopyText(): (text: string, copied: string) => Promise<boolean> {
  const announce = useAnnounce()
  return async (text, copied) => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    announce(isCopied ? copied : texts.refused)
    return isCopied
  }
}

type Props = { readonly kind: keyof typeof texts.ids; readonly id: string }

/** Shows an id; a click copies it. */
export function CopyId({ kind, id }: Props) {
  const copyText = useCopyText()
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const name = texts.ids[kind]
  const copy = async () => setIsCopied(await copyText(id, texts.copied(name)))
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      aria-label={texts.labelOf(name, id)}
      title={texts.label(name)}
      onClick={() => void copy()}
      className="touchable -mx-1 inline-flex max-w-full items-center gap-1.5 rounded-xs px-1 py-0.5 text-left font-mono text-2xs text-ink-soft hover:bg-ink/7 hover:text-ink"
    >
      <span className="truncate">{id}</span>
      <Icon size={12} strokeWidth={2} aria-hidden className="shrink-0" />
    </button>
  )
}

/** Copies a request id, needed by a service's support, without showing it. */
export function CopyRequestId({ id }: { readonly id: string }) {
  const copyText = useCopyText()
  return (
    <button
      type="button"
      title={id}
      onClick={() => void copyText(id, texts.requestIdCopied)}
      className="touchable inline-flex items-center gap-1 rounded-xs underline decoration-line-strong underline-offset-2 hover:text-ink"
    >
      <Copy size={12} strokeWidth={1.9} aria-hidden /> {texts.requestId}
    </button>
  )
}
