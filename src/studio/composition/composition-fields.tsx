import { useState } from 'react'
import { isNoComposition, noComposition } from '#contract/composition.ts'
import { messages } from '#studio/messages/messages.ts'
import { ColorChoice } from '#studio/ui/color-choice.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { GradientFields, OriginalFields, PictureFields } from './background-fields.tsx'
import { EffectFields, type EffectName, EffectSwitches, effectsOf } from './effect-fields.tsx'
import { LookTiles, type TilePictures } from './look-tiles.tsx'
import {
  type Ground,
  type GroundName,
  groundName,
  grounds,
  type LookName,
  lookName,
  lookNames,
  withGround,
  withLook,
} from './looks.ts'

const texts = messages.composition

const groundNames = Object.keys(grounds) as GroundName[]
const none = { background: null, composition: noComposition }

/** The recipe of a composition. */
type GroundRecipe = Ground & {
  /** The id of the background picture, if the composition has one. */
  readonly picture: string
}

type Props = {
  readonly value: GroundRecipe
  readonly onChange: (change: Partial<GroundRecipe>) => void
  /** Applies a look; the file's format must then support its transparency. */
  readonly onLook: (look: Ground) => void
  readonly pictures: TilePictures
  /** A warning about the background if none is chosen; null if it is transparency. */
  readonly note: string | null
  /** A text about a composition that the place of the work cannot make; null if it can. */
  readonly lossNote: string | null
}

/** Tiles of backgrounds and looks, and below them the fields of one part of the chosen composition. */
export function CompositionFields({ value, onChange, onLook, pictures, note, lossNote }: Props) {
  const { composition } = value
  const [shown, setShown] = useState<EffectName | 'ground'>('ground')
  const name = groundName(value)
  const parts = [...(name === 'none' ? [] : (['ground'] as const)), ...effectsOf(composition)]
  const part = parts.find((each) => each === shown) ?? parts[0]
  const change = (next: Partial<Ground['composition']>) =>
    onChange({ composition: { ...composition, ...next } })
  return (
    <>
      <LookTiles
        legend={texts.legend}
        names={groundNames}
        texts={texts.kinds}
        value={name}
        columns={4}
        pictures={pictures}
        lookOf={(each) => withGround(none, each)}
        onChange={(next) => {
          setShown('ground')
          onChange(withGround(value, next))
        }}
      />
      {name === 'none' && note !== null ? <p className="text-xs text-ink-soft">{note}</p> : null}
      <LookTiles
        legend={texts.looksLegend}
        names={lookNames}
        texts={texts.looks}
        value={lookName(value)}
        columns={5}
        pictures={pictures}
        lookOf={(each) => withLook(none, each)}
        onChange={(next: LookName) => {
          const look = withLook(value, next)
          setShown(effectsOf(look.composition)[0] ?? 'ground')
          onLook(look)
        }}
      />
      <EffectSwitches value={composition} onChange={change} onShow={setShown} />
      {parts.length > 1 ? (
        <Segmented
          wrap
          legend={texts.details}
          choices={parts.map((each) => ({ value: each, label: texts.parts[each] }))}
          value={part ?? null}
          onChange={setShown}
        />
      ) : null}
      {part === 'ground' ? <GroundFields value={value} onChange={onChange} /> : null}
      {part && part !== 'ground' ? <EffectFields value={composition} onChange={change} name={part} /> : null}
      {lossNote !== null && !isNoComposition(composition) ? (
        <p className="text-xs text-ink-soft">{lossNote}</p>
      ) : null}
    </>
  )
}

/** The fields of the chosen background. */
function GroundFields({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  const { background: color, composition } = value
  const { background } = composition
  const put = (next: typeof background) => onChange({ composition: { ...composition, background: next } })
  switch (background?.kind) {
    case undefined:
      return color === null ? null : (
        <ColorChoice label={texts.field} value={color} onChange={(next) => onChange({ background: next })} />
      )
    case 'gradient':
      return <GradientFields value={background} onChange={put} />
    case 'picture':
      return (
        <PictureFields
          value={background}
          onChange={put}
          pictureId={value.picture}
          onPicture={(picture) => onChange({ picture })}
        />
      )
    case 'original':
      return <OriginalFields value={background} onChange={put} />
  }
}
