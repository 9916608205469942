import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AlternativeEdit } from '#contract/image-edits.ts'
import { levels } from '#contract/image-options.ts'
import { advanceEdits } from '#library/history/edit-history.ts'
import { hasWork, type ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { sentOf } from '#library/pictures/picture-output.ts'
import type { Recipe } from '#library/recipe/recipe.ts'
import { lookName, lookNames, withLook } from '#studio/composition/looks.ts'
import { usePictureProposals } from '#studio/features/image/edit/use-picture-proposals.ts'
import { lookChange } from '#studio/features/image/recipe/image-settings.tsx'
import { formatBytes } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { useStoreSelector } from '#studio/state/store.ts'
import { useService } from '#studio/state/use-studio.ts'

const texts = messages.image.beside

/** A change that makes another result of a picture. */
export type Variant = {
  readonly value: string
  readonly label: string
  /** The download that it needs, in bytes. */
  readonly missingBytes: number
  readonly change: Partial<Recipe>
  readonly edit: AlternativeEdit | null
}

/** Other results of a picture: other levels, offered cut-outs, and looks. */
export function useVariants(item: PictureItem, queue: ImageQueue): readonly Variant[] {
  const isAtWork = useStoreSelector(queue, hasWork)
  const { proposals } = usePictureProposals(item, false, !isAtWork)
  const { data: device } = useQuery(deviceReport(useService()))
  const { recipe } = item
  const isOwn = sentOf(item) === null
  return useMemo(() => {
    const ofLevels = levels
      .filter((level) => isOwn && level !== recipe.level && level in messages.image.settings.levels)
      .map((level): Variant => {
        const missingBytes = device?.missingBytes[level] ?? 0
        const name = messages.ui.levels[level]
        const label = missingBytes > 0 ? texts.fetching(name, formatBytes(missingBytes)) : name
        return { value: level, label, missingBytes, change: { level }, edit: null }
      })
    const ofTakes = (proposals?.takes ?? []).map(
      (edit, at): Variant => ({
        value: `take-${at}`,
        label: texts.cutout(at + 1),
        missingBytes: 0,
        change: {},
        edit,
      }),
    )
    const ofLooks = lookNames
      .filter((name) => name !== lookName(recipe))
      .map((name): Variant => {
        const label = messages.composition.looks[name]
        return {
          value: name,
          label,
          missingBytes: 0,
          change: lookChange(recipe, withLook(recipe, name)),
          edit: null,
        }
      })
    return [...ofLevels, ...ofTakes, ...(recipe.channels === 'alpha' ? [] : ofLooks)]
  }, [recipe, isOwn, proposals, device])
}

/** A picture with a variant applied. */
export const withVariant = (item: PictureItem, { change, edit }: Variant): PictureItem => ({
  ...item,
  recipe: { ...item.recipe, ...change },
  edits: edit ? advanceEdits(item.edits, { type: 'add', edit }) : item.edits,
})
