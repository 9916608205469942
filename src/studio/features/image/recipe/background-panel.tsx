import { type Composition, isNoComposition } from '#contract/composition.ts'
import { useConnection } from '#studio/hooks/use-service.ts'
import { useRecipe } from '#studio/hooks/use-studio.ts'
import { messages } from '#studio/messages/messages.ts'
import type { Recipe } from '#studio/state/recipe.ts'
import { ColorChoice } from '#studio/ui/color-choice.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { GradientFields, OriginalFields, PictureFields } from './background-fields.tsx'
import { OutlineFields, ShadowFields } from './effect-fields.tsx'

const texts = messages.image.settings.background

const kinds = ['none', 'color', 'gradient', 'picture', 'blurred', 'grey'] as const
type Kind = (typeof kinds)[number]

const kindChoices = kinds.map((value) => ({ value, label: texts.kinds[value] }))

const kindOf = ({ background, composition }: Recipe): Kind => {
  switch (composition.background?.kind) {
    case 'gradient':
      return 'gradient'
    case 'picture':
      return 'picture'
    case 'original':
      return composition.background.saturation < 1 ? 'grey' : 'blurred'
    case undefined:
      return background === null ? 'none' : 'color'
  }
}

/** What each kind begins with. */
const beginnings: Readonly<Record<Exclude<Kind, 'none' | 'color'>, Composition['background']>> = {
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

/** What stands behind and around the subject of the saved file. */
export function BackgroundPanel() {
  const [recipe, change] = useRecipe()
  const { service } = useConnection()
  const { background, channels, composition } = recipe
  if (channels === 'alpha') return <p className="text-xs text-ink-soft">{texts.none}</p>
  const kind = kindOf(recipe)
  const compose = (part: Partial<Composition>) => change({ composition: { ...composition, ...part } })
  const choose = (next: Kind) =>
    next === 'none' || next === 'color'
      ? change({
          background: next === 'none' ? null : (background ?? '#ffffff'),
          composition: { ...composition, background: null },
        })
      : change({ background: null, composition: { ...composition, background: beginnings[next] } })
  const { shadow, outline } = composition
  return (
    <>
      <Segmented wrap legend={texts.legend} choices={kindChoices} value={kind} onChange={choose} />
      {kind === 'none' ? <p className="text-xs text-ink-soft">{transparencyNote(recipe)}</p> : null}
      {kind === 'color' && background !== null ? (
        <ColorChoice
          label={texts.field}
          value={background}
          onChange={(color) => change({ background: color })}
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
          fit={composition.background.fit}
          onChange={(picture) => compose({ background: picture })}
        />
      ) : null}
      {composition.background?.kind === 'original' ? (
        <OriginalFields
          value={composition.background}
          onChange={(original) => compose({ background: original })}
        />
      ) : null}
      <ShadowFields value={shadow} onChange={(next) => compose({ shadow: next })} />
      <OutlineFields value={outline} onChange={(next) => compose({ outline: next })} />
      {service && !isNoComposition(composition) ? (
        <p className="text-xs text-ink-soft">{texts.onDeviceOnly}</p>
      ) : null}
    </>
  )
}

/** What is behind the subject if nothing is chosen. */
const transparencyNote = ({ format, channels }: Recipe): string => {
  if (format === 'jpg') return texts.jpg
  return channels === 'rgb' ? texts.opaque : texts.transparent
}
