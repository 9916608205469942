import { useId, useState } from 'react'
import { readClientSettings } from '#contract/client-settings.ts'
import { channelSets } from '#contract/image-options.ts'
import { imageFormats } from '#contract/output-formats.ts'
import { sizePresetNames, sizePresets } from '#contract/size-presets.ts'
import { useAnnounce, useRecipe } from '#studio/hooks/use-studio.ts'
import { fieldSentences } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { recipeOfOptions } from '#studio/state/recipe.ts'
import { Button } from '#studio/ui/button.tsx'
import { Dialog } from '#studio/ui/dialog.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'

const { export: texts, import: importTexts } = messages.image.settings

const formatChoices = (['png', 'jpg', 'webp'] as const).map((value) => ({
  value,
  label: imageFormats[value].label,
}))

/** The largest first. */
const sizeChoices = [...sizePresetNames]
  .sort((a, b) => sizePresets[b].maxPixels - sizePresets[a].maxPixels)
  .map((value) => ({ value, label: texts.sizes[value].label, hint: texts.sizes[value].hint }))

const channelChoices = channelSets.map((value) => ({ value, label: texts.contents[value] }))

/** The format, size and channels of the saved file. */
export function ExportPanel() {
  const [recipe, change] = useRecipe()
  return (
    <>
      <Segmented
        legend={texts.format}
        choices={formatChoices}
        value={recipe.format}
        onChange={(format) => change({ format })}
      />
      <p className="text-xs text-ink-soft">{texts.formats[recipe.format]}</p>
      <Segmented
        legend={texts.size}
        choices={sizeChoices}
        value={recipe.size}
        onChange={(size) => change({ size })}
      />
      <p className="text-xs text-ink-soft">{texts.sizes[recipe.size].note}</p>
      <Segmented
        legend={texts.content}
        choices={channelChoices}
        value={recipe.channels}
        onChange={(channels) => change({ channels })}
      />
      {recipe.channels === 'alpha' ? <p className="text-xs text-ink-soft">{texts.mask}</p> : null}
      <SettingsImport />
    </>
  )
}

/** Imports settings that another client of such an API exported, with its parameter names or the current ones (D-60). */
function SettingsImport() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" className="-mx-3 self-start" onClick={() => setOpen(true)}>
        {importTexts.open}
      </Button>
      <Dialog title={importTexts.title} open={open} onClose={() => setOpen(false)}>
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
  const notes = Object.values({ ...lost, ...fieldSentences(read?.leftOut ?? {}) }).flat()
  const apply = () => {
    if (!recipe) return
    change(recipe)
    announce(importTexts.used)
    onDone()
  }
  return (
    <div className="flex flex-col gap-3">
      <label htmlFor={id} className="text-sm text-ink-soft">
        {importTexts.help}
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
        {text.trim() && !read ? <p className="text-fault">{importTexts.nothingFound}</p> : null}
        {notes.length > 0 ? (
          <>
            <p>{importTexts.leftOut}</p>
            <ul className="list-disc pl-4">
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      <Button variant="main" className="self-end" disabled={!recipe} onClick={apply}>
        {importTexts.use}
      </Button>
    </div>
  )
}
