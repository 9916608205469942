import type { Item } from '#library/items/item.ts'
import type { Command } from '#studio/keyboard/command.ts'
import { messages } from '#studio/messages/messages.ts'
import { brushSizes, type EditorStore, resized, swapped } from './editor-state.ts'

const texts = messages.image.edit

/** The keys of the chosen tool. `applies`: an item is edited. */
export const toolCommands = <T extends Item>(
  editor: EditorStore,
  announce: (text: string) => void,
  applies: (item: T) => boolean,
): readonly Command<[T]>[] => {
  const resize = (factor: number) => () => {
    editor.set((state) => resized(state, factor))
    announce(texts.brushSize(editor.get().sizePx))
  }
  const swap = () => {
    editor.set(swapped)
    const { tool, mode } = editor.get()
    if (tool) announce(tool === 'lasso' ? texts.lassoModes[mode] : texts.chosen(texts.tools[tool]))
  }
  return [
    // Some keyboards have no easy brackets.
    { id: 'brushSmaller', keys: ['[', 'f'], repeats: true, applies, run: resize(1 / brushSizes.factor) },
    { id: 'brushLarger', keys: [']', 'g'], repeats: true, applies, run: resize(brushSizes.factor) },
    { id: 'swapKeepRemove', keys: ['x'], applies, run: swap },
    // While editing, Space pans.
    { id: 'peek', keys: [' '], applies, run: () => {} },
    // The picture handles these keys.
    { id: 'moveCrosshair', keys: [], shownKeys: [messages.keys.arrows] },
    { id: 'clickCrosshair', keys: ['Enter'] },
    { id: 'paintCrosshair', keys: [' '] },
  ]
}
