import { Pipette } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formatColor, parseColor } from '#contract/color.ts'
import { messages } from '#studio/messages/messages.ts'
import { useRecentColors } from '#studio/state/use-studio.ts'

const text = messages.ui

const swatches = [
  ['#ffffff', text.swatches.white],
  ['#f2f0eb', text.swatches.paper],
  ['#d9d9d9', text.swatches.lightGrey],
  ['#1b1c20', text.swatches.ink],
  ['#f7c8c0', text.swatches.blush],
  ['#ffd24a', text.swatches.sun],
  ['#7fc8a9', text.swatches.mint],
  ['#3d6fe0', text.swatches.blue],
] as const

/** How long a colour must stay to count as chosen, in milliseconds: a picker passes through many. */
const chosenAfterMs = 1500

/** Chooses a colour by field, from a few presets, or from recent ones. */
export function ColorChoice({ label, value, onChange }: ColorFieldProps) {
  const [recent, remember] = useRecentColors()
  const isChanged = useRef(false)
  useEffect(() => {
    if (!isChanged.current || swatches.some(([color]) => color === value)) return
    const timer = setTimeout(() => remember(value), chosenAfterMs)
    return () => clearTimeout(timer)
  }, [value, remember])
  const choose = (color: string) => {
    isChanged.current = true
    onChange(color)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the field has its label.
    <div role="group" aria-label={label} className="space-y-2">
      <ColorField label={label} value={value} onChange={choose} isBare />
      <div className="flex flex-wrap gap-1.5">
        {swatches.map(([color, name]) => (
          <Swatch key={color} color={color} name={name} isChosen={value === color} onChoose={choose} />
        ))}
      </div>
      {recent.length > 0 ? (
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">{text.recentColors}</legend>
          {recent.map((color) => (
            <Swatch key={color} color={color} name={color} isChosen={value === color} onChoose={choose} />
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}

type SwatchProps = {
  readonly color: string
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: (color: string) => void
}

const Swatch = ({ color, name, isChosen, onChoose }: SwatchProps) => (
  <button
    type="button"
    aria-label={name}
    aria-pressed={isChosen}
    title={name}
    onClick={() => onChoose(color)}
    className="touchable size-7 forced-color-adjust-none rounded-full inset-ring inset-ring-field-line outline-offset-2 aria-pressed:outline-2 aria-pressed:outline-ink"
    style={{ background: color }}
  />
)

type ColorFieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (color: string) => void
  /** Whether the visible label is elsewhere. */
  readonly isBare?: boolean
}

/**
 * A colour by picker or text: hex, rgb() or a CSS name, as in the API (D-11); if the browser can, also from any place
 * of the screen.
 */
export function ColorField({ label, value, onChange, isBare = false }: ColorFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? value
  const valid = parseColor(text) !== null
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className={isBare ? 'sr-only' : 'w-22 shrink-0 text-sm leading-4'}>
        {label}
      </label>
      <input
        type="color"
        aria-label={messages.ui.pickColor(label)}
        value={formatColor(parseColor(value) ?? { r: 255, g: 255, b: 255 })}
        onChange={(event) => {
          setDraft(null)
          onChange(event.currentTarget.value)
        }}
        className="size-9 shrink-0 cursor-pointer rounded-sm border border-field-line bg-raised p-1 pointer-coarse:size-11"
      />
      <input
        id={id}
        aria-label={messages.ui.typeColor(label)}
        value={text}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={!valid}
        onChange={(event) => {
          const typed = event.currentTarget.value.trim()
          setDraft(typed)
          const color = parseColor(typed)
          if (color) onChange(formatColor(color))
        }}
        onBlur={() => valid && setDraft(null)}
        className={`figures h-9 w-full min-w-0 rounded-sm bg-raised px-2.5 font-mono text-sm inset-ring pointer-coarse:h-11 ${valid ? 'inset-ring-field-line' : 'text-fault inset-ring-fault'}`}
      />
      {canPickFromScreen() ? (
        <button
          type="button"
          aria-label={messages.ui.pickFromScreen(label)}
          title={messages.ui.pickFromScreen(label)}
          onClick={() => {
            setDraft(null)
            void pickFromScreen().then((color) => color && onChange(color))
          }}
          className="touchable grid size-9 shrink-0 place-items-center rounded-sm hover:bg-ink/7"
        >
          <Pipette size={16} strokeWidth={1.75} aria-hidden />
        </button>
      ) : null}
    </div>
  )
}

/** TypeScript's DOM types lack it: only Chromium has it. */
type WithEyeDropper = {
  readonly EyeDropper?: new () => { readonly open: () => Promise<{ readonly sRGBHex: string }> }
}

const canPickFromScreen = (): boolean => (globalThis as WithEyeDropper).EyeDropper !== undefined

/** The colour of a screen pixel that the user picks; null if the user cancels. */
async function pickFromScreen(): Promise<string | null> {
  const { EyeDropper } = globalThis as WithEyeDropper
  if (!EyeDropper) return null
  try {
    const color = parseColor((await new EyeDropper().open()).sRGBHex)
    return color && formatColor(color)
  } catch {
    return null
  }
}
