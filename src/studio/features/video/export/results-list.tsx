import { CircleAlert, Download, Images } from 'lucide-react'
import { useState } from 'react'
import { sequenceFormats } from '#contract/frame-sequence.ts'
import { videoFormats } from '#contract/output-formats.ts'
import type { Progress } from '#contract/progress.ts'
import {
  currentRunLocation,
  failureOf,
  resultsOf,
  type VideoItem,
  type VideoJob,
  type WorkFailure,
} from '#library/videos/video-item.ts'
import { packingText } from '#studio/features/video/queue/video-status-text.ts'
import { errorSentence, errorText, videoErrorSummary } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useNow } from '#studio/state/use-browser-state.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { FramesDialog } from './frames-dialog.tsx'
import { differencesOf, factsText } from './result-text.ts'
import type { SaveFrames } from './save-frames.ts'
import type { SaveVideo } from './save-video.ts'

const { results: texts, frames: framesTexts, progress: progressTexts } = messages.video

type Props = {
  readonly item: VideoItem
  readonly saving: SaveVideo
  readonly onRetry: (failed?: VideoJob) => void
}

/** All results of a video, if there are two or more, each with a button that saves it; and later failures. */
export function ResultsList({ item, saving, onRetry }: Props) {
  const now = useNow(60_000)
  const { running } = useStore(saving)
  const results = resultsOf(item)
  const failure = failureOf(item)
  const differences = differencesOf(results)
  if (results.length + Number(failure !== null) < 2 || !results[0]) return null
  return (
    <section aria-label={texts.label} className={`mb-3 ${failure ? '' : 'max-lg:hidden'}`}>
      <ul className="slim-scroll max-h-44 divide-y divide-line overflow-y-auto rounded-sm inset-ring inset-ring-line">
        {failure ? <FailedRow item={item} failure={failure} onRetry={onRetry} /> : null}
        {results.map((result) => {
          const format = videoFormats[result.job.format].label
          const name = [format, ...differences(result)].join(' · ')
          const facts = factsText(result, now)
          return (
            <li
              key={result.job.id}
              className="figures flex items-center justify-between gap-2 py-1 pr-0.5 pl-2.5 text-xs max-lg:hidden"
            >
              <span className="min-w-0">
                <span className="block truncate font-medium" title={name}>
                  {name}
                </span>
                <span className="block truncate text-2xs text-ink-soft">{facts}</span>
              </span>
              <IconButton
                small
                icon={Download}
                label={texts.save(name, facts)}
                disabled={running !== null}
                onClick={() => saving.start('save', item, result)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type FailedRowProps = Pick<Props, 'item' | 'onRetry'> & { readonly failure: WorkFailure }

/** A failure at the service is retried by the main button, which shows the price. */
function FailedRow({ item, failure: { error, made }, onRetry }: FailedRowProps) {
  const isSent = currentRunLocation(item) === 'service'
  const mayRetry = !isSent && errorText(error, { at: 'video' }).action === 'retry'
  return (
    <li className="py-1 pr-1 pl-2.5 text-xs">
      <span className="flex min-h-7 items-center justify-between gap-2">
        <span className="flex items-center gap-1 font-medium text-fault">
          <CircleAlert size={13} strokeWidth={2.25} aria-hidden className="shrink-0" />
          {made ? texts.failed(videoFormats[made.job.format].label) : texts.notBegun}
        </span>
        {mayRetry ? (
          <Button className="h-7! px-2! text-xs!" onClick={() => onRetry(made ?? undefined)}>
            {messages.video.viewer.error.retry}
          </Button>
        ) : null}
      </span>
      <span className="mt-0.5 block pr-2 text-ink-soft">
        {isSent ? videoErrorSummary(error, 'service') : errorSentence(error)}
      </span>
    </li>
  )
}

type FramesActionProps = {
  readonly item: VideoItem
  /** The result with the frames; null to show only the progress of saving. */
  readonly result: VideoJob | null
  readonly frames: SaveFrames
}

/** Saves the frames of a result as pictures, for compositing, or shows the progress. */
export function FramesAction({ item, result, frames }: FramesActionProps) {
  const { running } = useStore(frames)
  const [isAsking, setIsAsking] = useState(false)
  const { label } = sequenceFormats[item.recipe.sequence.format]
  const isMine = running !== null && item.jobs.some(({ job }) => job.id === running.id)
  if (!isMine && !result) return null
  return (
    <div className={`flex items-center gap-3 ${isMine ? 'w-full' : 'flex-1'}`}>
      {isMine ? <Packing progress={running.progress.next} /> : null}
      {/* One button for both states, so that it keeps the focus. */}
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
        <FramesDialog
          item={item}
          result={result}
          frames={frames}
          open={isAsking}
          onClose={() => setIsAsking(false)}
        />
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
