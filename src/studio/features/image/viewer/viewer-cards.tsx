import { useQuery } from '@tanstack/react-query'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { Progress } from '#contract/progress.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { isPicture } from '#library/pictures/picture-item.ts'
import { isOpaqueRecipe } from '#library/recipe/recipe.ts'
import {
  percent,
  pictureSteps,
  progressText,
  sendingText,
  stepLabels,
} from '#studio/features/image/progress.ts'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { subjectFound } from '#studio/queries/image-result.ts'
import type { PictureInfo } from '#studio/queries/picture-info.ts'
import { Button } from '#studio/ui/button.tsx'
import { Notice } from '#studio/ui/notice.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { ErrorCard } from '#studio/viewer/error-card.tsx'
import { StoppedCard } from '#studio/viewer/stopped-card.tsx'
import { WorkCard } from '#studio/viewer/work-card.tsx'
import { FirstLookCard } from './first-look-card.tsx'
import { ServiceCards } from './service-cards.tsx'
import type { ShownResult } from './use-shown-result.ts'

const texts = messages.image.viewer

type Props = {
  readonly item: PictureItem
  readonly info: PictureInfo | undefined
  readonly queue: ImageQueue
  readonly result: ShownResult
}

/** Cards with the state of the picture. */
export function ViewerCards({ item, info, queue, result }: Props) {
  const [recipe] = useItemRecipe(isPicture)
  const isDone = item.phase === 'done'
  const isSent = item.runLocation === 'service'
  const retry = () => queue.retry(item.id)
  // A service's error has its own card.
  const error = isDone ? result.error : item.phase === 'failed' && !isSent ? item.error : null
  return (
    <>
      {item.phase === 'waiting' || item.phase === 'working' ? (
        <PictureWork item={item} note={result.isEditPending ? messages.image.edit.waits : null} />
      ) : null}
      {isSent ? <ServiceCards item={item} info={info} queue={queue} result={result} /> : null}
      {item.phase === 'stopped' && !isSent ? <StoppedCard onRetry={retry} /> : null}
      {error ? (
        <ErrorCard
          error={error}
          at={{ at: 'image', fileKind: item.fileKind }}
          name={item.name}
          texts={texts.error}
          onRetry={isDone ? result.update : retry}
        />
      ) : null}
      {isDone && !isSent ? <FirstLookCard item={item} queue={queue} /> : null}
      {isDone ? <UpdateStatus result={result} progress={item.progress} /> : null}
      {isDone && result.answer && !result.isUpdating && !isOpaqueRecipe(recipe) ? (
        <NoSubjectHint id={item.id} answer={result.answer} />
      ) : null}
    </>
  )
}

type WorkProps = {
  readonly item: PictureItem
  /** A further note; null for none. */
  readonly note: string | null
}

function PictureWork({ item: { name, phase, progress, runLocation }, note }: WorkProps) {
  const isSent = runLocation === 'service'
  const isWaiting = phase === 'waiting'
  const waits = isSent ? texts.waitingToSend : texts.waitingForOthers
  const works = isSent ? sendingText(progress) : progressText(progress)
  const current = progress?.step
  return (
    <WorkCard
      text={isWaiting ? waits : works}
      retry={isWaiting ? undefined : progress?.retry}
      label={messages.image.progress.of(name)}
      percent={isWaiting ? 0 : percent(progress)}
      bytes={isWaiting ? undefined : progress?.bytes}
      buttons={
        <Button command="stop" aria-label={texts.cancelOf(name)}>
          {texts.cancel}
        </Button>
      }
    >
      {note ? <p className="mt-2 text-xs text-ink-soft">{note}</p> : null}
      {isSent ? null : (
        <ol className="mt-2.5 flex justify-between text-xs max-sm:hidden" aria-hidden>
          {pictureSteps.map((step) => (
            <li
              key={step}
              className={step === current ? 'font-semibold text-ink' : 'text-ink-faint'}
              data-stage={step === current ? step : undefined}
            >
              {stepLabels[step]}
            </li>
          ))}
        </ol>
      )}
    </WorkCard>
  )
}

type UpdateStatusProps = { readonly result: ShownResult; readonly progress: Progress | null }

/**
 * Shows that a new result is being made. It appears after a delay: a new colour is faster, another level takes as long
 * as the first result.
 */
function UpdateStatus({ result, progress }: UpdateStatusProps) {
  if (result.isBehind)
    return (
      <div className="pointer-events-auto flex items-center gap-3 rounded-full bg-panel py-1.5 pr-1.5 pl-4 text-sm shadow-lift inset-ring inset-ring-line">
        {texts.behind}
        <Button variant="main" className="rounded-full" onClick={result.update}>
          {texts.update}
        </Button>
      </div>
    )
  if (!result.isUpdating) return null
  return (
    <div className="pointer-events-auto w-72 [animation:rise_.3s_.35s_both]">
      <div className="rounded-lg bg-panel py-2 pr-2 pl-4 shadow-lift inset-ring inset-ring-line">
        <div className="flex items-center justify-between gap-3 text-sm">
          <span className="figures truncate">
            {progress ? progressText(progress) : messages.image.progress.updating}
          </span>
          <Button variant="quiet" onClick={result.stop}>
            {texts.cancel}
          </Button>
        </div>
        <div className="mt-1 mr-2">
          <ProgressBar slim label={messages.image.progress.ofNewResult} percent={percent(progress)} />
        </div>
      </div>
    </div>
  )
}

/** A hint if the result is empty. */
function NoSubjectHint({ id, answer }: { readonly id: string; readonly answer: ImageAnswer }) {
  const { data: found = true } = useQuery(subjectFound(id, answer))
  if (found) return null
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise shadow-lift">
      <Notice tone="uncertain" title={texts.noSubject.title}>
        <p className="mt-1 text-ink">{texts.noSubject.help}</p>
      </Notice>
    </div>
  )
}

/** Offers the lasso if clicks missed. */
export const WrongSubject = ({ onDraw }: { readonly onDraw: () => void }) => (
  <p className="pointer-events-auto flex animate-rise items-center gap-3 rounded-lg bg-panel py-2 pr-2 pl-4 text-sm shadow-lift inset-ring inset-ring-line">
    <span className="font-semibold">{messages.image.edit.wrongSubject.title}</span>
    <Button onClick={onDraw}>{messages.image.edit.wrongSubject.action}</Button>
  </p>
)
