import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { CompositionParts } from '#contract/composition.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { isInProgress } from '#library/items/item.ts'
import { isMattePair } from '#library/recipe/video-recipe.ts'
import { sameTrim } from '#library/videos/trim-range.ts'
import {
  canEditFrames,
  isBlockedByPause,
  phaseOf,
  resultsOf,
  type VideoItem,
  type VideoJob,
  wantedEdits,
} from '#library/videos/video-item.ts'
import type { VideoQueue } from '#library/videos/video-queue.ts'
import { EditHistoryButtons, ResetEditsButtons } from '#studio/edit/edit-actions.tsx'
import { EditSurface } from '#studio/edit/edit-surface.tsx'
import { EditToolbar } from '#studio/edit/edit-toolbar.tsx'
import { EditViewChoice } from '#studio/edit/edit-view-choice.tsx'
import type { EditorStore } from '#studio/edit/editor-state.ts'
import { CarryStatus } from '#studio/features/video/edit/carry-status.tsx'
import { EditMarks } from '#studio/features/video/edit/edit-marks.tsx'
import { FrameProposals } from '#studio/features/video/edit/frame-proposals.tsx'
import { RatingStrip } from '#studio/features/video/edit/rating-strip.tsx'
import { useCarriedEdits } from '#studio/features/video/edit/use-carried-edits.ts'
import { useFrameEditing } from '#studio/features/video/edit/use-frame-editing.ts'
import { useResultSources } from '#studio/features/video/export/save-video.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { usePlayerTicks } from '#studio/features/video/player/player-hooks.ts'
import { Timeline } from '#studio/features/video/trim/timeline.tsx'
import { messages } from '#studio/messages/messages.ts'
import { videoResult } from '#studio/queries/job.ts'
import { useStore } from '#studio/state/store.ts'
import { useViewerGestures } from '#studio/viewer/use-viewer-gestures.ts'
import { keptPart, viewerLayout } from '#studio/viewer/viewer-layout.ts'
import { type ViewerStore, withSizes } from '#studio/viewer/viewer-state.ts'
import { ViewerToolbar } from '#studio/viewer/viewer-toolbar.tsx'
import { SamplePreviewPanel } from './sample-preview-panel.tsx'
import { useComposedClip } from './use-composed-clip.ts'
import type { SamplePreview } from './use-sample-preview.ts'
import { LinkCard, VideoCards } from './video-cards.tsx'
import { VideoLayers } from './video-layers.tsx'
import { ResultMetadata, SourceMetadata } from './video-metadata.tsx'
import { pictureSize, viewerSourceOf } from './viewer-source.ts'

type Props = {
  readonly item: VideoItem
  readonly queue: VideoQueue
  readonly store: ViewerStore
  readonly editor: EditorStore
  readonly player: Player
  readonly samplePreview: SamplePreview
  /** The result that Save writes; null where there is none. */
  readonly toSave: VideoJob | null
  /** Of the next result. */
  readonly options: VideoOptions
  /** What stands behind and around the subject in the next result. */
  readonly parts: CompositionParts | null
  /** Whether the next result has a matte beside it. */
  readonly hasMatte: boolean
  readonly onRemove: () => void
  readonly onRetry: () => void
  /** Starts a video that failed on the service on this device; null where its file is not loaded. */
  readonly onRunHere: (() => void) | null
}

/** The selected video with its timeline: while a part is chosen, at work, or with its result. */
export function VideoViewer(props: Props) {
  const { item, queue, store, editor, player, samplePreview, toSave, options, parts, hasMatte } = props
  const { onRemove, onRetry, onRunHere } = props
  const ref = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const { items } = useStore(queue)
  usePlayerTicks(player)
  const source = viewerSourceOf(item, toSave)
  const phase = phaseOf(item)
  const job = source.job?.job ?? null
  const isDone = job?.status === 'completed'
  const runLocation = source.job?.runLocation ?? 'device'
  const isEditable =
    canEditFrames(item) && sameTrim(source.job?.trim ?? null, resultsOf(item)[0]?.trim ?? null)
  const editedJob = isDone && isEditable && runLocation === 'device' ? job.id : null
  const editing = useFrameEditing({ item, queue, store, editor, player, picture, jobId: editedJob })
  const carried = useCarriedEdits(item, editedJob, editing.isFetching)
  const handlers = useViewerGestures(store, ref, editing.drawing)
  const { data: result = null, error } = useQuery({
    ...videoResult(useResultSources(), job?.id ?? 'job_none', runLocation),
    enabled: isDone,
  })
  // A service sends no mattes before the job is done.
  const readySeconds =
    job && !isDone ? job.duration_seconds * (runLocation === 'device' ? job.progress : 0) : null
  const jump = (seconds: number) => {
    player.pause()
    player.seek(seconds + frameMiddle(job?.fps))
  }
  const size = pictureSize(item)
  const { canvas, subject } = useComposedClip(source.job, parts, size, carried.had)
  const { view, peeking, backdrop } = useStore(store)
  const isWhole = (view === 'original' && !peeking) || editing.isEditing
  const isPair = source.job !== null && isMattePair(isDone ? { options, parts, hasMatte } : source.job)
  const layout = useMemo(
    () => size && viewerLayout(size, canvas?.window ?? null, isWhole),
    [size, canvas, isWhole],
  )
  const { width = 1, height = 1 } = layout?.content ?? {}
  const isEmpty = phase === 'unreadable'
  useEffect(
    () => store.set((state) => ({ ...withSizes(state, { content: { width, height } }), isEmpty })),
    [store, width, height, isEmpty],
  )

  return (
    <section
      aria-label={messages.video.viewer.label}
      className="sideways-viewer flex min-w-0 flex-1 flex-col max-lg:overflow-x-clip lg:min-h-0"
    >
      {/* Without a result there is nothing to compare, and phones have little space. */}
      <div className={source.job ? '' : 'max-lg:hidden'}>
        <ViewerToolbar store={store}>
          {editing.isEditing ? <EditViewChoice editor={editor} /> : null}
        </ViewerToolbar>
      </div>
      <div className="relative flex flex-1 flex-col border-y border-line bg-sunken lg:min-h-0">
        <div
          data-testid="viewer"
          data-state={phase}
          className={`relative flex-1 overflow-hidden ${editing.isEditing ? 'min-h-44' : 'min-h-44 stacked:min-h-[45dvh]'}`}
        >
          <div
            ref={ref}
            {...handlers}
            className={`absolute inset-0 touch-none select-none ${editing.cursor}`}
          >
            {layout && (source.file || result) ? (
              <VideoLayers
                key={job?.id ?? source.key}
                name={item.name}
                source={source}
                {...{ layout, canvas, subject, store, player, options, parts, hasMatte }}
                kept={isWhole && canvas && size && !editing.isEditing ? keptPart(canvas.window, size) : null}
                durationSeconds={job?.duration_seconds ?? item.facts?.durationSeconds ?? 0}
                result={isDone ? result : null}
                pictureRef={picture}
                edits={wantedEdits(item)}
                carriedVersion={carried.version}
                edit={editing.edit}
              />
            ) : null}
            {editing.isEditing ? (
              <EditSurface
                picture={editing.original}
                store={store}
                editor={editor}
                stage={ref}
                preview={editing.preview}
                pending={editing.pending}
              />
            ) : null}
          </div>
        </div>
        {/* Over the picture where there is space; on phones below it, so that it stays visible. */}
        <div
          className={`pointer-events-none z-20 flex flex-col items-center gap-3 max-lg:px-2 max-lg:not-empty:pb-2 lg:absolute lg:inset-x-4 lg:max-h-full ${source.file && size ? 'lg:bottom-4' : 'inset-y-4 justify-center max-lg:absolute max-lg:inset-x-0'}`}
        >
          {isPair && !isWhole ? (
            <p className="rounded-full bg-panel px-3 py-1 text-xs text-ink-soft shadow-lift inset-ring inset-ring-line">
              {messages.video.viewer.pair}
            </p>
          ) : null}
          <SamplePreviewPanel samplePreview={samplePreview} backdrop={backdrop} />
          {job && isDone && error && runLocation === 'service' ? <LinkCard job={job} /> : null}
          <VideoCards
            item={item}
            isBlocked={isBlockedByPause(item, items)}
            onCancel={() => queue.cancel(item.id)}
            onPause={() => queue.togglePause(item.id)}
            {...{ onRetry, onRunHere, onRemove }}
          />
        </div>
      </div>
      <FrameProposals
        key={item.id}
        job={editedJob && source.job}
        edits={item.edits.present}
        rated={carried.had}
        seconds={editing.seconds}
        isIdle={
          !editing.isEditing && !carried.isRunning && !items.some((each) => isInProgress(phaseOf(each)))
        }
        onTake={(edit) => editing.change({ type: 'add', edit })}
      />
      {editedJob ? (
        <EditToolbar
          editor={editor}
          history={item.edits}
          onChange={editing.change}
          first={<EditHistoryButtons editor={editor} history={item.edits} onChange={editing.change} />}
          last={<ResetEditsButtons editor={editor} history={item.edits} onChange={editing.change} />}
        />
      ) : null}
      {editedJob ? <CarryStatus carried={carried} frameError={editing.error} /> : null}
      <Timeline
        item={item}
        queue={queue}
        source={source}
        player={player}
        readySeconds={readySeconds}
        marks={
          editedJob ? (
            <EditMarks
              edits={item.edits.present}
              carried={carried.reaches}
              clip={{ durationSeconds: job?.duration_seconds ?? 0, fps: job?.fps ?? 30 }}
              onJump={jump}
              onChange={(edits) => editing.change({ type: 'replace', edits })}
            />
          ) : null
        }
      />
      {editedJob ? (
        <div
          className={`shrink-0 border-b border-line bg-panel pb-2 ${editing.isEditing ? '' : 'max-lg:hidden'}`}
        >
          <RatingStrip
            jobId={editedJob}
            {...carried.had}
            durationSeconds={job?.duration_seconds ?? 0}
            player={player}
            onJump={jump}
          />
        </div>
      ) : null}
      <div
        className={`flex min-h-9 shrink-0 items-center px-4 py-2 max-lg:min-h-8 max-lg:py-1 lg:min-h-10 ${editing.isEditing ? 'max-lg:hidden' : ''}`}
      >
        {source.job && isDone ? (
          <ResultMetadata made={source.job} file={result} />
        ) : item.facts ? (
          <SourceMetadata facts={item.facts} />
        ) : null}
      </div>
    </section>
  )
}

/** From the start of a frame to its middle, so that rounding cannot show its neighbour. */
const frameMiddle = (fps = 30): number => 0.5 / fps
