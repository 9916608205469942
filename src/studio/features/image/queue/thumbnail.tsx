import { FileQuestion } from 'lucide-react'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'
import type { PictureLook } from '#studio/queries/picture-look.ts'

/** The picture, small and upright; a sign where it cannot be read. Keeps its place while it loads. */
export function Thumbnail({ look }: { readonly look: PictureLook | undefined }) {
  const url = useObjectUrl(look?.thumb ?? null)
  return (
    <span className="relative grid size-11 shrink-0 place-items-center overflow-hidden rounded-xs bg-sunken text-ink-faint inset-ring inset-ring-line">
      {url ? <img src={url} alt="" className="size-full object-cover" /> : null}
      {look && !look.thumb ? <FileQuestion size={18} strokeWidth={1.5} aria-hidden /> : null}
    </span>
  )
}
