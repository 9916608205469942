import { type Channels, channelSets } from '#contract/image-options.ts'
import { type ImageFormat, imageFormats } from '#contract/output-formats.ts'
import type { SizePreset } from '#contract/size-presets.ts'
import { useRecipe } from '#studio/hooks/use-studio.ts'
import { Segmented } from '#studio/ui/segmented.tsx'
import { SettingsImport } from './settings-import.tsx'

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
