import { queryOptions, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { blobId } from '#base/blob-id.ts'
import { fromRuns } from '#base/plane-runs.ts'
import type { AlternativeEdit, Edit } from '#contract/image-edits.ts'
import { keyPress, mayBeCommand } from '#studio/keyboard/command.ts'
import { decodeSmall } from '#studio/media/decode-picture.ts'
import { messages } from '#studio/messages/messages.ts'
import { useAnnounce } from '#studio/state/use-studio.ts'
import { IconButton } from '#studio/ui/button.tsx'
import type { Proposals } from './use-proposals.ts'

const texts = messages.image.edit.proposals

type Props = {
  /** Null if there are none. */
  readonly proposals: Proposals | null
  /** The last edit of the picture that the proposals cut out. */
  readonly last: Edit | undefined
  readonly onTake: (edit: AlternativeEdit) => void
  /** Whether only small pictures are shown, over the lower edge of their parent. */
  readonly isCompact?: boolean
  /** Whether the strip is a card over the stage. */
  readonly isCard?: boolean
}

/**
 * Other cut-outs as small pictures, taken by a press or a digit from 1 on, with Shift if they are compact. Hiding the
 * strip frees these keys.
 */
export function ProposalStrip({ proposals, last, onTake, isCompact = false, isCard = false }: Props) {
  const announce = useAnnounce()
  const [isHidden, setHidden] = useState(false)
  const takes = proposals?.takes ?? []
  const count = isHidden ? 0 : takes.length
  // An edit of a clip is a copy with a time.
  const isTaken = (edit: AlternativeEdit) => last?.kind === 'alternative' && last.runs === edit.runs
  const take = (number: number) => {
    const edit = takes[number - 1]
    if (!edit || isTaken(edit)) return
    onTake(edit)
    announce(texts.taken(number))
  }
  const latest = useRef(take)
  useLayoutEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (count === 0) return
    announce(texts.found(count, isCompact))
    const onKey = (event: KeyboardEvent) => {
      const press = keyPress(event)
      // In the grid the digits apply recipes.
      const number = Number(isCompact ? event.shiftKey && /^Digit(\d)$/.exec(event.code)?.[1] : press.chord)
      if (!mayBeCommand(press) || !(number >= 1 && number <= count)) return
      // Otherwise the digit would also choose a view.
      event.preventDefault()
      if (!event.repeat) latest.current(number)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [count, announce, isCompact])
  if (count === 0 || !proposals) return null
  const choices = takes.map((proposal, index) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: they stay in their order.
      key={index}
      type="button"
      aria-label={texts.take(index + 1)}
      aria-keyshortcuts={`${isCompact ? 'Shift+' : ''}${index + 1}`}
      aria-pressed={isTaken(proposal)}
      onClick={() => take(index + 1)}
      className={`checkerboard relative grid shrink-0 place-items-center overflow-hidden rounded-sm inset-ring inset-ring-line-strong hover:inset-ring-ink-faint aria-pressed:outline-2 aria-pressed:outline-ink ${isCompact ? 'size-11' : 'h-16 w-20 max-lg:h-14 max-lg:w-18'}`}
    >
      <Thumbnail source={proposals.picture} proposal={proposal} />
      <kbd
        aria-hidden
        className="absolute top-0.5 left-0.5 grid h-4.5 min-w-4.5 place-items-center px-0.5 rounded-xs bg-panel font-sans text-xs font-medium text-ink inset-ring inset-ring-line-strong"
      >
        {isCompact ? `⇧${index + 1}` : index + 1}
      </kbd>
    </button>
  ))
  if (isCompact)
    return (
      <fieldset className="absolute right-1 bottom-1 flex gap-1">
        <legend className="sr-only">{texts.title}</legend>
        {choices}
      </fieldset>
    )
  return (
    <section
      aria-label={texts.title}
      className={`flex shrink-0 items-center gap-2 bg-panel px-3 py-1.5 max-[20rem]:flex-wrap ${isCard ? 'pointer-events-auto max-w-full animate-rise rounded-lg shadow-lift inset-ring inset-ring-line' : 'border-b border-line'}`}
    >
      <h2 className="min-w-0 shrink text-sm font-medium text-ink">{texts.title}</h2>
      <div className="flex items-center gap-2 max-[20rem]:order-last max-[20rem]:flex-wrap">{choices}</div>
      <IconButton icon={X} label={texts.close} className="ml-auto" onClick={() => setHidden(true)} />
    </section>
  )
}

/** Twice the height of a thumbnail in CSS px, for screens with two device pixels to one. */
const sidePx = 128

/** A thumbnail of the picture; null if the browser cannot decode it. */
const smallPicture = (picture: Blob) =>
  queryOptions({
    queryKey: ['small-picture', blobId(picture)],
    queryFn: () => decodeSmall(picture, sidePx).catch(() => null),
    gcTime: 30_000,
  })

type ThumbnailProps = { readonly source: Blob; readonly proposal: AlternativeEdit }

function Thumbnail({ source, proposal }: ThumbnailProps) {
  const { data: picture = null } = useQuery(smallPicture(source))
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
