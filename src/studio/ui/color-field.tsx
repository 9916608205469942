import { useId, useState } from 'react'
import { colorFrom, colorText } from '#contract/color.ts'

type Props = {
  readonly label: string
  readonly value: string
  readonly onChange: (color: string) => void
}

/** A colour by picker or by text: hex, rgb() or a CSS name, as the contract reads them (D-11). */
export function ColorField({ label, value, onChange }: Props) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? value
  const valid = colorFrom(text) !== null
  return (
    <div className="flex items-center gap-2">
      <input
        type="color"
        aria-label={`${label}: pick`}
        value={colorText(colorFrom(value) ?? { r: 255, g: 255, b: 255 })}
        onChange={(event) => {
          setDraft(null)
          onChange(event.currentTarget.value)
        }}
        className="size-9 shrink-0 cursor-pointer rounded-sm border border-field-line bg-raised p-1 pointer-coarse:size-11"
      />
      <label htmlFor={id} className="sr-only">
        {label}: hex, rgb() or name
      </label>
      <input
        id={id}
        value={text}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={!valid}
        onChange={(event) => {
          const typed = event.currentTarget.value.trim()
          setDraft(typed)
          const color = colorFrom(typed)
          if (color) onChange(colorText(color))
        }}
        onBlur={() => valid && setDraft(null)}
        className={`figures h-9 w-full min-w-0 rounded-sm bg-raised px-2.5 font-mono text-sm inset-ring pointer-coarse:h-11 ${valid ? 'inset-ring-field-line' : 'text-fault inset-ring-fault'}`}
      />
    </div>
  )
}
