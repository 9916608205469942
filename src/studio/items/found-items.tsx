import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { KeptList } from '#library/items/keep-list.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { formatDay } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { unreadableCount } from '#studio/queries/on-device.ts'
import { useStore } from '#studio/state/store.ts'
import { Button } from '#studio/ui/button.tsx'
import { foundText } from './list-text.ts'
import type { PageList } from './media-kind.ts'

const texts = messages.items.kept

type Props = { readonly kept: KeptList; readonly list: PageList }

/** What earlier visits left, until a person goes on with it or deletes it; and how much this version cannot read. */
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
      {found ? (
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
            <Button onClick={() => void kept.dropFound()}>{texts.drop}</Button>
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

const Line = ({ children }: { readonly children: ReactNode }) => (
  <section
    aria-label={texts.region}
    className="flex shrink-0 flex-wrap items-center justify-center gap-x-6 gap-y-2 border-b border-line bg-panel px-4 py-2 text-sm"
  >
    {children}
  </section>
)
