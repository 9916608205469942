import { Copy } from 'lucide-react'
import { useAnnounce } from '#studio/hooks/use-studio.ts'

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
