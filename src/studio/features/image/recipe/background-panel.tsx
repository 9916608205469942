import { CompositionFields } from '#studio/composition/composition-fields.tsx'
import { isPicture } from '#studio/features/image/queue/picture-item.ts'
import { useConnection } from '#studio/hooks/use-service.ts'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { messages } from '#studio/messages/messages.ts'
import type { Recipe } from '#studio/state/recipe.ts'

const texts = messages.image.settings.background

/** What stands behind and around the subject of the saved file. */
export function BackgroundPanel() {
  const [recipe, change] = useItemRecipe(isPicture)
  const { service } = useConnection()
  if (recipe.channels === 'alpha') return <p className="text-xs text-ink-soft">{texts.none}</p>
  return (
    <CompositionFields
      value={recipe}
      onChange={change}
      note={transparencyNote(recipe)}
      lossNote={service && texts.onDeviceOnly}
    />
  )
}

/** What is behind the subject if nothing is chosen. */
const transparencyNote = ({ format, channels }: Recipe): string => {
  if (format === 'jpg') return texts.jpg
  return channels === 'rgb' ? texts.opaque : texts.transparent
}
