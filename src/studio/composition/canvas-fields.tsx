import { type Canvas, compositionLimits, noPlacement } from '#contract/composition.ts'
import { messages } from '#studio/messages/messages.ts'
import { Switch } from '#studio/ui/form-fields.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import type { Ground } from './looks.ts'
import { percentOf, placeSliders, Sliders } from './part-sliders.tsx'

const { canvas: texts, placement: placementTexts, degrees } = messages.composition

const shapes = ['original', '1:1', '4:5', '35:45', '16:9', '9:16', 'marketplace'] as const
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

type Shape = (typeof shapes)[number]

const shapeChoices = shapes.map((value) => ({ value, ...texts.shapes[value] }))

/** What marketplaces ask of a product's first picture: white, square, and filled by the product to 85 %. */
const marketplaceFill = 0.85
const marketplaceColor = '#ffffff'
const firstFill = 0.8

const shapeOf = ({ background, composition }: Ground): Shape => {
  const { canvas } = composition
  if (!canvas) return 'original'
  const isMarketplace =
    canvas.ratio === '1:1' &&
    canvas.fill === marketplaceFill &&
    background === marketplaceColor &&
    composition.background === null &&
    composition.placement === null
  return isMarketplace ? 'marketplace' : canvas.ratio
}

type CanvasProps = {
  readonly value: Ground
  readonly onChange: (change: Partial<Ground>) => void
}

/** The shape of the result, and the place of the subject in it. */
export function CanvasFields({ value, onChange }: CanvasProps) {
  const { composition } = value
  const { canvas, placement } = composition
  const place = (next: typeof placement) => onChange({ composition: { ...composition, placement: next } })
  const put = (next: Canvas | null) => onChange({ composition: { ...composition, canvas: next } })
  const choose = (shape: Shape) => {
    if (shape === 'original') return put(null)
    if (shape !== 'marketplace') return put({ ratio: shape, fill: canvas?.fill ?? firstFill })
    onChange({
      background: marketplaceColor,
      composition: {
        ...composition,
        background: null,
        placement: null,
        canvas: { ratio: '1:1', fill: marketplaceFill },
      },
    })
  }
  return (
    <>
      <Segmented wrap legend={texts.legend} choices={shapeChoices} value={shapeOf(value)} onChange={choose} />
      {canvas ? <Sliders value={canvas} sliders={fillSliders} onChange={put} /> : null}
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
