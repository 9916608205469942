import { Download, Images } from 'lucide-react'
import { useState } from 'react'
import { sequenceFormats } from '#contract/frame-sequence.ts'
import { videoFormats } from '#contract/output-formats.ts'
import type { Progress } from '#contract/progress.ts'
import { isMattePair } from '#library/recipe/video-recipe.ts'
import { groundOf, resultsOf, type VideoItem, type VideoJob } from '#library/videos/video-item.ts'
import { packingText } from '#studio/features/video/queue/video-status-text.ts'
import { keptText } from '#studio/features/video/viewer/metadata-text.ts'
import { useNow } from '#studio/hooks/use-browser-state.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { FramesDialog } from './frames-dialog.tsx'
import type { SaveFrames } from './save-frames.ts'
import type { SaveVideo } from './save-video.ts'

const { results: texts, frames: framesTexts, progress: progressTexts, settings } = messages.video

type Props = { readonly item: VideoItem; readonly saving: SaveVideo }

/** All results of a video, each with a button that saves it. Shown from two results on. */
export function ResultsList({ item, saving }: Props) {
  const now = useNow(60_000)
  const { running } = useStore(saving)
  const results = resultsOf(item)
  if (results.length < 2) return null
  return (
    <section aria-label={texts.label} className="mb-3 max-lg:hidden">
      <ul className="slim-scroll max-h-32 divide-y divide-line overflow-y-auto rounded-sm inset-ring inset-ring-line">
        {results.map((result) => (
          <li key={result.job.id} className="flex items-center justify-between gap-2 py-0.5 pr-0.5 pl-2.5">
            <span className="figures min-w-0 truncate text-xs text-ink-soft" title={textOf(result, now)}>
              <span className="font-medium text-ink">{videoFormats[result.job.format].label}</span>
              {' · '}
              {textOf(result, now)}
            </span>
            <IconButton
              small
              icon={Download}
              label={texts.save(videoFormats[result.job.format].label, textOf(result, now))}
              disabled={running !== null}
              onClick={() => saving.start('save', item, result)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const textOf = (made: VideoJob, nowMs: number): string => {
  const { job, options, hasMatte } = made
  return [
    options.channels === 'alpha'
      ? settings.export.contents.alpha
      : isMattePair(made)
        ? texts.wholePicture
        : messages.composition.kinds[groundOf(made)],
    ...(hasMatte ? [texts.withMatte] : []),
    ...(job.stats
      ? [formatPixelSize({ width: job.stats.output_width, height: job.stats.output_height })]
      : []),
    ...(job.stats?.output_bytes ? [formatBytes(job.stats.output_bytes)] : []),
    keptText(job.expires_at, nowMs) ?? '',
  ]
    .filter((text) => text !== '')
    .join(' · ')
}

type FramesActionProps = {
  readonly item: VideoItem
  /** The result whose frames may be saved; null to show only the progress of saving. */
  readonly result: VideoJob | null
  readonly frames: SaveFrames
}

/** Saves the frames of a result as pictures, for compositing, or shows the progress of that. */
export function FramesAction({ item, result, frames }: FramesActionProps) {
  const { running } = useStore(frames)
  const [isAsking, setIsAsking] = useState(false)
  const { label } = sequenceFormats[item.recipe.sequence.format]
  const isMine = running !== null && item.jobs.some(({ job }) => job.id === running.id)
  if (!isMine && !result) return null
  return (
    <div className={`flex items-center gap-3 ${isMine ? 'w-full' : 'flex-1'}`}>
      {isMine ? <Packing progress={running.progress.next} /> : null}
      {/* One button for both, so that it keeps the focus. */}
      <Button
        className={isMine ? '' : 'flex-1'}
        disabled={running !== null && !isMine}
        onClick={() => (isMine ? frames.cancel() : setIsAsking(true))}
        {...(isMine
          ? { 'aria-label': framesTexts.cancelAnnounced }
          : { title: framesTexts.saveHint(result?.job.frames ?? 0) })}
      >
        {isMine ? (
          framesTexts.cancel
        ) : (
          <>
            <Images size={15} strokeWidth={1.9} aria-hidden /> {framesTexts.save(label)}
          </>
        )}
      </Button>
      {result ? (
        <FramesDialog {...{ item, result, frames }} open={isAsking} onClose={() => setIsAsking(false)} />
      ) : null}
    </div>
  )
}

const Packing = ({ progress }: { readonly progress: Progress | null }) => (
  <div className="min-w-0 flex-1">
    <p className="figures mb-2 truncate text-xs text-ink-soft">{packingText(progress)}</p>
    <ProgressBar
      label={progressTexts.ofFrames}
      percent={progress?.ratio == null ? null : Math.floor(progress.ratio * 100)}
    />
  </div>
)
