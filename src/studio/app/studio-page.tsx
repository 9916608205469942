import { useEffect, useMemo } from 'react'
import { type SaveAllCall, useSaveAll, useSaveAllWork } from '#studio/hooks/use-save-all.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { FilePicker, type Intake, useIntake } from '#studio/intake/use-intake.tsx'
import { FoundItemsOffer } from '#studio/items/found-items.tsx'
import { selectedItem } from '#studio/items/item-list.ts'
import { ListBar, ListPanel } from '#studio/items/list-panel.tsx'
import { ShownItemContext } from '#studio/items/shown-item.ts'
import { useTabProgress } from '#studio/items/tab-progress.ts'
import { UndoBar, useUndo } from '#studio/items/undo-bar.tsx'
import type { Command } from '#studio/keyboard/command.ts'
import { useCommands } from '#studio/keyboard/use-commands.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore, useStoreSelector } from '#studio/state/store.ts'
import { ErrorBoundary } from '#studio/ui/error-boundary.tsx'
import { DropOverlay, useFileDrop } from './drop-overlay.tsx'
import { EmptyPage } from './empty-page.tsx'
import { Notifications } from './notifications.tsx'
import type { Studio } from './open-studio.ts'

const text = messages.app

type Props = {
  readonly studio: Studio
  readonly commands: readonly Command[]
  readonly filePicker: Intake['inputRef']
}

/** The main part of the page: the list, the viewer and the settings; or the empty page. */
export function StudioPage({ studio: { list, editor, kept }, commands, filePicker }: Props) {
  const state = useStore(list)
  const hasTool = useStoreSelector(editor, ({ tool }) => tool !== null)
  const intake = useIntake(list, filePicker)
  const saveAll = useSaveAll()
  const saveChosen = (call: SaveAllCall) => saveAll.save({ ...call, ids: list.get().chosenIds })
  const zip = useSaveAllWork({ save: saveChosen }, useAnnounce())
  const undo = useUndo(list)
  const prepare = () => {
    for (const kind of list.kinds) kind.prepare(list.nextRecipe(kind))
  }
  const isOver = useFileDrop(intake.addDropped)
  useEffect(() => {
    if (isOver) prepare()
  })
  useCommands(commands)
  useTabProgress(list)

  const item = selectedItem(state)
  const id = item?.id ?? null
  const shown = useMemo(() => (id === null ? null : { list, id }), [list, id])
  const kind = item && list.kindOf(item)
  const isEditing = hasTool && item !== null && kind?.isEditable(item) === true
  const isEmpty = state.items.length === 0
  const empty = <EmptyPage intake={intake} list={list} onNear={prepare} />
  return (
    <main className="relative flex min-h-0 flex-1 flex-col bg-ground" data-busy={isEmpty ? undefined : true}>
      {kept ? <FoundItemsOffer kept={kept} list={list} /> : null}
      <div className="relative min-h-0 flex-1 overflow-y-auto max-lg:scroll-pb-36 stacked:has-[nav_[aria-expanded=true]]:scroll-pb-84">
        {isEmpty ? (
          empty
        ) : (
          <div className="flex flex-col stacked:min-h-full sideways:grid sideways:h-full sideways:grid-cols-[minmax(0,1fr)_auto] sideways:grid-rows-[auto_auto_minmax(0,1fr)] lg:h-full lg:flex-row">
            {item ? <h1 className="sr-only">{text.heading(item.name)}</h1> : null}
            <ErrorBoundary name={text.parts.list} className="border-line bg-panel lg:w-64 lg:border-r">
              {/* On phones, one row; the picture that is edited gets all the room. */}
              <div
                className={`contents ${isEditing ? 'max-lg:hidden' : 'stacked:flex stacked:items-center stacked:border-b stacked:border-line stacked:bg-panel'}`}
              >
                <ListPanel list={list} zip={zip} onPick={intake.pick} />
                <ListBar list={list} zip={zip} onPick={intake.pick} />
              </div>
            </ErrorBoundary>
            {item && kind ? (
              <ErrorBoundary key={kind.name} name={text.parts.viewer} resetKey={item.id} className="flex-1">
                <ShownItemContext value={shown}>{kind.workspace(item, isEditing)}</ShownItemContext>
              </ErrorBoundary>
            ) : (
              <div className="sideways-viewer min-h-0 min-w-0 flex-1">{empty}</div>
            )}
          </div>
        )}
      </div>
      <Notifications intake={intake} zip={zip} hasField={!item} />
      <UndoBar undo={undo} hasList={!isEmpty} />
      <FilePicker intake={intake} />
      {isOver ? <DropOverlay /> : null}
    </main>
  )
}
