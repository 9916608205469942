import { ColorField } from './color-field.tsx'
import { Segmented } from './segmented.tsx'

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

type Props = {
  /** A colour of the contract; null for transparency. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** What there will be without a colour. */
  readonly note: string
}

/** What the subject is put on in the saved file. */
export const BackgroundChoice = ({ value, onChange, note }: Props) => (
  <>
    <Segmented
      legend="Background"
      choices={kinds}
      value={value === null ? 'none' : 'color'}
      onChange={(kind) => onChange(kind === 'none' ? null : '#ffffff')}
    />
    {value === null ? (
      <p className="text-xs text-ink-soft">{note}</p>
    ) : (
      <>
        <ColorField label="Background colour" value={value} onChange={onChange} />
        <div className="flex flex-wrap gap-1.5">
          {swatches.map(([color, name]) => (
            <button
              key={color}
              type="button"
              aria-label={name}
              aria-pressed={value === color}
              title={name}
              onClick={() => onChange(color)}
              className="touchable size-7 rounded-full inset-ring inset-ring-field-line outline-offset-2 aria-pressed:outline-2 aria-pressed:outline-ink"
              style={{ background: color }}
            />
          ))}
        </div>
      </>
    )}
  </>
)
