import { useVideoRecipe } from '#studio/hooks/use-studio.ts'
import { BackgroundChoice } from '#studio/ui/background-choice.tsx'

/** What the subject is put on in the saved video. */
export function VideoBackgroundPanel() {
  const [{ background, channels, format }, change] = useVideoRecipe()
  if (channels === 'alpha')
    return (
      <p className="text-xs text-ink-soft">A mask has no background. Choose another content under Export.</p>
    )
  const note =
    format === 'mp4'
      ? 'MP4 has no transparency: the background becomes white. Choose a colour, or another format.'
      : channels === 'rgb'
        ? 'Without transparency the background becomes white.'
        : 'The subject alone, see-through around it.'
  return (
    <BackgroundChoice value={background} note={note} onChange={(color) => change({ background: color })} />
  )
}
