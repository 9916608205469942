import { hasWork, type ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { ProposalStrip } from '#studio/edit/proposal-strip.tsx'
import { BesideButton } from '#studio/features/image/beside/beside-button.tsx'
import { useStoreSelector } from '#studio/state/store.ts'
import { usePictureProposals } from './use-picture-proposals.ts'

type Props = { readonly item: PictureItem; readonly queue: ImageQueue }

/** Other results of a picture in the grid: the comparison of two, and other cut-outs. */
export function OtherCutouts({ item, queue }: Props) {
  const isAtWork = useStoreSelector(queue, hasWork)
  const { proposals } = usePictureProposals(item, false, !isAtWork)
  return (
    <>
      <BesideButton
        small
        className="absolute! top-1 right-1 bg-panel inset-ring inset-ring-line-strong forced-colors:bg-[Highlight]"
      />
      <ProposalStrip
        isCompact
        proposals={proposals}
        last={item.edits.present.list.at(-1)}
        onTake={(edit) => queue.edit(item.id, { type: 'add', edit })}
      />
    </>
  )
}
