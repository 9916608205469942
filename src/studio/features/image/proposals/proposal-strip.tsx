import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fromRuns } from '#base/plane-runs.ts'
import type { TakeEdit } from '#contract/image-edits.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { readableSource } from '#studio/features/image/queue/result-options.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { keyPress, mayBeCommand } from '#studio/keyboard/command.ts'
import { messages } from '#studio/messages/messages.ts'
import { smallPicture } from '#studio/queries/proposed-cutouts.ts'
import { IconButton } from '#studio/ui/button.tsx'

const texts = messages.image.edit.proposals

type Props = {
  readonly item: QueueItem
  readonly queue: Pick<ImageQueue, 'edit'>
  readonly proposals: readonly TakeEdit[]
}

/** Other cut-outs as small pictures: a press or a key from 1 on takes one. Who hides them has the keys back. */
export function ProposalStrip({ item, queue, proposals }: Props) {
  const announce = useAnnounce()
  const { data: picture = null } = useQuery(smallPicture(readableSource(item)))
  const [isHidden, setHidden] = useState(false)
  const count = isHidden ? 0 : proposals.length
  const take = (number: number) => {
    const edit = proposals[number - 1]
    if (!edit || edit === item.edits.present.list.at(-1)) return
    queue.edit(item.id, { type: 'add', edit })
    announce(texts.taken(number))
  }
  const latest = useRef(take)
  useLayoutEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (count === 0) return
    announce(texts.found(count))
    const onKey = (event: KeyboardEvent) => {
      const press = keyPress(event)
      const number = Number(event.key)
      if (press.modified || !mayBeCommand(press) || !(number >= 1 && number <= count)) return
      // The views have the same keys while nothing is offered.
      event.preventDefault()
      if (!event.repeat) latest.current(number)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [count, announce])
  if (count === 0) return null
  const taken = item.edits.present.list.at(-1)
  return (
    <section
      aria-label={texts.title}
      className="flex shrink-0 items-center gap-2 border-b border-line bg-panel px-3 py-1.5 max-[20rem]:flex-wrap"
    >
      <h2 className="min-w-0 shrink text-sm font-medium text-ink">{texts.title}</h2>
      <div className="flex items-center gap-2 max-[20rem]:order-last max-[20rem]:flex-wrap">
        {proposals.map((proposal, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: they stay in their order.
            key={index}
            type="button"
            aria-label={texts.take(index + 1)}
            aria-keyshortcuts={String(index + 1)}
            aria-pressed={proposal === taken}
            onClick={() => take(index + 1)}
            className="checkerboard relative grid h-16 w-20 shrink-0 place-items-center overflow-hidden rounded-sm inset-ring inset-ring-line-strong hover:inset-ring-ink-faint aria-pressed:outline-2 aria-pressed:outline-ink max-lg:h-14 max-lg:w-18"
          >
            <Thumbnail picture={picture} proposal={proposal} />
            <kbd
              aria-hidden
              className="absolute top-0.5 left-0.5 grid size-4.5 place-items-center rounded-xs bg-panel font-sans text-xs font-medium text-ink inset-ring inset-ring-line-strong"
            >
              {index + 1}
            </kbd>
          </button>
        ))}
      </div>
      <IconButton icon={X} label={texts.close} className="ml-auto" onClick={() => setHidden(true)} />
    </section>
  )
}

type ThumbnailProps = { readonly picture: ImageBitmap | null; readonly proposal: TakeEdit }

function Thumbnail({ picture, proposal }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { width, height } = proposal
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const pixels = new ImageData(width, height)
    for (const [at, alpha] of fromRuns(proposal).entries()) pixels.data[at * 4 + 3] = alpha * 255
    context.globalCompositeOperation = 'copy'
    context.putImageData(pixels, 0, 0)
    if (!picture) return
    context.globalCompositeOperation = 'source-in'
    context.drawImage(picture, 0, 0, width, height)
  }, [picture, proposal, width, height])
  return (
    <canvas ref={canvas} width={width} height={height} className="size-full object-contain" aria-hidden />
  )
}
