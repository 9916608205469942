import { keepJournal } from '#library/history/saved-journal.ts'
import { openUndoJournal } from '#library/history/undo-journal.ts'
import { keepList } from '#library/items/keep-list.ts'
import { openTabMemory } from '#library/items/tab-memory.ts'
import { openRecipesPage, recipeCommands } from '#studio/features/recipes/recipes-page.ts'
import { announceEvents, announceList } from '#studio/items/announcements.ts'
import type { KindParts, StudioParts } from '#studio/items/kind-parts.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { reviewCommands } from '#studio/items/review-commands.ts'
import { saveAllResults } from '#studio/items/save-all.ts'
import { countGestures } from '#studio/keyboard/count-gestures.ts'
import type { Work } from './open-studio.ts'
import { leavingCommands, selectedItemCommands, sharedCommands } from './shared-commands.ts'

/** Opens the kinds of media and the observers of their items. If several kinds accept a file, the last one gets it. */
export function openWork(opened: StudioParts, kinds: readonly ((parts: KindParts) => MediaKind)[]): Work {
  const { list, announcer } = opened
  const parts: KindParts = { ...opened, tell: announceEvents(announcer, list) }
  for (const open of kinds) list.register(open(parts))
  announceList(list, announcer.announce)
  list.subscribe(() => parts.modes.select(list.get().selectedId))
  const store = parts.service.onDevice?.keptItems
  const memory = openTabMemory(() => sessionStorage)
  const kept = store ? keepList({ ...parts, store, memory, page: window }) : null
  const journal = openUndoJournal(parts, countGestures())
  void kept?.opened.then(() => keepJournal({ journal, storage: () => sessionStorage, page: window }))
  const review = reviewCommands(parts)
  const recipes = openRecipesPage(parts)
  return {
    kept,
    recipes,
    kinds: list.kinds,
    saveAll: (call, ...what) => saveAllResults(list, call, ...what),
    commands: (page) => [
      ...leavingCommands(parts),
      ...review,
      ...recipeCommands({ ...parts, page: recipes }),
      ...list.kinds.flatMap((kind) => [...selectedItemCommands(list, kind), ...(kind.listCommands ?? [])]),
      ...sharedCommands({ ...parts, ...page, journal }),
    ],
  }
}
