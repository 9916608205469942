import {
  type Canvas,
  type Composition,
  compositionLimits,
  noPlacement,
  type PictureBackground,
  type Placement,
} from '#contract/composition.ts'
import { formatPercent } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { Range, Switch } from '#studio/ui/form-fields.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'

const { placement: texts, canvas: canvasTexts, picture: pictureTexts, degrees } = messages.composition

const { move, scale, rotation, fill } = compositionLimits

type PlacementProps = {
  readonly value: Placement | null
  readonly onChange: (placement: Placement | null) => void
}

/** Where the subject stands, how large it is, and how it is turned. */
export const PlacementFields = ({ value, onChange }: PlacementProps) => (
  <>
    <Switch
      label={texts.on}
      checked={value !== null}
      onChange={(isOn) => onChange(isOn ? noPlacement : null)}
    />
    {value ? (
      <>
        <p className="text-xs text-ink-soft">{texts.help}</p>
        <ScaleRange
          label={texts.scale}
          value={value.scale}
          onChange={(next) => onChange({ ...value, scale: next })}
        />
        <MoveRange label={texts.across} value={value.x} onChange={(x) => onChange({ ...value, x })} />
        <MoveRange label={texts.down} value={value.y} onChange={(y) => onChange({ ...value, y })} />
        <Range
          label={texts.rotation}
          value={value.rotation}
          {...rotation}
          step={1}
          text={degrees(value.rotation)}
          onChange={(next) => onChange({ ...value, rotation: next })}
        />
        <Switch label={texts.flip} checked={value.flip} onChange={(flip) => onChange({ ...value, flip })} />
      </>
    ) : null}
  </>
)

type RangeProps = {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
}

const ScaleRange = ({ label, value, onChange }: RangeProps) => (
  <Range label={label} value={value} {...scale} step={0.01} text={percent(value)} onChange={onChange} />
)

const MoveRange = ({ label, value, onChange }: RangeProps) => (
  <Range label={label} value={value} {...move} step={0.005} text={percent(value)} onChange={onChange} />
)

const percent = (share: number): string => formatPercent(Math.round(share * 100))

type PictureProps = {
  readonly value: PictureBackground
  readonly onChange: (picture: PictureBackground) => void
}

/** How large the picture behind the subject is, and where it lies. */
export const PicturePlaceFields = ({ value, onChange }: PictureProps) => (
  <>
    <ScaleRange
      label={pictureTexts.scale}
      value={value.scale ?? 1}
      onChange={(next) => onChange({ ...value, scale: next })}
    />
    <MoveRange label={pictureTexts.across} value={value.x ?? 0} onChange={(x) => onChange({ ...value, x })} />
    <MoveRange label={pictureTexts.down} value={value.y ?? 0} onChange={(y) => onChange({ ...value, y })} />
  </>
)

const shapes = ['original', '1:1', '4:5', '16:9', '9:16', 'marketplace'] as const
type Shape = (typeof shapes)[number]

const shapeChoices = shapes.map((value) => ({ value, ...canvasTexts.shapes[value] }))

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
      <p className="text-sm font-medium">{canvasTexts.legend}</p>
      <Segmented
        wrap
        legend={canvasTexts.legend}
        choices={shapeChoices}
        value={shapeOf(value)}
        onChange={choose}
      />
      {canvas ? (
        <>
          {note ? <p className="text-xs text-ink-soft">{note}</p> : null}
          <Range
            label={canvasTexts.fill}
            value={canvas.fill}
            {...fill}
            step={0.01}
            text={percent(canvas.fill)}
            onChange={(next) => put({ ...canvas, fill: next })}
          />
        </>
      ) : null}
    </>
  )
}
