import { useId, useState } from 'react'
import { readClientSettings } from '#contract/client-settings.ts'
import { useAnnounce, useRecipe } from '#studio/hooks/use-studio.ts'
import { recipeOfOptions } from '#studio/state/recipe-of-options.ts'
import { Button } from '#studio/ui/button.tsx'
import { Dialog } from '#studio/ui/dialog.tsx'

/** Takes the settings that another client of such an API exported, in its names or the current ones (D-60). */
export function SettingsImport() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" className="-mx-3 self-start" onClick={() => setOpen(true)}>
        Use settings from elsewhere
      </Button>
      <Dialog title="Settings from elsewhere" open={open} onClose={() => setOpen(false)}>
        <ImportForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function ImportForm({ onDone }: { readonly onDone: () => void }) {
  const [, change] = useRecipe()
  const announce = useAnnounce()
  const [text, setText] = useState('')
  const id = useId()
  const read = readClientSettings(text)
  const { recipe, lost } = read ? recipeOfOptions(read.options) : { recipe: null, lost: {} }
  const notes = Object.values({ ...lost, ...read?.leftOut }).flat()
  const take = () => {
    if (!recipe) return
    change(recipe)
    announce('The settings are used from now on')
    onDone()
  }
  return (
    <div className="flex flex-col gap-3">
      <label htmlFor={id} className="text-sm text-ink-soft">
        Paste what another background remover exported, or the parameters of a request: JSON, a query or lines
        such as size=auto.
      </label>
      <textarea
        id={id}
        rows={6}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className="w-full rounded-sm bg-raised p-3 font-mono text-sm inset-ring inset-ring-field-line"
      />
      <div role="status" className="text-xs text-ink-soft">
        {text.trim() && !read ? <p className="text-fault">No setting was found in this text.</p> : null}
        {notes.length > 0 ? (
          <>
            <p>Left out:</p>
            <ul className="list-disc pl-4">
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      <Button look="main" className="self-end" disabled={!recipe} onClick={take}>
        Use these settings
      </Button>
    </div>
  )
}
