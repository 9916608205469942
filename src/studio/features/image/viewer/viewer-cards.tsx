import { useQuery } from '@tanstack/react-query'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { Progress } from '#contract/progress.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { isPicture } from '#library/pictures/picture-item.ts'
import { isOpaqueRecipe } from '#library/recipe/recipe.ts'
import { percent, progressText } from '#studio/features/image/progress.ts'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { subjectFound } from '#studio/queries/image-result.ts'
import type { PictureInfo } from '#studio/queries/picture-info.ts'
import { Button } from '#studio/ui/button.tsx'
import { Notice } from '#studio/ui/notice.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { ErrorCard } from '#studio/viewer/error-card.tsx'
import { StoppedCard } from '#studio/viewer/stopped-card.tsx'
import { FirstLookCard } from './first-look-card.tsx'
import { ServiceCards } from './service-cards.tsx'
import type { ShownResult } from './use-shown-result.ts'
import { WorkingCard } from './working-card.tsx'

const texts = messages.image.viewer

type Props = {
  readonly item: PictureItem
  readonly info: PictureInfo | undefined
  readonly queue: ImageQueue
  readonly result: ShownResult
}

/** The state of the picture, on cards. */
export function ViewerCards({ item, info, queue, result }: Props) {
  const [recipe] = useItemRecipe(isPicture)
  return (
    <>
      {item.phase === 'waiting' || item.phase === 'working' ? (
        <WorkingCard
          note={result.isEditPending ? messages.image.edit.waits : null}
          name={item.name}
          runLocation={item.runLocation}
          progress={item.progress}
          isWaiting={item.phase === 'waiting'}
          onCancel={() => queue.cancel(item.id)}
        />
      ) : null}
      {item.runLocation === 'service' ? (
        <ServiceCards item={item} info={info} queue={queue} result={result} />
      ) : (
        <DeviceCards item={item} queue={queue} />
      )}
      {item.phase === 'done' && result.error ? (
        <ErrorCard
          error={result.error}
          at={{ at: 'image', fileKind: item.fileKind }}
          name={item.name}
          texts={texts.error}
          onRetry={result.update}
        />
      ) : null}
      {item.phase === 'done' && item.runLocation === 'device' ? (
        <FirstLookCard item={item} queue={queue} />
      ) : null}
      {item.phase === 'done' ? <UpdateStatus result={result} progress={item.progress} /> : null}
      {item.phase === 'done' && result.answer && !result.isUpdating && !isOpaqueRecipe(recipe) ? (
        <NoSubjectHint id={item.id} answer={result.answer} />
      ) : null}
    </>
  )
}

/** The state of a picture that is worked on by this device. */
function DeviceCards({ item, queue }: Pick<Props, 'item' | 'queue'>) {
  const retry = () => queue.retry(item.id)
  if (item.phase === 'stopped') return <StoppedCard onRetry={retry} />
  if (item.phase === 'failed' && item.error)
    return (
      <ErrorCard
        error={item.error}
        at={{ at: 'image', fileKind: item.fileKind }}
        name={item.name}
        texts={texts.error}
        onRetry={retry}
      />
    )
  return null
}

type UpdateStatusProps = { readonly result: ShownResult; readonly progress: Progress | null }

/**
 * Says that a new result is being made. It appears after a delay: a new colour takes less than that, another level
 * takes as long as the first result.
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

/** Says that nothing is left of the picture, where that is so. */
function NoSubjectHint({ id, answer }: { readonly id: string; readonly answer: ImageAnswer }) {
  const { data: found = true } = useQuery(subjectFound(id, answer))
  if (found) return null
  return (
    <div className="pointer-events-auto w-full max-w-md animate-rise shadow-lift">
      <Notice tone="doubt" title={texts.noSubject.title}>
        <p className="mt-1 text-ink">{texts.noSubject.help}</p>
      </Notice>
    </div>
  )
}
