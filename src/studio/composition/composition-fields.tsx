import { type Composition, isNoComposition } from '#contract/composition.ts'
import { type GroundKind, groundKind, groundKinds } from '#library/recipe/ground-kind.ts'
import { messages } from '#studio/messages/messages.ts'
import { ColorChoice } from '#studio/ui/color-choice.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { GradientFields, OriginalFields, PictureFields } from './background-fields.tsx'
import { CanvasFields } from './canvas-fields.tsx'
import { EffectFields } from './effect-fields.tsx'

const texts = messages.composition

const kindChoices = groundKinds.map((value) => ({ value, label: texts.kinds[value] }))

/** What stands behind and around the subject: a colour of the API, or what only this device composes. */
type Ground = {
  /** A colour as the API writes it; null for transparency. */
  readonly background: string | null
  /** The id of the picture behind the subject, where the composition asks for one. */
  readonly picture: string
  readonly composition: Composition
}

/** What each kind begins with. */
const beginnings: Readonly<Record<Exclude<GroundKind, 'none' | 'color'>, Composition['background']>> = {
  gradient: {
    kind: 'gradient',
    shape: 'linear',
    angle: 180,
    stops: [
      { color: '#ffffff', at: 0 },
      { color: '#b8c4d6', at: 1 },
    ],
  },
  picture: { kind: 'picture', fit: 'cover' },
  blurred: { kind: 'original', blur: 0.02, saturation: 1 },
  grey: { kind: 'original', blur: 0, saturation: 0 },
}

type Props = {
  /** Says what a canvas lies around; absent where that is plain. */
  readonly canvasNote?: string
  readonly value: Ground
  readonly onChange: (change: Partial<Ground>) => void
  /** Says what is behind the subject if nothing is chosen. */
  readonly note: string
  /** Says what becomes of a composition that cannot be made where the work is done; null where it can. */
  readonly lossNote: string | null
}

/** The fields for what stands behind and around the subject of the saved file. */
export function CompositionFields({ canvasNote, value, onChange, note, lossNote }: Props) {
  const { background, composition } = value
  const kind = groundKind(background !== null, composition)
  const compose = (part: Partial<Composition>) => onChange({ composition: { ...composition, ...part } })
  const choose = (next: GroundKind) =>
    next === 'none' || next === 'color'
      ? onChange({
          background: next === 'none' ? null : (background ?? '#ffffff'),
          composition: { ...composition, background: null },
        })
      : onChange({ background: null, composition: { ...composition, background: beginnings[next] } })
  return (
    <>
      <Segmented wrap legend={texts.legend} choices={kindChoices} value={kind} onChange={choose} />
      {kind === 'none' ? <p className="text-xs text-ink-soft">{note}</p> : null}
      {kind === 'color' && background !== null ? (
        <ColorChoice
          label={texts.field}
          value={background}
          onChange={(color) => onChange({ background: color })}
        />
      ) : null}
      {composition.background?.kind === 'gradient' ? (
        <GradientFields
          value={composition.background}
          onChange={(gradient) => compose({ background: gradient })}
        />
      ) : null}
      {composition.background?.kind === 'picture' ? (
        <PictureFields
          value={composition.background}
          onChange={(placed) => compose({ background: placed })}
          pictureId={value.picture}
          onPicture={(picture) => onChange({ picture })}
        />
      ) : null}
      {composition.background?.kind === 'original' ? (
        <OriginalFields
          value={composition.background}
          onChange={(original) => compose({ background: original })}
        />
      ) : null}
      <EffectFields value={composition} onChange={compose} />
      <CanvasFields {...(canvasNote && { note: canvasNote })} value={value} onChange={onChange} />
      {lossNote !== null && !isNoComposition(composition) ? (
        <p className="text-xs text-ink-soft">{lossNote}</p>
      ) : null}
    </>
  )
}
