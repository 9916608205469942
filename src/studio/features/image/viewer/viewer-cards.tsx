import { useQuery } from '@tanstack/react-query'
import { Copy, RotateCcw } from 'lucide-react'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { Progress } from '#contract/progress.ts'
import type { ServiceError } from '#contract/service-error.ts'
import { percent, progressText } from '#studio/features/image/progress.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { useAnnounce, useRecipe } from '#studio/hooks/use-studio.ts'
import type { FileKind } from '#studio/media/file-kind.ts'
import { errorReport, errorText } from '#studio/messages/error-text.ts'
import { subjectFound } from '#studio/queries/image-result.ts'
import type { PictureInfo } from '#studio/queries/picture-info.ts'
import { isOpaque } from '#studio/state/recipe.ts'
import { Button } from '#studio/ui/button.tsx'
import { Notice } from '#studio/ui/notice.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { StoppedCard } from '#studio/viewer/stopped-card.tsx'
import { ServiceCards } from './service-cards.tsx'
import type { ShownResult } from './use-shown-result.ts'
import { WorkingCard } from './working-card.tsx'

type Props = {
  readonly item: QueueItem
  readonly look: PictureInfo | undefined
  readonly queue: ImageQueue
  readonly result: ShownResult
  /** Where there is no picture to keep clear of. */
  readonly centred: boolean
}

/** What is going on with the picture, floating over the stage. The pointer goes through between the cards. */
export function ViewerCards({ item, look, queue, result, centred }: Props) {
  const [recipe] = useRecipe()
  return (
    <div
      className={`pointer-events-none absolute inset-x-4 z-20 flex flex-col items-center gap-3 ${centred ? 'inset-y-4 justify-center' : 'bottom-4'}`}
    >
      {item.state === 'waiting' || item.state === 'working' ? (
        <WorkingCard
          name={item.name}
          place={item.place}
          progress={item.progress}
          waiting={item.state === 'waiting'}
          onCancel={() => queue.cancel(item.id)}
        />
      ) : null}
      {item.place === 'service' ? (
        <ServiceCards item={item} look={look} queue={queue} result={result} />
      ) : (
        <DeviceCards item={item} look={look} queue={queue} result={result} />
      )}
      {item.state === 'done' && result.answer && !result.isUpdating && !isOpaque(recipe) ? (
        <NoSubjectHint id={item.id} answer={result.answer} />
      ) : null}
    </div>
  )
}

/** How a picture stands that runs on this device. */
function DeviceCards({ item, look, queue, result }: Omit<Props, 'centred'>) {
  const kind = look?.kind ?? 'unknown'
  const retry = () => queue.retry(item.id)
  if (item.state === 'cancelled') return <StoppedCard onRetry={retry} />
  if (item.state === 'failed' && item.error)
    return <ErrorCard error={item.error} kind={kind} name={item.name} onRetry={retry} />
  if (item.state !== 'done') return null
  return (
    <>
      {result.error ? (
        <ErrorCard error={result.error} kind={kind} name={item.name} onRetry={result.update} />
      ) : null}
      <UpdateStatus result={result} progress={item.progress} />
    </>
  )
}

type UpdateStatusProps = { readonly result: ShownResult; readonly progress: Progress | null }

/**
 * Says that a new result is on its way. A new colour is there before this shows; another level takes
 * as long as a cut and says so.
 */
function UpdateStatus({ result, progress }: UpdateStatusProps) {
  if (result.isBehind)
    return (
      <div className="pointer-events-auto flex items-center gap-3 rounded-full bg-panel py-1.5 pr-1.5 pl-4 text-sm shadow-lift inset-ring inset-ring-line">
        Stopped. This is the last result.
        <Button variant="main" className="rounded-full" onClick={result.update}>
          Update
        </Button>
      </div>
    )
  if (!result.isUpdating) return null
  return (
    <div className="pointer-events-auto w-72 [animation:rise_.3s_.35s_both]">
      <div className="rounded-lg bg-panel py-2 pr-2 pl-4 shadow-lift inset-ring inset-ring-line">
        <div className="flex items-center justify-between gap-3 text-sm">
          <span className="figures truncate">{progress ? progressText(progress) : 'Updating'}</span>
          <Button variant="quiet" onClick={result.stop}>
            Cancel
          </Button>
        </div>
        <div className="mt-1 mr-2">
          <ProgressBar slim label="Progress of the new result" percent={percent(progress)} />
        </div>
      </div>
    </div>
  )
}

/** Says so when nothing was left of the picture. */
function NoSubjectHint({ id, answer }: { readonly id: string; readonly answer: ImageAnswer }) {
  const { data: found = true } = useQuery(subjectFound(id, answer))
  if (found) return null
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise shadow-lift">
      <Notice tone="doubt" title="No clear subject found">
        <p className="mt-1 text-ink">
          Nothing stood out from the background. Try Fine, or a picture where the subject is larger.
        </p>
      </Notice>
    </div>
  )
}

type ErrorCardProps = {
  readonly error: ServiceError
  readonly kind: FileKind
  readonly name: string
  readonly onRetry: () => void
}

/** What went wrong with a picture, what to do, and the service's own words to copy. */
function ErrorCard({ error, kind, name, onRetry }: ErrorCardProps) {
  const announce = useAnnounce()
  const { title, help, action } = errorText(error, { at: 'image', fileKind: kind })
  const copyDetails = () =>
    navigator.clipboard.writeText(errorReport(error, name)).then(
      () => announce('Details copied'),
      () => announce('This browser does not allow copying'),
    )
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise shadow-lift">
      <Notice tone="fault" title={title}>
        <p className="mt-1 text-ink">{help}</p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {action === 'retry' ? (
            <Button onClick={onRetry}>
              <RotateCcw size={15} aria-hidden /> Try again
            </Button>
          ) : null}
          <Button onClick={() => void copyDetails()}>
            <Copy size={15} aria-hidden /> Copy details
          </Button>
        </div>
        <p className="mt-2 font-mono text-2xs break-all text-ink-soft">
          {error.code}
          {error.request_id ? ` · ${error.request_id}` : ''}
        </p>
      </Notice>
    </div>
  )
}
