import { Send } from 'lucide-react'
import { creditsForImage } from '#contract/limits.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { isInProgress } from '#library/items/item.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import { isPicture, type PictureItem, unsentOf } from '#library/pictures/picture-item.ts'
import { isStale } from '#library/pictures/result-options.ts'
import { toImageOptions } from '#library/recipe/recipe.ts'
import { BalanceLine } from '#studio/items/balance-line.tsx'
import { RunLocationChoice } from '#studio/items/run-location.tsx'
import { useItemRecipe } from '#studio/items/shown-item.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useConnection } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'

type Props = { readonly item: PictureItem; readonly queue: ImageQueue }

/** The picture's run location, the cost of sending it, and the buttons that send it. */
export function ServiceActions({ item, queue }: Props) {
  const { service } = useConnection()
  if (!service) return null
  const isLocked = item.runLocation === 'service' && isInProgress(item.phase)
  return (
    <div className="mb-3 space-y-2">
      <RunLocationChoice
        runLocation={item.runLocation}
        isLocked={isLocked}
        onChange={(runLocation) => queue.setRunLocation([item.id], runLocation)}
      />
      <UseForAll item={item} queue={queue} />
      {item.runLocation === 'service' ? <Sending item={item} queue={queue} service={service} /> : null}
    </div>
  )
}

function Sending({ item, queue, service }: Props & { readonly service: BackgroundService }) {
  const [recipe] = useItemRecipe(isPicture)
  const unsent = unsentOf(useStore(queue).items)
  const isNew = item.phase === 'ready'
  const isAgain = item.phase === 'failed' || item.phase === 'stopped'
  // Without a result to save, sending is the main action.
  const isFirst = isNew || isAgain
  const canSend = isFirst || (item.phase === 'done' && isStale(item, toImageOptions(recipe)))
  const cost = unsent.length * creditsForImage
  const more = unsent.some(({ id }) => id !== item.id)
  return (
    <>
      <BalanceLine service={service} cost={canSend ? creditsForImage : 0} />
      {canSend ? (
        <Button
          variant={isFirst ? 'main' : 'plain'}
          large={isFirst}
          className="w-full"
          onClick={() => queue.send([item.id])}
        >
          <Send size={isFirst ? 18 : 15} strokeWidth={1.9} aria-hidden />{' '}
          {isNew ? messages.sending.send(creditsForImage) : messages.sending.sendAgain(creditsForImage)}
        </Button>
      ) : null}
      {more ? (
        <Button className="w-full" onClick={() => queue.send(unsent.map(({ id }) => id))}>
          <Send size={15} strokeWidth={1.9} aria-hidden /> {messages.sending.sendAll(unsent.length, cost)}
        </Button>
      ) : null}
    </>
  )
}

/** Offers to apply this picture's run location to all, if another picture runs elsewhere. */
function UseForAll({ item, queue }: Props) {
  const { items } = useStore(queue)
  const next = useStore(queue.next)
  const others = items.filter(({ runLocation }) => runLocation !== item.runLocation)
  if (items.length < 2 || (others.length === 0 && next.runLocation === item.runLocation)) return null
  const ids = items.map(({ id }) => id)
  return (
    <Button
      variant="quiet"
      className="w-full"
      onClick={() => queue.setRunLocation(ids, item.runLocation, true)}
    >
      {item.runLocation === 'service'
        ? messages.image.actions.allOnService(items.length)
        : messages.image.actions.allOnDevice(items.length)}
    </Button>
  )
}
