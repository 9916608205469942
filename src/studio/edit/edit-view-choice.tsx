import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { Button } from '#studio/ui/button.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { type EditorStore, editViews, withTool } from './editor-state.ts'

const texts = messages.image.edit

const choices = editViews.map((value) => ({
  value,
  label: texts.views[value],
  hint: texts.viewHints[value],
}))

/** How the picture is shown while it is edited, and the button that ends the editing. */
export function EditViewChoice({ editor }: { readonly editor: EditorStore }) {
  const { view } = useStore(editor)
  return (
    <div className="flex items-center gap-2">
      <Segmented
        legend={texts.view}
        choices={choices}
        value={view}
        onChange={(next) => editor.set((state) => ({ ...state, view: next }))}
      />
      <Button title={texts.leave} onClick={() => editor.set((state) => withTool(state, null))}>
        {texts.done}
      </Button>
    </div>
  )
}
