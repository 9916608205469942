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

/** Chooses a tool and enters the edit mode. */
export const chooseTool = (
  { editor, modes }: Parts,
  tool: EditTool,
  entered: Pick<Mode, 'itemId' | 'onLeave'> = {},
): void => {
  const isEditing = placeOf(modes.get()) === 'edit'
  editor.set((state) => ({ ...withTool(state, tool), crosshair: isEditing ? state.crosshair : null }))
  if (!isEditing) modes.enter({ name: 'edit', ...entered })
}

/** Chooses the brush that keeps, and focuses the picture, whose keys then draw. */
export const beginEditing = (parts: Parts, entered?: Pick<Mode, 'itemId' | 'onLeave'>): void => {
  // The picture is focusable only after it is rendered for editing.
  flushSync(() => chooseTool(parts, 'brushKeep', entered))
  focusOn(editedPicture)
  if (document.querySelector(editedPicture)) return
  // The picture is rendered with the viewer, a moment later.
  const observer = new MutationObserver(() => {
    const isThere = document.querySelector(editedPicture) !== null
    if (!isThere && placeOf(parts.modes.get()) === 'edit') return
    observer.disconnect()
    focusOn(editedPicture)
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

/** Moves the focus from the picture to its tools; if it is elsewhere, or editing began in the grid, leaves editing. */
export const leaveEditing = (modes: Modes): void => {
  if (!isIn(modes.get(), 'grid') && document.activeElement?.matches(editedPicture))
    focusOn(`[name=${toolChoiceName}]:checked`)
  else modes.leave('edit')
}
