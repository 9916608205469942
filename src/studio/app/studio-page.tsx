import { useEffect, useState } from 'react'
import { selectedItem } from '#library/items/item-list.ts'
import type { RecipesPage } from '#studio/features/recipes/recipes-page.ts'
import { FilePicker, type Intake, useIntake } from '#studio/intake/use-intake.tsx'
import type { PageList } from '#studio/items/media-kind.ts'
import { UndoBar, useUndo } from '#studio/items/undo-bar.tsx'
import type { Command } from '#studio/keyboard/command.ts'
import { useCommands } from '#studio/keyboard/use-commands.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { isIn } from '#studio/state/modes.ts'
import { useStore, useStoreSelector } from '#studio/state/store.ts'
import { usePlace, useStudio } from '#studio/state/use-studio.ts'
import { Later } from '#studio/ui/later.tsx'
import { DropOverlay, useFileDrop } from './drop-overlay.tsx'
import { EmptyPage } from './empty-page.tsx'
import { laterParts } from './later-parts.ts'
import { Notifications } from './notifications.tsx'
import type { Studio } from './open-studio.ts'

type Props = {
  readonly studio: Studio
  readonly commands: readonly Command[]
  readonly filePicker: Intake['inputRef']
}

/** The main part of the page: the list, the viewer and the settings; or the empty page. */
export function StudioPage({
  studio: { list, review, work, announcer, batches },
  commands,
  filePicker,
}: Props) {
  const opened = useStore(work)
  const state = useStore(list)
  const hasBatch = usePlace() === 'batch'
  const undo = useUndo(list)
  const prepare = () => {
    work.load().then(
      () => {
        for (const kind of list.kinds) kind.prepare(list.nextRecipe(kind))
      },
      // Called when a file comes.
      () => {},
    )
  }
  const importRecipes = (files: readonly File[]) => {
    work.load().then(
      ({ recipes }) => recipes.importFiles(files),
      () => announcer.warn(messages.app.notLoaded),
    )
  }
  const onFiles = () => {
    batches.hide()
    prepare()
  }
  const intake = useIntake(list, filePicker, onFiles, importRecipes)
  const isOver = useFileDrop(intake.addDropped)
  useEffect(() => {
    if (isOver) prepare()
  })
  // Keys change nothing that is hidden.
  useCommands(hasBatch ? commands.filter(({ id }) => batchCommands.includes(id)) : commands)

  const isEmpty = state.items.length === 0
  const empty = <EmptyPage intake={intake} isReady={opened !== null} onNear={prepare} />
  return (
    <main className="relative flex min-h-0 flex-1 flex-col bg-ground" data-busy={isEmpty ? undefined : true}>
      {opened?.kept ? <Later part={laterParts.foundItems} props={{ kept: opened.kept, list }} /> : null}
      {opened && !hasBatch ? <Later part={laterParts.batchLine} props={{ page: batches }} /> : null}
      <div className="relative min-h-0 flex-1 overflow-y-auto max-lg:scroll-pb-36 stacked:has-[nav_[aria-expanded=true]]:scroll-pb-84">
        {hasBatch ? (
          <Later part={laterParts.batchView} props={{ page: batches, list }} />
        ) : isEmpty ? (
          empty
        ) : (
          <Later part={laterParts.workArea} props={{ list, review, empty }} />
        )}
      </div>
      <Notifications intake={intake} hasField={selectedItem(state) === null && !hasBatch} />
      {opened ? <Later part={laterParts.tabProgress} props={{ list, page: batches }} /> : null}
      {opened ? <Recipes page={opened.recipes} list={list} /> : null}
      <UndoBar undo={undo} hasList={!isEmpty} />
      <FilePicker intake={intake} />
      {isOver ? <DropOverlay /> : null}
    </main>
  )
}

const batchCommands: readonly Command['id'][] = ['folder', 'help', 'back']

/** The dialog of recipes, rendered after it was first opened. */
function Recipes({ page, list }: { readonly page: RecipesPage; readonly list: PageList }) {
  const isOpen = useStoreSelector(useStudio().modes, (state) => isIn(state, 'recipes'))
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setOpened(true)
  return wasOpened ? <Later part={laterParts.recipes} props={{ page, list }} /> : null
}
