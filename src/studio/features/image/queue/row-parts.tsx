import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Square } from 'lucide-react'
import { isInProgress } from '#library/items/item.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import type { RowCommand } from '#studio/items/media-kind.ts'
import { errorText, type ShownError } from '#studio/messages/error-text.ts'
import { formatBytes, formatPixelSize } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { pictureInfo } from '#studio/queries/picture-info.ts'
import { Thumbnail } from '#studio/ui/thumbnail.tsx'

const texts = messages.items.row

type Props = { readonly item: PictureItem }

/** Its result, small; before there is one, the picture itself. */
export function PictureThumbnail({ item }: Props) {
  const { data: info } = useQuery(pictureInfo(item))
  const picture = item.thumbnail ?? info?.thumbnail ?? null
  const { background, channels, composition } = item.recipe
  return (
    <Thumbnail
      picture={picture}
      isResult={item.thumbnail !== null}
      // It shows at once on all pictures; each thumbnail is made anew when its picture is shown.
      ground={channels === 'rgba' && composition.background === null ? background : null}
      isMissing={info !== undefined && picture === null}
    />
  )
}

/** `4000 × 3000 · 2.1 MB` */
export function PictureFacts({ item }: Props) {
  const { data: info } = useQuery(pictureInfo(item))
  return `${info?.size ? `${formatPixelSize(info.size)} · ` : ''}${formatBytes(item.file.size)}`
}

/** The buttons that stop and restart the work on a picture. */
export const pictureRowCommands = (
  queue: Pick<ImageQueue, 'cancel' | 'retry'>,
): readonly RowCommand<PictureItem>[] => [
  {
    icon: () => Square,
    label: ({ name }) => texts.stop(name),
    applies: ({ phase }) => isInProgress(phase),
    run: ({ id }) => queue.cancel(id),
  },
  {
    icon: () => RotateCcw,
    label: ({ name }) => texts.retry(name),
    applies: ({ runLocation, phase, error }) =>
      runLocation === 'device' && (phase === 'stopped' || (phase === 'failed' && mayWorkAgain(error))),
    run: ({ id }) => queue.retry(id),
  },
]

/** Whether another try may help: of a file that is no picture it would not. */
const mayWorkAgain = (error: ShownError | null): boolean =>
  error !== null && errorText(error, { at: 'image', fileKind: 'unknown' }).action === 'retry'
