import { useRef } from 'react'
import { editLimits } from '#contract/image-edits.ts'
import type { EditChange, EditHistory, EditValueName } from '#library/history/edit-history.ts'
import { formatNumber, formatPercent } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { brushSizes, type EditorStore } from './editor-state.ts'

const texts = messages.image.edit

type Props = {
  readonly editor: EditorStore
  readonly history: EditHistory<unknown>
  readonly onChange: (change: EditChange<never>) => void
}

/** The size and hardness of a brush. */
export function BrushSliders({ editor }: Pick<Props, 'editor'>) {
  const { sizePx, hardness } = useStore(editor)
  return (
    <>
      <CompactSlider
        {...pixels(texts.size, brushSizes, 1)}
        value={sizePx}
        onChange={(value) => editor.set((state) => ({ ...state, sizePx: value }))}
      />
      <CompactSlider
        {...ratio(texts.hardness)}
        value={hardness}
        onChange={(value) => editor.set((state) => ({ ...state, hardness: value }))}
      />
    </>
  )
}

/** The values for the whole edge of the picture. */
export function EdgeSliders({ history: { present }, onChange }: Omit<Props, 'editor'>) {
  return (
    <>
      {edgeSliders.map(({ name, ...slider }) => (
        <CompactSlider
          key={name}
          {...slider}
          value={present[name]}
          onChange={(value, isContinued) => onChange({ type: 'value', name, value, isContinued })}
        />
      ))}
    </>
  )
}

type Slider = {
  readonly label: string
  readonly min: number
  readonly max: number
  readonly step: number
  /** The value with its unit, for screen readers. */
  readonly textOf: (value: number) => string
  /** The value as a number, since space is short. */
  readonly shownOf: (value: number) => string
}

const pixels = (label: string, { min, max }: Pick<Slider, 'min' | 'max'>, step: number): Slider => ({
  label,
  min,
  max,
  step,
  textOf: texts.pixels,
  shownOf: formatNumber,
})
const ratio = (label: string): Slider => ({
  label,
  min: 0,
  max: 1,
  step: 0.05,
  textOf: (value) => formatPercent(Math.round(value * 100)),
  shownOf: (value) => formatNumber(Math.round(value * 100)),
})

const edgeSliders: readonly (Slider & { readonly name: EditValueName })[] = [
  { name: 'edgeShift', ...pixels(texts.shift, editLimits.edgeShift, 0.5) },
  { name: 'feather', ...pixels(texts.feather, editLimits.feather, 0.5) },
  { name: 'edgeColors', ...ratio(texts.edgeColors) },
]

type CompactSliderProps = Slider & {
  readonly value: number
  /** `isContinued`: part of the same movement. */
  readonly onChange: (value: number, isContinued: boolean) => void
}

/** A slider below its name and value, as wide as both. */
function CompactSlider({ label, textOf, shownOf, onChange, ...range }: CompactSliderProps) {
  const isMoving = useRef(false)
  const stop = () => {
    isMoving.current = false
  }
  return (
    <div className="w-min min-w-19 shrink-0 lg:max-w-36 lg:grow max-lg:w-30">
      <p aria-hidden className="flex justify-between gap-1 text-2xs whitespace-nowrap text-ink-soft">
        <span>{label}</span>
        <span className="figures text-ink-faint">{shownOf(range.value)}</span>
      </p>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={textOf(range.value)}
        {...range}
        onChange={(event) => {
          onChange(event.currentTarget.valueAsNumber, isMoving.current)
          isMoving.current = true
        }}
        onPointerUp={stop}
        onKeyUp={stop}
        onBlur={stop}
        className="block h-5! w-full max-lg:h-9! pointer-coarse:h-11!"
      />
    </div>
  )
}
