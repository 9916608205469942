import { Scissors } from 'lucide-react'
import type { VideoItem } from '#studio/features/video/queue/video-item.ts'
import { weightOf } from '#studio/features/video/trim/part-limits.ts'
import { partText } from '#studio/features/video/words/clip-words.ts'

/** What holds of a video of which only a part can be worked on; nothing for all others. */
export function PartHint({ item }: { readonly item: VideoItem }) {
  const { facts, file } = item
  const text = facts && file ? partText(facts, weightOf(item)) : null
  if (!text) return null
  return (
    <p className="figures flex animate-rise items-center gap-2 rounded-full bg-panel px-4 py-2 text-sm shadow-lift inset-ring inset-ring-line">
      <Scissors size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-soft" /> {text}
    </p>
  )
}
