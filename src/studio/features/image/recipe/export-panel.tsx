import { useId, useState } from 'react'
import { readClientSettings } from '#contract/client-settings.ts'
import { type Channels, channelSets } from '#contract/image-options.ts'
import { type ImageFormat, imageFormats } from '#contract/output-formats.ts'
import type { SizePreset } from '#contract/size-presets.ts'
import { useAnnounce, useRecipe } from '#studio/hooks/use-studio.ts'
import { recipeOfOptions } from '#studio/state/recipe.ts'
import { Button } from '#studio/ui/button.tsx'
import { Dialog } from '#studio/ui/dialog.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'

const formatNotes: Readonly<Record<ImageFormat, string>> = {
  png: 'PNG keeps every pixel and the transparency.',
  jpg: 'JPG is small and has no transparency.',
  webp: 'WebP is small and keeps the transparency.',
}

const formatChoices = (['png', 'jpg', 'webp'] as const).map((value) => ({
  value,
  label: imageFormats[value].label,
}))

const sizeChoices = [
  { value: 'full', label: 'Full', hint: 'The size of the picture' },
  { value: 'hd', label: 'HD', hint: 'At most 4 megapixels' },
  { value: 'medium', label: 'Medium', hint: 'At most 1.5 megapixels' },
  { value: 'preview', label: 'Small', hint: 'At most 0.25 megapixels' },
] as const satisfies readonly { value: SizePreset; label: string; hint: string }[]

const sizeNotes: Readonly<Record<SizePreset, string>> = {
  full: 'As large as the picture is.',
  hd: 'At most 4 megapixels, never enlarged.',
  medium: 'At most 1.5 megapixels, never enlarged.',
  preview: 'At most 0.25 megapixels, never enlarged.',
}

const channelLabels: Readonly<Record<Channels, string>> = { rgba: 'Cut-out', rgb: 'Opaque', alpha: 'Mask' }
const channelChoices = channelSets.map((value) => ({ value, label: channelLabels[value] }))

/** How the file is written. */
export function ExportPanel() {
  const [recipe, change] = useRecipe()
  return (
    <>
      <Segmented
        legend="Format"
        choices={formatChoices}
        value={recipe.format}
        onChange={(format) => change({ format })}
      />
      <p className="text-xs text-ink-soft">{formatNotes[recipe.format]}</p>
      <Segmented
        legend="Size"
        choices={sizeChoices}
        value={recipe.size}
        onChange={(size) => change({ size })}
      />
      <p className="text-xs text-ink-soft">{sizeNotes[recipe.size]}</p>
      <Segmented
        legend="Content"
        choices={channelChoices}
        value={recipe.channels}
        onChange={(channels) => change({ channels })}
      />
      {recipe.channels === 'alpha' ? (
        <p className="text-xs text-ink-soft">White where the subject is, black where it is not.</p>
      ) : null}
      <SettingsImport />
    </>
  )
}

/** Takes the settings that another client of such an API exported, in its names or the current ones (D-60). */
function SettingsImport() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" className="-mx-3 self-start" onClick={() => setOpen(true)}>
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
      <Button variant="main" className="self-end" disabled={!recipe} onClick={take}>
        Use these settings
      </Button>
    </div>
  )
}
