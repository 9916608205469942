import { useQuery } from '@tanstack/react-query'
import { Clapperboard, PaintBucket, Scaling } from 'lucide-react'
import { videoFormatRow } from '#contract/output-formats.ts'
import { sizePresetNames, sizePresets } from '#contract/size-presets.ts'
import { isOpaqueVideo, wantsMatte } from '#library/recipe/video-recipe.ts'
import { isVideo, resultsOf } from '#library/videos/video-item.ts'
import { CanvasFields } from '#studio/composition/canvas-fields.tsx'
import { CompositionFields } from '#studio/composition/composition-fields.tsx'
import { type Cutout, clipCutout } from '#studio/composition/cutout-thumbnail.ts'
import { isTransparent } from '#studio/composition/looks.ts'
import { useResultSources } from '#studio/features/video/export/save-video.ts'
import type { SettingsGroup } from '#studio/items/settings-panel.tsx'
import { useItemRecipe, useItemValue } from '#studio/items/shown-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { videoResult } from '#studio/queries/job.ts'
import { videoStrip } from '#studio/queries/on-device.ts'
import { useStore } from '#studio/state/store.ts'
import { useService, useStudio } from '#studio/state/use-studio.ts'
import { Segmented } from '#studio/ui/segmented.tsx'
import { VideoExportPanel } from './video-export-panel.tsx'

const { background: backgroundTexts, size: sizeTexts, export: exportTexts } = messages.video.settings

/** The settings for all videos, in groups. */
export const videoSettings: readonly SettingsGroup[] = [
  { id: 'video-background', title: backgroundTexts.title, icon: PaintBucket, panel: BackgroundPanel },
  { id: 'video-size', title: sizeTexts.title, icon: Scaling, panel: SizePanel },
  { id: 'video-export', title: exportTexts.title, icon: Clapperboard, panel: VideoExportPanel },
]

const noFile = new Blob()

/** The cut-out of the clip's newest transparent result on this device; null before there is one. */
function useClipCutout(): Cutout | null {
  const service = useService()
  const made = useItemValue(isVideo, (item) =>
    resultsOf(item).find(
      ({ runLocation, options, parts }) => runLocation === 'device' && !isOpaqueVideo(options, parts),
    ),
  )
  const { data: file } = useQuery({
    ...videoResult(useResultSources(), made?.job.id ?? 'job_none', 'device'),
    enabled: made !== undefined,
  })
  const { data: cutout = null } = useQuery({
    ...clipCutout(service, file ?? noFile),
    enabled: made !== undefined && file !== undefined,
  })
  return cutout
}

/** The composition of the saved video. */
function BackgroundPanel() {
  const [recipe, change] = useItemRecipe(isVideo)
  const isSent = useItemValue(isVideo, ({ runLocation }) => runLocation === 'service')
  const file = useItemValue(isVideo, (item) => (item.facts ? item.file : null))
  const { data: frames } = useQuery({ ...videoStrip(useService(), file ?? noFile), enabled: file !== null })
  const own = useStore(useStudio().backgroundPictures).get(recipe.picture) ?? null
  const cutout = useClipCutout()
  const { channels, format } = recipe
  if (channels === 'alpha') return <p className="text-xs text-ink-soft">{backgroundTexts.none}</p>
  const { alpha, label } = videoFormatRow(format)
  const opaque = wantsMatte(recipe) ? exportTexts.matte.fill : backgroundTexts.formatIsOpaque(label)
  return (
    <CompositionFields
      value={recipe}
      onChange={change}
      onLook={(look) =>
        change({ ...look, ...(isTransparent(look) && { format: alpha ? format : 'webm', channels: 'rgba' }) })
      }
      pictures={{ cutout, photo: frames?.[0] ?? null, own }}
      note={!alpha ? opaque : channels === 'rgb' ? backgroundTexts.opaque : null}
      lossNote={isSent && (!alpha || channels !== 'rgba') ? backgroundTexts.onDeviceOnly : null}
    />
  )
}

/** The presets, largest first. */
const sizeChoices = sizePresetNames
  .toSorted((a, b) => sizePresets[b].maxVideoSide - sizePresets[a].maxVideoSide)
  .map((value) => ({ value, label: sizeTexts.sizes[value].label, hint: sizeTexts.sizes[value].note }))

/** The size limit of the saved video, its shape, and the subject's place. */
function SizePanel() {
  const [recipe, change] = useItemRecipe(isVideo)
  const { size, format, channels } = recipe
  const { maxSide, label } = videoFormatRow(format)
  return (
    <>
      <Segmented
        legend={sizeTexts.title}
        choices={sizeChoices}
        value={size}
        onChange={(next) => change({ size: next })}
      />
      {maxSide !== null && sizePresets[size].maxVideoSide > maxSide ? (
        <p className="text-xs text-ink-soft">{sizeTexts.formatMaxSide(label, maxSide)}</p>
      ) : null}
      {channels === 'alpha' ? null : <CanvasFields value={recipe} onChange={change} />}
    </>
  )
}
