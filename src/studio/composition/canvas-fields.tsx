import { useId } from 'react'
import { compositionLimits, noPlacement } from '#contract/composition.ts'
import { formatPixelSize } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { Switch } from '#studio/ui/form-fields.tsx'
import {
  type CanvasName,
  canvasChange,
  canvasName,
  canvasNames,
  canvasSizes,
  type Sized,
} from './canvas-sizes.ts'
import { percentOf, placeSliders, Sliders } from './part-sliders.tsx'

const { canvas: texts, placement: placementTexts, degrees } = messages.composition

const fillSliders = [
  { name: 'fill', label: texts.fill, ...compositionLimits.fill, step: 0.01, text: percentOf() },
] as const
const placementSliders = [
  ...placeSliders(placementTexts),
  {
    name: 'rotation',
    label: placementTexts.rotation,
    ...compositionLimits.rotation,
    step: 1,
    text: degrees,
  },
] as const

type CanvasProps = {
  readonly value: Sized
  readonly onChange: (change: Partial<Sized>) => void
}

/** The shape and size of the result, and the subject's place in it. */
export function CanvasFields({ value, onChange }: CanvasProps) {
  const { composition } = value
  const { canvas, placement } = composition
  const place = (next: typeof placement) => onChange({ composition: { ...composition, placement: next } })
  return (
    <>
      <CanvasTiles value={value} onChange={onChange} />
      {canvas ? (
        <Sliders
          value={canvas}
          sliders={fillSliders}
          onChange={(next) => onChange({ composition: { ...composition, canvas: next } })}
        />
      ) : null}
      <Switch
        label={placementTexts.on}
        hint={placementTexts.help}
        checked={placement !== null}
        onChange={(isOn) => place(isOn ? noPlacement : null)}
      />
      {placement ? (
        <>
          <div>
            <Sliders value={placement} sliders={placementSliders} onChange={place} />
          </div>
          <Switch
            label={placementTexts.flip}
            checked={placement.flip}
            onChange={(flip) => place({ ...placement, flip })}
          />
        </>
      ) : null}
    </>
  )
}

/** Radio buttons for canvases by name, each with its shape. */
function CanvasTiles({ value, onChange }: CanvasProps) {
  const group = useId()
  const chosen = canvasName(value)
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-1 stacked:flex stacked:overflow-x-auto stacked:p-1 stacked:[scrollbar-width:none]">
      <legend className="sr-only">{texts.legend}</legend>
      {canvasNames.map((name) => (
        <label
          key={name}
          title={name === 'marketplace' ? texts.marketplaceHint : undefined}
          className="relative flex min-h-11 min-w-0 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-2xs text-ink-faint select-none hover:bg-ink/5 has-checked:bg-raised has-checked:inset-ring-2 has-checked:inset-ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ink stacked:w-32 stacked:shrink-0"
        >
          <input
            type="radio"
            className="sr-only"
            name={group}
            value={name}
            aria-label={texts.names[name]}
            checked={name === chosen}
            onChange={() => onChange(canvasChange(value, name))}
          />
          <Shape name={name} />
          <span className="min-w-0">
            <span className="block text-xs font-medium text-ink">{texts.names[name]}</span>
            <span className="figures block leading-3.5 empty:hidden">{sizeText(name, value)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The pixels of a picture with a canvas; for a clip, or a canvas without pixels, its ratio. */
const sizeText = (name: CanvasName, value: Sized): string => {
  if (name === 'original') return ''
  const { ratio, width, height } = canvasSizes[name]
  if (value.exactSize === undefined) return ratio
  if (name !== canvasName(value)) return formatPixelSize({ width, height })
  return value.exactSize && value.width && value.height
    ? formatPixelSize({ width: value.width, height: value.height })
    : ratio
}

/** The outline of a canvas, as if 24 px high or wide. */
function Shape({ name }: { readonly name: CanvasName }) {
  const { width, height } = name === 'original' ? { width: 4, height: 3 } : canvasSizes[name]
  const scale = 22 / Math.max(width, height)
  return (
    <span aria-hidden className="grid size-6 shrink-0 place-items-center text-ink-soft">
      <span
        className={`block rounded-[2px] border-[1.5px] border-current ${name === 'original' ? 'border-dashed' : ''}`}
        style={{ width: width * scale, height: height * scale }}
      />
    </span>
  )
}
