import { useRecipe } from '#studio/hooks/use-studio.ts'
import { ColorField } from '#studio/ui/color-field.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'

const swatches = [
  ['#ffffff', 'White'],
  ['#f2f0eb', 'Paper'],
  ['#d9d9d9', 'Light grey'],
  ['#1b1c20', 'Ink'],
  ['#f7c8c0', 'Blush'],
  ['#ffd24a', 'Sun'],
  ['#7fc8a9', 'Mint'],
  ['#3d6fe0', 'Blue'],
] as const

const kinds = [
  { value: 'none', label: 'Transparent' },
  { value: 'color', label: 'Colour' },
] as const

/** What the subject is put on in the saved file. */
export function BackgroundPanel() {
  const [recipe, change] = useRecipe()
  const { background, channels, format } = recipe
  if (channels === 'alpha')
    return (
      <p className="text-xs text-ink-soft">A mask has no background. Choose another content under Export.</p>
    )
  const noAlpha = format === 'jpg' || channels === 'rgb'
  return (
    <>
      <Segmented
        legend="Background"
        choices={kinds}
        value={background === null ? 'none' : 'color'}
        onChange={(kind) => change({ background: kind === 'none' ? null : '#ffffff' })}
      />
      {background === null ? (
        <p className="text-xs text-ink-soft">
          {noAlpha
            ? format === 'jpg'
              ? 'JPG has no transparency: the background becomes white.'
              : 'Without transparency the background becomes white.'
            : 'The subject alone, with soft edges.'}
        </p>
      ) : (
        <>
          <ColorField
            label="Background colour"
            value={background}
            onChange={(color) => change({ background: color })}
          />
          <div className="flex flex-wrap gap-1.5">
            {swatches.map(([color, name]) => (
              <button
                key={color}
                type="button"
                aria-label={name}
                aria-pressed={background === color}
                title={name}
                onClick={() => change({ background: color })}
                className="touchable size-7 rounded-full inset-ring inset-ring-field-line outline-offset-2 aria-pressed:outline-2 aria-pressed:outline-ink"
                style={{ background: color }}
              />
            ))}
          </div>
        </>
      )}
    </>
  )
}
