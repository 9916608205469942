import { useId, useState } from 'react'
import { channelSets } from '#contract/image-options.ts'
import { imageFormats } from '#contract/output-formats.ts'
import { sizePresetNames, sizePresets } from '#contract/size-presets.ts'
import { editsKey } from '#studio/edit/edit-history.ts'
import { useEditedItem } from '#studio/features/image/edit/edited-item.ts'
import { readSettingsText, settingsText } from '#studio/features/image/edit/edits-text.ts'
import { useAnnounce, useRecipe } from '#studio/hooks/use-studio.ts'
import { errorSentence, fieldSentences } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { useCopyText } from '#studio/sending/copy-id.tsx'
import { recipeOfOptions, toImageOptions } from '#studio/state/recipe.ts'
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
      <SettingsExchange />
    </>
  )
}

/** Settings as text: those of this page to copy, with the edits of the picture, and others to use here (D-60). */
function SettingsExchange() {
  const [open, setOpen] = useState(false)
  const [recipe] = useRecipe()
  const { item } = useEditedItem()
  const copyText = useCopyText()
  const edits = item && editsKey(item.edits) !== null ? item.edits.present : null
  const copy = () =>
    copyText(
      settingsText(toImageOptions(recipe), recipe.composition, edits),
      edits ? importTexts.copiedWithEdits : importTexts.copied,
    )
  return (
    <div className="-mx-3 flex flex-wrap">
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {importTexts.open}
      </Button>
      <Button variant="quiet" onClick={() => void copy()}>
        {edits ? importTexts.copyWithEdits : importTexts.copy}
      </Button>
      <Dialog title={importTexts.title} open={open} onClose={() => setOpen(false)}>
        <ImportForm onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

function ImportForm({ onDone }: { readonly onDone: () => void }) {
  const [, change] = useRecipe()
  const { item, edit } = useEditedItem()
  const announce = useAnnounce()
  const [text, setText] = useState('')
  const id = useId()
  const { settings: read, composition, isCompositionLost, edits, editsError } = readSettingsText(text)
  const { recipe, lost } = read ? recipeOfOptions(read.options) : { recipe: null, lost: {} }
  const notes = [
    ...Object.values({ ...lost, ...fieldSentences(read?.leftOut ?? {}) }).flat(),
    ...(isCompositionLost ? [messages.ui.recipeLosses.composition] : []),
    ...(editsError ? [errorSentence(editsError)] : []),
  ]
  const isUseful = recipe !== null || composition !== null || edits !== null
  const apply = () => {
    if (recipe || composition) change({ ...recipe, ...(composition && { composition }) })
    if (edits && item) edit(item.id, { type: 'replace', edits })
    announce(edits ? importTexts.usedWithEdits : importTexts.used)
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
        {text.trim() && !isUseful && !editsError ? (
          <p className="text-fault">{importTexts.nothingFound}</p>
        ) : null}
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
      <Button variant="main" className="self-end" disabled={!isUseful} onClick={apply}>
        {importTexts.use}
      </Button>
    </div>
  )
}
