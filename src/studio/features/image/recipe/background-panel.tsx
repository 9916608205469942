import { useRecipe } from '#studio/hooks/use-studio.ts'
import { BackgroundChoice } from '#studio/ui/background-choice.tsx'

/** What the subject is put on in the saved file. */
export function BackgroundPanel() {
  const [{ background, channels, format }, change] = useRecipe()
  if (channels === 'alpha')
    return (
      <p className="text-xs text-ink-soft">A mask has no background. Choose another content under Export.</p>
    )
  const note =
    format === 'jpg'
      ? 'JPG has no transparency: the background becomes white.'
      : channels === 'rgb'
        ? 'Without transparency the background becomes white.'
        : 'The subject alone, with soft edges.'
  return (
    <BackgroundChoice value={background} note={note} onChange={(color) => change({ background: color })} />
  )
}
