import { useQuery } from '@tanstack/react-query'
import { Clapperboard, PaintBucket, Scaling, Scissors } from 'lucide-react'
import { videoFormatRow } from '#contract/output-formats.ts'
import { sizePresetNames, sizePresets } from '#contract/size-presets.ts'
import { wantsMatte } from '#library/recipe/video-recipe.ts'
import { isVideo } from '#library/videos/video-item.ts'
import { CompositionFields } from '#studio/composition/composition-fields.tsx'
import { useService } from '#studio/hooks/use-service.ts'
import { useItemRecipe, useItemValue } from '#studio/items/shown-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { LevelChoice } from '#studio/ui/level-choice.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import type { SettingsGroup } from '#studio/ui/settings-panel.tsx'
import { VideoExportPanel } from './video-export-panel.tsx'

const { cutout, background: backgroundTexts, size: sizeTexts, export: exportTexts } = messages.video.settings

/** The settings for all videos, in groups. */
export const videoSettings: readonly SettingsGroup[] = [
  { id: 'video-cutout', title: cutout.title, icon: Scissors, panel: CutoutPanel },
  { id: 'video-background', title: backgroundTexts.title, icon: PaintBucket, panel: BackgroundPanel },
  { id: 'video-size', title: sizeTexts.title, icon: Scaling, panel: SizePanel },
  { id: 'video-export', title: exportTexts.title, icon: Clapperboard, panel: VideoExportPanel },
]

/** How much work goes into each frame. */
function CutoutPanel() {
  const [{ level }, change] = useItemRecipe(isVideo)
  const { data: device } = useQuery(deviceReport(useService()))
  const missing = device?.missingBytes[level] ?? 0
  return (
    <>
      <LevelChoice value={level} onChange={(next) => change({ level: next })} />
      <p className="min-h-10 text-xs text-ink-soft">
        {cutout.levels[level]}
        {missing > 0 ? ` ${cutout.modelMissing(missing)}` : ''}
      </p>
    </>
  )
}

/** What stands behind and around the subject of the saved video. */
function BackgroundPanel() {
  const [recipe, change] = useItemRecipe(isVideo)
  const isSent = useItemValue(isVideo, ({ runLocation }) => runLocation === 'service')
  const { channels, format } = recipe
  if (channels === 'alpha') return <p className="text-xs text-ink-soft">{backgroundTexts.none}</p>
  const other = channels === 'rgb' ? backgroundTexts.opaque : backgroundTexts.transparent
  const { alpha, label } = videoFormatRow(format)
  const opaque = wantsMatte(recipe) ? exportTexts.matte.fill : backgroundTexts.formatIsOpaque(label)
  const note = alpha ? other : opaque
  return (
    <CompositionFields
      canvasNote={backgroundTexts.canvas}
      value={recipe}
      onChange={change}
      note={note}
      lossNote={isSent && (!alpha || channels !== 'rgba') ? backgroundTexts.onDeviceOnly : null}
    />
  )
}

/** The presets, largest first. */
const sizeChoices = sizePresetNames
  .toSorted((a, b) => sizePresets[b].maxVideoSide - sizePresets[a].maxVideoSide)
  .map((value) => ({ value, label: sizeTexts.sizes[value].label, hint: sizeTexts.sizes[value].note }))

/** The maximal size of the saved video. */
function SizePanel() {
  const [{ size, format }, change] = useItemRecipe(isVideo)
  const { maxSide, label } = videoFormatRow(format)
  return (
    <>
      <Segmented
        legend={sizeTexts.title}
        choices={sizeChoices}
        value={size}
        onChange={(next) => change({ size: next })}
      />
      <p className="text-xs text-ink-soft">
        {sizeTexts.sizes[size].note}
        {maxSide !== null && sizePresets[size].maxVideoSide > maxSide
          ? ` ${sizeTexts.formatMaxSide(label, maxSide)}`
          : ''}
      </p>
    </>
  )
}
