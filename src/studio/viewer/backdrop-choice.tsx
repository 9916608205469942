import { messages } from '#studio/messages/messages.ts'
import { type Backdrop, backdrops } from './viewer-state.ts'

const text = messages.viewer

type Props = { readonly value: Backdrop; readonly onChange: (backdrop: Backdrop) => void }

/** The classes of each backdrop behind a result. */
export const backdropClasses: Readonly<Record<Backdrop, string>> = {
  checker: 'checkerboard',
  black: 'bg-black',
  white: 'bg-white',
  magenta: 'bg-[#ff00ff]',
}

/** Chooses the backdrop: all of them side by side, or one button that goes through them on narrow screens. */
export const BackdropChoice = ({ value, onChange }: Props) => (
  <>
    <fieldset className="flex items-center gap-1 max-xl:hidden">
      <legend className="sr-only">{text.backdrop}</legend>
      {backdrops.map((backdrop) => (
        <label
          key={backdrop}
          title={text.backdropHint(text.backdrops[backdrop])}
          className="grid size-8 cursor-pointer place-items-center rounded-full has-checked:inset-ring-2 has-checked:inset-ring-ink has-focus-visible:outline-2 has-focus-visible:outline-ink"
        >
          <input
            type="radio"
            name="backdrop"
            className="sr-only"
            aria-label={text.backdrops[backdrop]}
            checked={value === backdrop}
            onChange={() => onChange(backdrop)}
          />
          <Swatch backdrop={backdrop} />
        </label>
      ))}
    </fieldset>
    <button
      type="button"
      aria-label={text.nextBackdrop(text.backdrops[value])}
      onClick={() => onChange(backdropAfter(value))}
      className="touchable grid size-9 place-items-center rounded-sm hover:bg-ink/7 xl:hidden"
    >
      <Swatch backdrop={value} />
    </button>
  </>
)

const Swatch = ({ backdrop }: { readonly backdrop: Backdrop }) => (
  <span
    className={`size-[18px] rounded-full inset-ring inset-ring-field-line ${backdropClasses[backdrop]} [background-size:8px_8px]`}
  />
)

/** The next backdrop; the first after the last. */
const backdropAfter = (backdrop: Backdrop): Backdrop =>
  backdrops[(backdrops.indexOf(backdrop) + 1) % backdrops.length] ?? 'checker'
