import { type Backdrop, backdrops } from './viewer-state.ts'

type Props = { readonly value: Backdrop; readonly onChange: (backdrop: Backdrop) => void }

const backdropSwatches: Readonly<Record<Backdrop, { name: string; look: string }>> = {
  checker: { name: 'Checkerboard', look: 'checkerboard [background-size:8px_8px]' },
  black: { name: 'Black', look: 'bg-black' },
  white: { name: 'White', look: 'bg-white' },
  magenta: { name: 'Magenta', look: 'bg-[#ff00ff]' },
}

/** What to look at the edges on: all of them side by side, or where there is no room, one after another. */
export const BackdropChoice = ({ value, onChange }: Props) => (
  <>
    <fieldset className="flex items-center gap-1 max-xl:hidden">
      <legend className="sr-only">Look at it on</legend>
      {backdrops.map((backdrop) => (
        <label
          key={backdrop}
          title={`Look at it on ${backdropSwatches[backdrop].name.toLowerCase()}`}
          className="grid size-8 cursor-pointer place-items-center rounded-full has-checked:inset-ring-2 has-checked:inset-ring-ink has-focus-visible:outline-2 has-focus-visible:outline-ink"
        >
          <input
            type="radio"
            name="backdrop"
            className="sr-only"
            aria-label={backdropSwatches[backdrop].name}
            checked={value === backdrop}
            onChange={() => onChange(backdrop)}
          />
          <Swatch backdrop={backdrop} />
        </label>
      ))}
    </fieldset>
    <button
      type="button"
      aria-label={`Look at it on another colour, now ${backdropSwatches[value].name.toLowerCase()}`}
      onClick={() => onChange(backdropAfter(value))}
      className="touchable grid size-9 place-items-center rounded-sm hover:bg-ink/7 xl:hidden"
    >
      <Swatch backdrop={value} />
    </button>
  </>
)

const Swatch = ({ backdrop }: { readonly backdrop: Backdrop }) => (
  <span
    className={`size-[18px] rounded-full inset-ring inset-ring-field-line ${backdropSwatches[backdrop].look}`}
  />
)

/** What a result is laid on, by its choice. */
export const backdropClasses: Readonly<Record<Backdrop, string>> = {
  checker: 'checkerboard',
  black: 'bg-black',
  white: 'bg-white',
  magenta: 'bg-[#ff00ff]',
}

/** The next one, around the end. */
export const backdropAfter = (backdrop: Backdrop): Backdrop =>
  backdrops[(backdrops.indexOf(backdrop) + 1) % backdrops.length] ?? 'checker'
