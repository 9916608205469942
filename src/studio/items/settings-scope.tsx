import { BookMarked, CopyCheck, History } from 'lucide-react'
import { useState } from 'react'
import type { Scope } from '#library/items/chosen-items.ts'
import { findItem } from '#library/items/item.ts'
import { changeRecipe, differencesFrom, othersOf, scopeOf, setScope } from '#library/items/item-recipes.ts'
import { isSamePart, withParts } from '#library/recipe/recipe-parts.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { Dialog } from '#studio/ui/dialog.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { ApplySettings } from './apply-settings.tsx'
import { useShownItem } from './shown-item.ts'

const texts = messages.items.settings

/**
 * The head of the settings: which items a change affects, and buttons that copy settings from other items or the last
 * visit.
 */
export function SettingsScope() {
  const { list, id } = useShownItem()
  const state = useStore(list)
  const [isApplying, setIsApplying] = useState(false)
  const item = findItem(state.items, id)
  if (!item) return null
  const kind = list.kindOf(item)
  const scope = scopeOf(list, item)
  const others = othersOf(state, item, 'all')
  const chosen = othersOf(state, item, 'chosen')
  const shared = kind.recipeParts.filter(({ isOwn }) => !isOwn)
  const offersLast =
    shared.every((part) => isSamePart(item.recipe, kind.firstRecipe, part)) &&
    shared.some((part) => !isSamePart(kind.lastRecipe, kind.firstRecipe, part))
  const choices: readonly { readonly value: Scope; readonly label: string; readonly hint?: string }[] = [
    { value: 'one', label: kind.texts.thisOne },
    ...(chosen.length > 0
      ? [{ value: 'chosen' as const, label: texts.chosen(chosen.length + 1), hint: texts.ownStay }]
      : []),
    { value: 'all', label: texts.all(others.length + 1), hint: texts.ownStay },
  ]
  const differs = differencesFrom(list, item, 'all').length > 0
  return (
    <section
      aria-label={texts.title}
      className="flex shrink-0 items-center gap-1 overflow-x-auto border-b border-line px-4 py-2.5 [scrollbar-width:none]"
    >
      {others.length > 0 ? (
        <div className="flex-1">
          <Segmented
            legend={texts.title}
            choices={choices}
            value={scope}
            onChange={(next) => setScope(list, item, next)}
          />
        </div>
      ) : (
        <span className="flex-1 text-sm text-ink-soft">{kind.texts.thisOne}</span>
      )}
      {offersLast ? (
        <IconButton
          icon={History}
          label={texts.useLast}
          onClick={() => changeRecipe(list, id, withParts(item.recipe, kind.lastRecipe, shared))}
        />
      ) : null}
      {differs ? (
        <IconButton icon={CopyCheck} label={texts.apply} onClick={() => setIsApplying(true)} />
      ) : null}
      <IconButton icon={BookMarked} label={messages.recipes.title} command="recipes" />
      <Dialog title={texts.applyTitle(item.name)} open={isApplying} onClose={() => setIsApplying(false)}>
        <ApplySettings
          list={list}
          item={item}
          hasChosen={chosen.length > 0}
          onDone={() => setIsApplying(false)}
        />
      </Dialog>
    </section>
  )
}
