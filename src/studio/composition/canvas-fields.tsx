import { type Canvas, type Composition, compositionLimits } from '#contract/composition.ts'
import { messages } from '#studio/messages/messages.ts'
import { Segmented } from '#studio/ui/segmented.tsx'
import { percentOf, Sliders } from './effect-fields.tsx'

const { canvas: texts } = messages.composition

const shapes = ['original', '1:1', '4:5', '16:9', '9:16', 'marketplace'] as const
const fillSliders = [
  { name: 'fill', label: texts.fill, ...compositionLimits.fill, step: 0.01, text: percentOf() },
] as const

type Shape = (typeof shapes)[number]

const shapeChoices = shapes.map((value) => ({ value, ...texts.shapes[value] }))

/** What marketplaces ask of a product's first picture: white, square, and filled by the product to 85 %. */
const marketplaceFill = 0.85
const marketplaceColor = '#ffffff'
const firstFill = 0.8

/** A colour, and what only this device composes. */
type Ground = { readonly background: string | null; readonly composition: Composition }

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
  /** Says what the canvas lies around; nothing where absent. */
  readonly note?: string
}

/** The shape of the result, with the subject in its middle. */
export function CanvasFields({ value, onChange, note }: CanvasProps) {
  const { composition } = value
  const { canvas } = composition
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
      <p className="text-sm font-medium">{texts.legend}</p>
      <Segmented wrap legend={texts.legend} choices={shapeChoices} value={shapeOf(value)} onChange={choose} />
      {canvas ? (
        <>
          {note ? <p className="text-xs text-ink-soft">{note}</p> : null}
          <Sliders value={canvas} sliders={fillSliders} onChange={put} />
        </>
      ) : null}
    </>
  )
}
