import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { KeptList } from '#library/items/keep-list.ts'
import type { FoundItems } from '#library/kept-items.ts'
import { formatDay } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { unreadableCount } from '#studio/queries/on-device.ts'
import { useStore } from '#studio/state/store.ts'
import { useService } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { Dialog } from '#studio/ui/dialog.tsx'
import { foundText } from './list-text.ts'
import type { PageList } from './media-kind.ts'

const texts = messages.items.kept

type Props = { readonly kept: KeptList; readonly list: PageList }

/**
 * Offers the items of earlier visits until the user continues or puts them away, and counts the items that this version
 * cannot read.
 */
export function FoundItemsOffer({ kept, list }: Props) {
  const { found } = useStore(kept)
  const service = useService()
  const client = useQueryClient()
  const unreadable = unreadableCount(service, kept.opened)
  const countAgain = () => client.invalidateQueries({ queryKey: unreadable.queryKey })
  const { data: count = 0 } = useQuery(unreadable)
  const deleting = useMutation({
    mutationFn: async () => service.onDevice?.unreadable.delete(),
    onSettled: countAgain,
  })
  return (
    <>
      {found?.isPutAway ? <PutAway kept={kept} found={found} counts={foundText(found, list)} /> : null}
      {found && !found.isPutAway ? (
        <Line>
          <p className="min-w-0 text-center">
            <span className="figures block font-semibold sm:inline">
              {texts.found(foundText(found, list))}
            </span>{' '}
            <span className="figures text-ink-soft">
              {texts.until(found.bytes, formatDay(found.untilMs))}
            </span>
          </p>
          <span className="flex items-center gap-2">
            <Button variant="main" onClick={() => void kept.takeFound().then(countAgain)}>
              {texts.take}
            </Button>
            <Button onClick={() => void kept.putAwayFound()}>{texts.putAway}</Button>
          </span>
        </Line>
      ) : null}
      {count > 0 ? (
        <Line>
          <p className="figures">{texts.unreadable(count)}</p>
          <Button disabled={deleting.isPending} onClick={() => deleting.mutate()}>
            {texts.deleteUnreadable}
          </Button>
        </Line>
      ) : null}
    </>
  )
}

type PutAwayProps = Pick<Props, 'kept'> & { readonly found: FoundItems; readonly counts: string }

/** The items that the user put away, until they are brought back or deleted. */
function PutAway({ kept, found, counts }: PutAwayProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Line>
      <p className="figures text-ink-soft">{texts.isPutAway(counts, formatDay(found.untilMs))}</p>
      <span className="flex items-center gap-2">
        <Button onClick={() => void kept.takeFound()}>{texts.takeBack}</Button>
        <Button variant="quiet" onClick={() => setIsAsking(true)}>
          {texts.drop}
        </Button>
      </span>
      <Dialog title={texts.dropTitle(counts)} open={isAsking} onClose={() => setIsAsking(false)}>
        <p className="text-sm">{texts.dropHelp}</p>
        <div className="mt-5 flex justify-end gap-2">
          <Button onClick={() => setIsAsking(false)}>{messages.app.cancel}</Button>
          <Button variant="main" onClick={() => void kept.dropFound()}>
            {texts.drop}
          </Button>
        </div>
      </Dialog>
    </Line>
  )
}

const Line = ({ children }: { readonly children: ReactNode }) => (
  <section
    aria-label={texts.region}
    className="flex shrink-0 flex-wrap items-center justify-center gap-x-6 gap-y-2 border-b border-line bg-panel px-4 py-2 text-sm"
  >
    {children}
  </section>
)
