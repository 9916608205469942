import { sizeLabels, sizeOrder } from '#studio/features/video/words/format-words.ts'
import { useVideoRecipe } from '#studio/hooks/use-studio.ts'
import { Segmented } from '#studio/ui/segmented.tsx'

const choices = sizeOrder.map((value) => ({
  value,
  label: sizeLabels[value].label,
  hint: sizeLabels[value].note,
}))

/** How large the written video is at most. */
export function VideoSizePanel() {
  const [{ size, format }, change] = useVideoRecipe()
  return (
    <>
      <Segmented legend="Size" choices={choices} value={size} onChange={(next) => change({ size: next })} />
      <p className="text-xs text-ink-soft">
        {sizeLabels[size].note}
        {format === 'gif' && (size === 'full' || size === 'hd') ? ' A GIF has at most 1280.' : ''}
      </p>
    </>
  )
}
