import { flushSync } from 'react-dom'
import { isIn, type Mode, type Modes, placeOf } from '#studio/state/modes.ts'
import { type EditorStore, type EditTool, withTool } from './editor-state.ts'

type Parts = { readonly editor: EditorStore; readonly modes: Modes }

const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus()

const editedPicture = '[data-edited-picture]'

/** Attributes of the picture while it is edited, besides its role. */
export const editedPictureProps = { tabIndex: 0, 'data-edited-picture': true } as const

/** The name of the radio buttons that choose a tool. */
export const toolChoiceName = 'edit-tool'

/** Chooses a tool, with which the editing begins. */
export const chooseTool = (
  { editor, modes }: Parts,
  tool: EditTool,
  entered: Pick<Mode, 'itemId' | 'onLeave'> = {},
): void => {
  const isEditing = placeOf(modes.get()) === 'edit'
  editor.set((state) => ({ ...withTool(state, tool), crosshair: isEditing ? state.crosshair : null }))
  if (!isEditing) modes.enter({ name: 'edit', ...entered })
}

/** Chooses the brush that keeps, and gives the focus to the picture, whose keys draw from then on. */
export const beginEditing = (parts: Parts, entered?: Pick<Mode, 'itemId' | 'onLeave'>): void => {
  // The picture takes the focus only when it is shown as one that is edited.
  flushSync(() => chooseTool(parts, 'brushKeep', entered))
  focusOn(editedPicture)
  if (document.querySelector(editedPicture)) return
  // The viewer comes with the picture, a moment later.
  const observer = new MutationObserver(() => {
    const isThere = document.querySelector(editedPicture) !== null
    if (!isThere && placeOf(parts.modes.get()) === 'edit') return
    observer.disconnect()
    focusOn(editedPicture)
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

/** Leads from the picture to its tools, and from there out of the editing; at once to the grid, if that led here. */
export const leaveEditing = (modes: Modes): void => {
  if (!isIn(modes.get(), 'grid') && document.activeElement?.matches(editedPicture))
    focusOn(`[name=${toolChoiceName}]:checked`)
  else modes.leave('edit')
}
