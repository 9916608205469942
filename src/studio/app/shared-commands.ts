import type { UndoJournal } from '#library/history/undo-journal.ts'
import type { Item } from '#library/items/item.ts'
import { nextItem, selectedItem } from '#library/items/item-list.ts'
import { leaveEditing } from '#studio/edit/edit-focus.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import type { MediaKind, PageList } from '#studio/items/media-kind.ts'
import { listedItems } from '#studio/items/reviewed-items.ts'
import type { Command } from '#studio/keyboard/command.ts'
import { messages } from '#studio/messages/messages.ts'
import { isHeld, placeOf } from '#studio/state/modes.ts'
import {
  fitToViewport,
  steppedBack,
  type ViewerState,
  withDivider,
  zoomed,
} from '#studio/viewer/viewer-state.ts'
import { zoomStep } from '#studio/viewer/zoom-math.ts'
import { type PageCalls, pageCommands } from './page-commands.ts'

type Parts = Pick<KindParts, 'list' | 'viewer' | 'review'> & PageCalls & { readonly journal: UndoJournal }

/** The command of Esc: it leaves the innermost mode. */
export const leavingCommands = (parts: Pick<KindParts, 'list' | 'viewer' | 'modes'>): readonly Command[] => {
  const { list, viewer, modes } = parts
  const innermost = (): (() => void) | null => {
    const place = placeOf(modes.get())
    const leave = () => modes.leave(place ?? undefined)
    if (place === 'batch' || place === 'grid' || place === 'visit') return leave
    const item = selectedItem(list.get())
    if (!item) return null
    const kind = list.kindOf(item)
    const ending = kind.leave(item)
    if (ending) return ending
    if (place === 'beside') return leave
    if (place === 'edit' && kind.isEditable(item)) return () => leaveEditing(modes)
    const back = steppedBack(viewer.get())
    return back && (() => viewer.set(back))
  }
  const keys = ['Escape']
  return [
    { id: 'back', keys, isEverywhere: true, applies: () => isHeld(modes.get()), run: () => modes.leave() },
    { id: 'chooseNone', keys, applies: () => list.get().chosenIds.length > 0, run: list.chooseNone },
    { id: 'back', keys, applies: () => innermost() !== null, run: () => innermost()?.() },
  ]
}

/** Commands for any kind of item, and without one. While nothing is shown, most keys are left to the browser. */
export const sharedCommands = ({ list, viewer, review, journal, ...page }: Parts): readonly Command[] => {
  const [open, paste, folder, help] = pageCommands(page)
  const onViewer = (
    known: Omit<Command, 'applies' | 'run'>,
    change: (state: ViewerState) => ViewerState,
  ): Command => ({
    ...known,
    applies: () =>
      list.get().selectedId !== null && !viewer.get().isEmpty && placeOf(page.modes.get()) !== 'grid',
    run: () => viewer.set(change),
  })
  const peek = (peeking: boolean) => (state: ViewerState) => ({ ...state, peeking })
  const divide = (by: number) => (state: ViewerState) => withDivider(state, state.divider + by)
  return [
    open,
    paste,
    folder,
    {
      id: 'next',
      keys: ['Enter'],
      applies: () => nextItem(list.get()) !== null,
      run: () => {
        const item = nextItem(list.get())
        if (item) list.select(item.id)
      },
    },
    // The list handles these keys.
    { id: 'moveInList', keys: [], shownKeys: ['↑', '↓'] },
    {
      id: 'chooseMore',
      keys: [],
      shownKeys: [messages.keys.withCtrl(messages.keys.click), messages.keys.withShift(messages.keys.click)],
    },
    {
      id: 'chooseAll',
      keys: ['Ctrl+a'],
      applies: () => list.get().items.length > 1,
      run: () => list.chooseAll(listedItems(list.get().items, review.get(), list)),
    },
    {
      id: 'remove',
      keys: ['Delete'],
      applies: () => selectedItem(list.get()) !== null,
      run: () => {
        const { selectedId, chosenIds } = list.get()
        if (chosenIds.length > 0) list.remove(chosenIds)
        else if (selectedId !== null) list.remove([selectedId])
      },
    },
    { id: 'undo', keys: ['Ctrl+z', 'u'], repeats: true, applies: journal.canUndo, run: journal.undo },
    {
      id: 'redo',
      keys: ['Ctrl+y', 'Ctrl+Shift+z'],
      repeats: true,
      applies: journal.canRedo,
      run: journal.redo,
    },
    {
      ...onViewer({ id: 'peek', keys: [' '] }, peek(true)),
      release: () => viewer.set(peek(false)),
    },
    onViewer({ id: 'result', keys: ['1'] }, (state) => ({ ...state, view: 'result' })),
    onViewer({ id: 'compare', keys: ['2'] }, (state) => ({ ...state, view: 'compare' })),
    onViewer({ id: 'original', keys: ['3'] }, (state) => ({ ...state, view: 'original' })),
    onViewer({ id: 'dividerLeft', keys: ['ArrowLeft'], repeats: true }, divide(-0.02)),
    onViewer({ id: 'dividerRight', keys: ['ArrowRight'], repeats: true }, divide(0.02)),
    onViewer({ id: 'zoomIn', keys: ['+', '='], shownKeys: ['+'], repeats: true }, (state) =>
      zoomed(state, zoomStep),
    ),
    onViewer({ id: 'zoomOut', keys: ['-', '−'], shownKeys: ['−'], repeats: true }, (state) =>
      zoomed(state, 1 / zoomStep),
    ),
    onViewer({ id: 'zoomFit', keys: ['0'] }, fitToViewport),
    // The handles of a placed subject handle these keys.
    { id: 'moveSubject', keys: [], shownKeys: [messages.keys.arrows] },
    { id: 'scaleSubject', keys: [], shownKeys: ['+', '−'] },
    { id: 'turnSubject', keys: [], shownKeys: ['[', ']'] },
    { id: 'resetSubject', keys: [], shownKeys: ['0'] },
    help,
  ]
}

/** The commands of a kind, applied to the selected item, while it is of that kind. */
export const selectedItemCommands = (
  list: Pick<PageList, 'get'>,
  { name, commands }: Pick<MediaKind, 'name' | 'commands'>,
): readonly Command[] =>
  commands.map(({ icon: _icon, label: _label, applies, run, ...known }) => {
    const selected = (): Item | null => {
      const item = selectedItem(list.get())
      return item?.kind === name && (applies?.(item) ?? true) ? item : null
    }
    const runSelected = () => {
      const item = selected()
      if (item) run?.(item)
    }
    return { ...known, applies: () => selected() !== null, ...(run && { run: runSelected }) }
  })
