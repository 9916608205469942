import { ChevronDown } from 'lucide-react'
import type { CSSProperties } from 'react'
import { messages } from '#studio/messages/messages.ts'
import { Popover } from '#studio/ui/popover.tsx'
import { type Backdrop, backdrops, type NamedBackdrop } from './viewer-state.ts'

const text = messages.viewer

type Props = { readonly value: Backdrop; readonly onChange: (backdrop: Backdrop) => void }

const backdropClasses: Readonly<Record<NamedBackdrop, string>> = {
  checker: 'checkerboard',
  black: 'bg-black',
  white: 'bg-white',
  magenta: 'bg-[#ff00ff]',
}

/** Whether a backdrop is a colour that the user chose. */
const isOwn = (backdrop: Backdrop): backdrop is `#${string}` => backdrop.startsWith('#')

/** The attributes of an element with a backdrop behind a result, with its own `className` and `style`. */
export const backdropProps = (backdrop: Backdrop, className: string, style: CSSProperties = {}) =>
  isOwn(backdrop)
    ? { className: `${className} forced-color-adjust-none`, style: { ...style, background: backdrop } }
    : { className: `${className} forced-color-adjust-none ${backdropClasses[backdrop]}`, style }

/** The backdrop of results: a menu, so that it is not mistaken for the background of the file. */
export function BackdropChoice({ value, onChange }: Props) {
  const name = isOwn(value) ? text.ownBackdrop : text.backdrops[value]
  return (
    <Popover
      name={text.backdrop(name)}
      buttonClass="touchable flex h-9 shrink-0 items-center justify-center gap-1.5 rounded-sm px-2 text-sm text-ink-soft hover:bg-ink/7 hover:text-ink"
      label={
        <>
          <span className="max-xl:hidden">{text.viewOn}</span>
          <Swatch backdrop={value} />
          <ChevronDown size={14} strokeWidth={2} aria-hidden className="max-[20rem]:hidden" />
        </>
      }
    >
      <div className="-m-2.5 flex flex-col text-sm">
        {backdrops.map((backdrop) => (
          <label key={backdrop} className={rowClass}>
            <input
              type="radio"
              name="backdrop"
              className="sr-only"
              checked={value === backdrop}
              onChange={() => onChange(backdrop)}
            />
            <Swatch backdrop={backdrop} /> {text.backdrops[backdrop]}
          </label>
        ))}
        <label className={rowClass}>
          <input
            type="color"
            value={isOwn(value) ? value : '#3d6fe0'}
            onChange={(event) => onChange(`#${event.currentTarget.value.slice(1)}`)}
            className="size-[18px] cursor-pointer rounded-[4px] inset-ring inset-ring-field-line"
          />
          {text.ownBackdrop}
        </label>
      </div>
    </Popover>
  )
}

const rowClass =
  'touchable relative flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 pr-4 font-medium hover:bg-ink/7 has-checked:bg-ink/7 has-focus-visible:outline-2 has-focus-visible:outline-ink'

const Swatch = ({ backdrop }: { readonly backdrop: Backdrop }) => (
  <span
    {...backdropProps(
      backdrop,
      'size-[18px] rounded-[4px] inset-ring inset-ring-field-line [background-size:9px_9px]',
    )}
  />
)
