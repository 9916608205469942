import type { CSSProperties } from 'react'
import { messages } from '#studio/messages/messages.ts'
import { type Backdrop, backdrops, type NamedBackdrop } from './viewer-state.ts'

const text = messages.viewer

type Props = { readonly value: Backdrop; readonly onChange: (backdrop: Backdrop) => void }

const backdropClasses: Readonly<Record<NamedBackdrop, string>> = {
  checker: 'checkerboard',
  black: 'bg-black',
  white: 'bg-white',
  magenta: 'bg-[#ff00ff]',
}

/** Whether a backdrop is a colour of one's own. */
const isOwn = (backdrop: Backdrop): backdrop is `#${string}` => backdrop.startsWith('#')

/** The attributes of an element that shows a backdrop behind a result; `className` and `style` are its others. */
export const backdropProps = (backdrop: Backdrop, className: string, style: CSSProperties = {}) =>
  isOwn(backdrop)
    ? { className: `${className} forced-color-adjust-none`, style: { ...style, background: backdrop } }
    : { className: `${className} forced-color-adjust-none ${backdropClasses[backdrop]}`, style }

/** Chooses the backdrop: all of them side by side, or one button that goes through them on narrow screens. */
export const BackdropChoice = ({ value, onChange }: Props) => (
  <div className="flex items-center gap-1">
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
      aria-label={text.nextBackdrop(isOwn(value) ? text.ownBackdrop : text.backdrops[value])}
      onClick={() => onChange(backdropAfter(value))}
      className="touchable grid size-9 place-items-center rounded-sm hover:bg-ink/7 xl:hidden"
    >
      <Swatch backdrop={value} />
    </button>
    <label
      title={text.backdropHint(text.ownBackdrop)}
      className={`relative grid size-8 shrink-0 cursor-pointer place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-ink max-sm:hidden ${isOwn(value) ? 'inset-ring-2 inset-ring-ink' : ''}`}
    >
      <input
        type="color"
        aria-label={text.ownBackdrop}
        value={isOwn(value) ? value : '#3d6fe0'}
        onChange={(event) => onChange(`#${event.currentTarget.value.slice(1)}`)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <Swatch backdrop={isOwn(value) ? value : null} />
    </label>
  </div>
)

/** `backdrop` is null for a colour that is still to be chosen. */
const Swatch = ({ backdrop }: { readonly backdrop: Backdrop | null }) => {
  const size =
    'size-[18px] forced-color-adjust-none rounded-full inset-ring inset-ring-field-line [background-size:8px_8px]'
  return backdrop ? (
    <span {...backdropProps(backdrop, size)} />
  ) : (
    <span className={`${size} bg-[conic-gradient(#f44,#fd4,#4d6,#4cf,#64f,#f4a,#f44)]`} />
  )
}

/** The next backdrop that has a name; the first after the last. */
const backdropAfter = (backdrop: Backdrop): Backdrop =>
  backdrops[(isOwn(backdrop) ? -1 : backdrops.indexOf(backdrop)) + 1] ?? 'checker'
