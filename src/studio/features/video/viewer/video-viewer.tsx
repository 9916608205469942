import { useQuery } from '@tanstack/react-query'
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
import { EditToolbar } from '#studio/edit/edit-toolbar.tsx'
import type { EditorStore } from '#studio/edit/editor-state.ts'
import { Stage } from '#studio/edit/stage.tsx'
import { DoubtEdge, NextInDoubt, useRatings } from '#studio/features/video/edit/doubt-edge.tsx'
import { EditMarks } from '#studio/features/video/edit/edit-marks.tsx'
import { FrameProposals } from '#studio/features/video/edit/frame-proposals.tsx'
import { PropagationStatus } from '#studio/features/video/edit/propagation-status.tsx'
import { uncertainFrames } from '#studio/features/video/edit/uncertain-frames.ts'
import { useFrameEditing } from '#studio/features/video/edit/use-frame-editing.ts'
import { usePropagatedEdits } from '#studio/features/video/edit/use-propagated-edits.ts'
import { useResultSources } from '#studio/features/video/export/save-video.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { usePlayerTicks } from '#studio/features/video/player/player-hooks.ts'
import { Timeline } from '#studio/features/video/trim/timeline.tsx'
import { messages } from '#studio/messages/messages.ts'
import { videoResult } from '#studio/queries/job.ts'
import { useStore } from '#studio/state/store.ts'
import { useShownLayout } from '#studio/viewer/viewer-layout.ts'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'
import { SamplePreviewPanel } from './sample-preview-panel.tsx'
import { useComposedClip } from './use-composed-clip.ts'
import type { SamplePreview } from './use-sample-preview.ts'
import { LinkCard, VideoCards } from './video-cards.tsx'
import { VideoLayers } from './video-layers.tsx'
import { ClipFacts } from './video-metadata.tsx'
import { pictureSize, viewerSourceOf, type WantedResult } from './viewer-source.ts'

type Props = {
  readonly item: VideoItem
  readonly queue: VideoQueue
  readonly store: ViewerStore
  readonly editor: EditorStore
  readonly player: Player
  readonly samplePreview: SamplePreview
  /** The result that Save writes; null if there is none. */
  readonly toSave: VideoJob | null
  readonly wanted: WantedResult
  readonly onRemove: () => void
  readonly onRetry: () => void
  /** Starts a video that failed on the service on this device; null if its file is not loaded. */
  readonly onRunHere: (() => void) | null
}

/** The selected video with its timeline: while a part is chosen, during the work, or with its result. */
export function VideoViewer(props: Props) {
  const { item, queue, store, editor, player, samplePreview, toSave, wanted } = props
  const { onRemove, onRetry, onRunHere } = props
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
  const editing = useFrameEditing({ item, queue, store, editor, player, jobId: editedJob })
  const { tools } = editing
  const propagated = usePropagatedEdits(item, editedJob, editing.isFetching)
  const { data: result = null, error } = useQuery({
    ...videoResult(useResultSources(), job?.id ?? 'job_none', runLocation),
    enabled: isDone,
  })
  // A service sends no mattes before the job is done.
  const readySeconds =
    job && !isDone ? job.duration_seconds * (runLocation === 'device' ? job.progress : 0) : null
  const ratings = useRatings(editedJob, propagated.had)
  const durationSeconds = job?.duration_seconds ?? item.facts?.durationSeconds ?? 0
  const isDoubted = uncertainFrames(ratings).length > 0
  const label = editedJob && (item.edits.present.list.length > 0 ? 'marks' : isDoubted ? 'doubt' : null)
  const jump = (seconds: number) => {
    player.pause()
    player.seek(seconds + frameMiddle(job?.fps))
  }
  const size = pictureSize(item)
  const { canvas, subject } = useComposedClip(source.job, wanted.parts, size, propagated.had)
  const { backdrop } = useStore(store)
  const isPair = source.job !== null && isMattePair(isDone ? wanted : source.job)
  const layout = useShownLayout({
    store,
    size,
    box: canvas,
    isEditing: tools.isEditing,
    isEmpty: phase === 'unreadable',
  })

  return (
    <Stage
      label={messages.video.viewer.label}
      phase={phase}
      tools={tools}
      hidesToolbar={!source.job}
      areaClass={tools.isEditing ? 'min-h-44' : 'min-h-44 stacked:min-h-[45dvh]'}
      layers={
        layout && (source.file || result) ? (
          <VideoLayers
            key={job?.id ?? source.key}
            name={item.name}
            shown={layout}
            source={source}
            tools={tools}
            canvas={canvas}
            subject={subject}
            player={player}
            wanted={wanted}
            durationSeconds={durationSeconds}
            result={isDone ? result : null}
            edits={wantedEdits(item)}
            propagatedVersion={propagated.version}
            frame={editing.frame}
          />
        ) : null
      }
      edited={editing.edited}
      // Over the picture if there is space; on phones below it, so that the picture stays visible.
      cardsClass={`max-lg:px-2 max-lg:not-empty:pb-2 lg:absolute lg:inset-x-4 lg:max-h-full ${source.file && size ? 'lg:bottom-4' : 'inset-y-4 justify-center max-lg:absolute max-lg:inset-x-0'}`}
      cards={
        <>
          {isPair && !layout?.isWhole ? (
            <p className="rounded-full bg-panel px-3 py-1 text-xs text-ink-soft shadow-lift inset-ring inset-ring-line">
              {messages.video.viewer.pair}
            </p>
          ) : null}
          <SamplePreviewPanel samplePreview={samplePreview} backdrop={backdrop} />
          {job && isDone && error && runLocation === 'service' ? <LinkCard job={job} /> : null}
          <VideoCards
            item={item}
            isBlocked={isBlockedByPause(item, items)}
            onRetry={onRetry}
            onRunHere={onRunHere}
            onRemove={onRemove}
          />
          {editedJob ? <PropagationStatus propagated={propagated} frameError={editing.error} /> : null}
          {tools.isEditing ? null : (
            <FrameProposals
              key={item.id}
              job={editedJob && source.job}
              edits={item.edits.present}
              rated={propagated.had}
              seconds={editing.seconds}
              isIdle={!propagated.isRunning && !items.some((each) => isInProgress(phaseOf(each)))}
              onTake={(edit) => editing.change({ type: 'add', edit })}
            />
          )}
        </>
      }
    >
      {editedJob ? <EditToolbar editor={editor} history={item.edits} onChange={editing.change} /> : null}
      <Timeline
        item={item}
        queue={queue}
        source={source}
        player={player}
        readySeconds={readySeconds}
        label={label}
        marks={
          editedJob ? (
            <>
              <DoubtEdge ratings={ratings} durationSeconds={durationSeconds} />
              <EditMarks
                edits={item.edits.present}
                propagated={propagated.reaches}
                clip={{ durationSeconds, fps: job?.fps ?? 30 }}
                onJump={jump}
                onChange={(edits) => editing.change({ type: 'replace', edits })}
              />
            </>
          ) : null
        }
      >
        {editedJob ? <NextInDoubt ratings={ratings} player={player} onJump={jump} /> : null}
        <ClipFacts facts={item.facts} made={isDone ? source.job : null} file={result} />
      </Timeline>
    </Stage>
  )
}

/** The time from the start of a frame to its middle, so that rounding cannot show its neighbour. */
const frameMiddle = (fps = 30): number => 0.5 / fps
