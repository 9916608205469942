import type { CommandRunners } from '#studio/keyboard/use-commands.ts'
import { messages } from '#studio/messages/messages.ts'
import { brushSizes, type EditorStore, resized, swapped } from './editor-state.ts'

const texts = messages.image.edit

/** What the keys do for the chosen tool. */
export const toolCommands = (editor: EditorStore, announce: (text: string) => void): CommandRunners => {
  const resize = (factor: number) => () => {
    editor.set((state) => resized(state, factor))
    announce(texts.brushSize(editor.get().sizePx))
  }
  return {
    brushSmaller: resize(1 / brushSizes.factor),
    brushLarger: resize(brushSizes.factor),
    swapKeepRemove: () => {
      editor.set(swapped)
      const { tool, mode } = editor.get()
      if (tool) announce(tool === 'lasso' ? texts.lassoModes[mode] : texts.chosen(texts.tools[tool]))
    },
    // Space is the hand that pans.
    peek: () => true,
  }
}
