import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createTaskQueue } from '#base/promises.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { isInProgress } from '#library/items/item.ts'
import type { ItemsOfKind } from '#library/items/item-list.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import { makePicture } from '#library/pictures/make-picture.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { lookKey, readableSource, savedRequest } from '#library/pictures/result-options.ts'
import { useSettled } from '#studio/hooks/use-browser-state.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useStudio } from '#studio/hooks/use-studio.ts'
import { pictureInfo, pictureInfoKey } from '#studio/queries/picture-info.ts'
import { useStore, useStoreSelector } from '#studio/state/store.ts'
import { Thumbnail } from '#studio/ui/thumbnail.tsx'

type Props = {
  readonly item: PictureItem
  readonly queue: Pick<ImageQueue, 'get' | 'subscribe' | 'makeThumbnail'>
  readonly isLarge: boolean
}

/** Its result, small; before there is one, the picture itself. */
export function PictureThumbnail({ item, queue, isLarge }: Props) {
  const { data: info } = useQuery(pictureInfo(item))
  const picture = item.thumbnail ?? info?.thumbnail ?? null
  const { background, channels, composition } = item.recipe
  useFreshThumbnail(item, queue)
  return (
    <Thumbnail
      {...{ picture, isLarge }}
      isResult={item.thumbnail !== null}
      // It shows at once on all pictures.
      ground={channels === 'rgba' && composition.background === null ? background : null}
      isMissing={info !== undefined && picture === null}
    />
  )
}

/** How long settings must stay unchanged before thumbnails follow them, in milliseconds: that of the stage comes first. */
const settleMs = 600

/** Decoding many pictures at once would keep the stage waiting. */
const inTurn = createTaskQueue()

/** Whether no picture is cut out, or waits for it. */
const isAtRest = ({ items }: ItemsOfKind<PictureItem>): boolean =>
  !items.some(({ phase }) => isInProgress(phase))

/** Makes the thumbnail of a picture in view anew where its settings or edits have changed, while nothing is cut out. */
function useFreshThumbnail(item: PictureItem, queue: Props['queue']): void {
  const service = useService()
  const behind = useStore(useStudio().backgroundPictures).get(item.recipe.picture) ?? null
  const isIdle = useStoreSelector(queue, isAtRest)
  const { options, work, key, isShown } = useMemo(() => {
    const request = savedRequest(item, item.recipe, behind)
    const { edited, composed = null } = request.work ?? {}
    const keyOf = (asked: ImageOptions) => lookKey(asked, edited?.key ?? null, composed)
    const key = keyOf(request.options)
    // A colour shows below a thumbnail that is transparent.
    const { bg_color, ...bare } = request.options
    const shown = [null, key, ...(composed ? [] : [keyOf(bare)])]
    return { ...request, key, isShown: shown.includes(item.thumbnailLook) }
  }, [item, behind])
  const isSettled = useSettled(key, settleMs) === key
  useQuery({
    queryKey: [...pictureInfoKey(item.id), 'thumbnail', key],
    queryFn: ({ signal }) =>
      inTurn(async () => {
        signal.throwIfAborted()
        const small = { ...options, size: 'preview' } as const
        const source = readableSource(item)
        queue.makeThumbnail(item.id, await makePicture(service, source, small, { signal }, work ?? {}), key)
        return null
      }),
    enabled: item.phase === 'done' && work !== null && !isShown && isSettled && isIdle,
    gcTime: 0,
    retry: false,
  })
}
