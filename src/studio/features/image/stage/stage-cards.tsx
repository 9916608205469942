import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { useRecipe } from '#studio/hooks/use-studio.ts'
import type { PictureLook } from '#studio/queries/picture-look.ts'
import { StoppedCard } from '#studio/stage/stopped-card.tsx'
import { isOpaque } from '#studio/state/recipe.ts'
import { FaultCard } from './fault-card.tsx'
import { NoSubjectHint } from './no-subject-hint.tsx'
import { SendingCards } from './sending-cards.tsx'
import { UpdatingPill } from './updating-pill.tsx'
import type { StageResult } from './use-stage-result.ts'
import { WorkingCard } from './working-card.tsx'

type Props = {
  readonly item: QueueItem
  readonly look: PictureLook | undefined
  readonly queue: ImageQueue
  readonly result: StageResult
  /** Where there is no picture to keep clear of. */
  readonly centred: boolean
}

/** What is going on with the picture, floating over the stage. The pointer goes through between the cards. */
export function StageCards({ item, look, queue, result, centred }: Props) {
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
        <SendingCards item={item} look={look} queue={queue} result={result} />
      ) : (
        <CuttingCards item={item} look={look} queue={queue} result={result} />
      )}
      {item.state === 'done' && result.answer && !result.isUpdating && !isOpaque(recipe) ? (
        <NoSubjectHint id={item.id} answer={result.answer} />
      ) : null}
    </div>
  )
}

/** How a picture stands that runs on this device. */
function CuttingCards({ item, look, queue, result }: Omit<Props, 'centred'>) {
  const kind = look?.kind ?? 'unknown'
  const retry = () => queue.retry(item.id)
  if (item.state === 'cancelled') return <StoppedCard onRetry={retry} />
  if (item.state === 'failed' && item.error)
    return <FaultCard error={item.error} kind={kind} name={item.name} onRetry={retry} />
  if (item.state !== 'done') return null
  return (
    <>
      {result.error ? (
        <FaultCard error={result.error} kind={kind} name={item.name} onRetry={result.update} />
      ) : null}
      <UpdatingPill result={result} progress={item.progress} />
    </>
  )
}
