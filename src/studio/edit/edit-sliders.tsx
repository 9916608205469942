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

/** The size and hardness of the brush, and the values that the whole edge of the picture has. */
export function EditSliders({ editor, history, onChange }: Props) {
  const { tool, sizePx, hardness } = useStore(editor)
  const { present } = history
  const change = (name: EditValueName) => (value: number, isContinued: boolean) =>
    onChange({ type: 'value', name, value, isContinued })
  const { edgeShift, feather } = editLimits
  return (
    <>
      {/* A lasso has no brush; its own choice takes the room, so that the toolbar keeps its height. */}
      {tool === 'lasso' ? null : (
        <>
          <CompactSlider
            label={texts.size}
            {...brushSizes}
            step={1}
            value={sizePx}
            text={texts.pixels(sizePx)}
            shown={formatNumber(sizePx)}
            onChange={(value) => editor.set((state) => ({ ...state, sizePx: value }))}
          />
          <CompactSlider
            label={texts.hardness}
            min={0}
            max={1}
            step={0.05}
            value={hardness}
            text={percentText(hardness)}
            shown={formatNumber(Math.round(hardness * 100))}
            onChange={(value) => editor.set((state) => ({ ...state, hardness: value }))}
          />
        </>
      )}
      <CompactSlider
        label={texts.shift}
        {...edgeShift}
        step={0.5}
        value={present.edgeShift}
        text={texts.pixels(present.edgeShift)}
        shown={formatNumber(present.edgeShift)}
        onChange={change('edgeShift')}
      />
      <CompactSlider
        label={texts.feather}
        {...feather}
        step={0.5}
        value={present.feather}
        text={texts.pixels(present.feather)}
        shown={formatNumber(present.feather)}
        onChange={change('feather')}
      />
      <CompactSlider
        label={texts.edgeColors}
        min={0}
        max={1}
        step={0.05}
        value={present.edgeColors}
        text={percentText(present.edgeColors)}
        shown={formatNumber(Math.round(present.edgeColors * 100))}
        onChange={change('edgeColors')}
      />
    </>
  )
}

const percentText = (ratio: number) => formatPercent(Math.round(ratio * 100))

type CompactSliderProps = {
  readonly label: string
  readonly min: number
  readonly max: number
  readonly step: number
  readonly value: number
  /** The value with its unit, for screen readers. */
  readonly text: string
  /** The value as a number, since there is little room. */
  readonly shown: string
  /** `isContinued`: the same movement goes on. */
  readonly onChange: (value: number, isContinued: boolean) => void
}

/** A slider below its name and value, as narrow as both. */
function CompactSlider({ label, text, shown, onChange, ...range }: CompactSliderProps) {
  const isMoving = useRef(false)
  const stop = () => {
    isMoving.current = false
  }
  return (
    <div className="w-min min-w-19 shrink-0 lg:max-w-36 lg:grow max-lg:w-30">
      <p aria-hidden className="flex justify-between gap-1 text-2xs whitespace-nowrap text-ink-soft">
        <span>{label}</span>
        <span className="figures text-ink-faint">{shown}</span>
      </p>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={text}
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
