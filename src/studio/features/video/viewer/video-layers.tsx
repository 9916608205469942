import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { Box } from '#base/geometry.ts'
import { videoFormatRow } from '#contract/output-formats.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import { isMattePair, isOpaqueVideo, sameParts } from '#library/recipe/video-recipe.ts'
import { isVideo, sameEdits } from '#library/videos/video-item.ts'
import { SubjectHandles } from '#studio/composition/subject-handles.tsx'
import { editFilter } from '#studio/edit/edit-filters.tsx'
import { StageLayers } from '#studio/edit/stage.tsx'
import type { EditingTools } from '#studio/edit/use-editing.ts'
import { CutoutCanvas } from '#studio/features/video/player/cutout-canvas.tsx'
import { previewComposite, sameComposite } from '#studio/features/video/player/cutout-painter.ts'
import { displayedFrameOf } from '#studio/features/video/player/displayed-frame.ts'
import type { FramePlayer } from '#studio/features/video/player/frame-player.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore, useStoreSelector } from '#studio/state/store.ts'
import { middleOf } from '#studio/viewer/placement-style.ts'
import { boxWithin, type ShownLayout } from '#studio/viewer/viewer-layout.ts'
import { GifLayer, ResultLayer } from './result-layer.tsx'
import { SourceLayer, type SourceMode } from './source-layer.tsx'
import { useMattes, useSubjectNow } from './use-mattes.ts'
import { isPlayable, type ViewerSource, type WantedResult } from './viewer-source.ts'

type Props = {
  readonly name: string
  readonly source: ViewerSource
  readonly tools: EditingTools
  readonly shown: ShownLayout
  /** The area of the canvas of `parts`; null without a canvas, and until it is known. */
  readonly canvas: Box | null
  /** The box around the subject in all frames, in fractions of a frame; null if unknown. */
  readonly subject: Box | null
  readonly durationSeconds: number
  readonly player: Player
  /** The written file; null until it exists. */
  readonly result: Blob | null
  /** The options of the next result; the shown one may have others. */
  readonly wanted: WantedResult
  /** The edits in the mattes; a result may have others. */
  readonly edits: VideoEdits | undefined
  /** Changes when the edits have reached more frames. */
  readonly propagatedVersion: number
  /** While a frame is edited: its URL, null until it exists, and whether an edit of it is being computed. */
  readonly frame: { readonly url: string | null; readonly isBusy: boolean }
}

const wholeFrame: Box = { x: 0, y: 0, width: 1, height: 1 }

/** The point about which a subject is placed without a canvas, in fractions of a frame. */
const frameMiddle = { x: 0.5, y: 0.5 }

/** The clip and its cut-out. */
export function VideoLayers({
  name,
  source,
  tools,
  shown,
  canvas,
  subject,
  player,
  result,
  ...props
}: Props) {
  const { wanted, edits, frame } = props
  const { layout } = shown
  const { view: shownView, peeking } = useStore(tools.store)
  const { view: editView } = useStore(tools.editor)
  const isMuted = useStoreSelector(player, ({ isMuted }) => isMuted)
  const videoRef = useRef<HTMLVideoElement>(null)
  const framePlayerRef = useRef<FramePlayer>(null)
  const [mode, setMode] = useState<SourceMode>('video')
  const [isRefused, setIsRefused] = useState(false)
  // For a job of an earlier visit, only the result may be stored.
  const canPlay = source.file !== null && mode !== 'image'
  const sourceFrame = useCallback(
    () =>
      mode === 'preview-frames'
        ? (framePlayerRef.current?.frame() ?? null)
        : displayedFrameOf(videoRef.current),
    [mode],
  )

  const { job } = source
  const mattes = useMattes(job, result, { edits, version: props.propagatedVersion })
  // Until the file is written, the job's own options are shown.
  const look = result ? wanted : job
  const { options, parts = null } = look ?? {}
  const isPair = look !== null && isMattePair(look)
  const composite = useMemo(
    () => (options ? previewComposite(options, parts, isPair) : null),
    [options, parts, isPair],
  )
  const isAsMade =
    job !== null &&
    composite !== null &&
    sameComposite(composite, previewComposite(job.options, job.parts, isMattePair(job))) &&
    (composite.isMask || sameParts(parts, job.parts)) &&
    sameEdits(edits, job.edits)
  const label = messages.video.viewer.result(name)
  const isResultAlone = shownView === 'result' && !peeking
  const canRecompose = canPlay && mattes !== null
  const pivot = useMemo(() => (canvas && subject ? middleOf(subject) : frameMiddle), [canvas, subject])
  const isPlayed =
    result !== null &&
    job !== null &&
    isPlayable(job.options) &&
    !isRefused &&
    // An MP4 with a separate matte shows the whole picture.
    ((isAsMade && !isPair) || !canRecompose)

  // Until the area of the canvas is known, the result keeps its aspect ratio in the area of the whole frame.
  const hasOtherShape = canvas === null && (job?.parts?.composition.canvas ?? null) !== null

  const cutout = ((): ReactNode => {
    if (!job || !composite) return null
    if (result && isPlayed)
      return (
        <ResultLayer
          file={result}
          label={label}
          player={player}
          isClockSource={source.file === null || mode !== 'video'}
          hasAlpha={job.source !== null && !isOpaqueVideo(job.options, job.parts)}
          isMuted={isMuted}
          hasOtherShape={hasOtherShape}
          onUnplayable={() => setIsRefused(true)}
        />
      )
    if (
      result &&
      videoFormatRow(job.options.format).shownBy === 'img' &&
      (isResultAlone || !canPlay) &&
      (isAsMade || !canRecompose)
    )
      return <GifLayer file={result} label={label} hasOtherShape={hasOtherShape} />
    // A service has no mattes before its job is done.
    return canRecompose ? (
      <CutoutCanvas
        sourceFrame={sourceFrame}
        mattes={mattes}
        composite={composite}
        parts={options?.channels === 'alpha' ? null : parts}
        layout={layout}
        pivot={pivot}
        label={label}
      />
    ) : null
  })()
  const [{ composition }, change] = useItemRecipe(isVideo)
  const placement = (cutout && canRecompose && wanted.parts?.composition.placement) || null
  const seen = useSubjectNow(placement && !subject ? mattes : null, player)
  return (
    <StageLayers
      tools={tools}
      shown={shown}
      keepsHidden
      isBusy={frame.isBusy}
      source={
        source.file ? (
          <SourceLayer
            videoRef={videoRef}
            framePlayerRef={framePlayerRef}
            file={source.file}
            name={name}
            durationSeconds={props.durationSeconds}
            croppedSize={source.croppedSize}
            player={player}
            mode={mode}
            isClockSource={!isPlayed}
            isMuted={isMuted}
            onUnplayable={() => setMode((now) => (now === 'video' ? 'preview-frames' : 'image'))}
          />
        ) : null
      }
      result={cutout}
      frame={
        frame.url ? (
          <img
            src={frame.url}
            alt={label}
            draggable={false}
            className="absolute size-full max-w-none"
            style={editFilter(editView)}
          />
        ) : null
      }
      handles={
        placement ? (
          <SubjectHandles
            placement={placement}
            box={boxWithin(layout.source, subject ?? seen ?? wholeFrame)}
            pivot={boxWithin(layout.source, { ...pivot, width: 0, height: 0 })}
            onChange={(next) => change({ composition: { ...composition, placement: next } })}
          />
        ) : null
      }
    />
  )
}
