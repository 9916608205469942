import { flushSync } from 'react-dom'
import { type EditorStore, withTool } from './editor-state.ts'

const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus()

const editedPicture = '[data-edited-picture]'

/** Attributes of the picture while it is edited, besides its role. */
export const editedPictureProps = { tabIndex: 0, 'data-edited-picture': true } as const

/** The name of the radio buttons that choose a tool. */
export const toolChoiceName = 'edit-tool'

/**
 * Chooses the brush that keeps, and gives the focus to the picture, whose keys draw from then on; `isBrief` as in
 * `EditorState`.
 */
export const beginEditing = (editor: EditorStore, isBrief = false): void => {
  // The picture takes the focus only when it is shown as one that is edited.
  flushSync(() => editor.set((state) => ({ ...withTool(state, 'brushKeep'), isBrief })))
  focusOn(editedPicture)
  if (document.querySelector(editedPicture)) return
  // The viewer comes with the picture, a moment later.
  const observer = new MutationObserver(() => {
    const isThere = document.querySelector(editedPicture) !== null
    if (!isThere && editor.get().tool !== null) return
    observer.disconnect()
    focusOn(editedPicture)
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

/** Gives the focus back to the chosen tool. */
export const focusTool = (): void => focusOn(`[name=${toolChoiceName}]:checked`)
