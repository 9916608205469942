import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createTaskQueue } from '#base/promises.ts'
import { hasWork, type ImageQueue } from '#library/pictures/image-queue.ts'
import { makePicture } from '#library/pictures/make-picture.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { asThumbnail, isAsSent, keyOf, outputOf } from '#library/pictures/picture-output.ts'
import { readableSource } from '#library/pictures/result-options.ts'
import { pictureInfo, pictureInfoKey } from '#studio/queries/picture-info.ts'
import { useStore, useStoreSelector } from '#studio/state/store.ts'
import { useSettled } from '#studio/state/use-browser-state.ts'
import { usePlace, useService, useStudio } from '#studio/state/use-studio.ts'
import { Thumbnail } from '#studio/ui/thumbnail.tsx'

type Props = {
  readonly item: PictureItem
  readonly queue: Pick<ImageQueue, 'get' | 'subscribe' | 'makeThumbnail'>
  readonly isLarge: boolean
}

/** A thumbnail of the result, or of the picture before there is one. */
export function PictureThumbnail({ isLarge, ...parts }: Props) {
  const { item } = parts
  const { data: info } = useQuery(pictureInfo(item))
  const picture = item.thumbnail ?? info?.thumbnail ?? null
  const { background, channels, composition } = item.recipe
  useFreshThumbnail(parts)
  return (
    <Thumbnail
      picture={picture}
      isLarge={isLarge}
      isResult={item.thumbnail !== null}
      // A change of the colour is visible at once on all pictures.
      ground={channels === 'rgba' && composition.background === null ? background : null}
      isMissing={info !== undefined && picture === null}
    />
  )
}

/** How long settings must stay unchanged before thumbnails follow, in milliseconds, so that the stage comes first. */
const settleMs = 600

/** Decoding many pictures at once would delay the stage. */
const inTurn = createTaskQueue()

/**
 * Makes the visible thumbnail of a picture again after its settings or edits changed, while nothing is cut out or
 * edited.
 */
function useFreshThumbnail({ item, queue }: Omit<Props, 'isLarge'>): void {
  const service = useService()
  const behind = useStore(useStudio().backgroundPictures).get(item.recipe.picture) ?? null
  const isCuttingOut = useStoreSelector(queue, hasWork)
  const isEditing = usePlace() === 'edit'
  const { output, key, isShown } = useMemo(() => {
    const output = { ...outputOf(item, item.recipe, behind), file: null }
    const key = keyOf(asThumbnail(output))
    // The element shows the colour below a transparent thumbnail.
    const { bg_color, ...bare } = output.options
    const shown = [null, key, ...(output.composed ? [] : [keyOf(asThumbnail({ ...output, options: bare }))])]
    return { output, key, isShown: shown.includes(item.thumbnailLook) }
  }, [item, behind])
  const isSent = isAsSent(item, output)
  const isSettled = useSettled(key, settleMs) === key
  useQuery({
    queryKey: [...pictureInfoKey(item.id), 'thumbnail', key],
    queryFn: ({ signal }) =>
      inTurn(async () => {
        signal.throwIfAborted()
        const small = { ...output, options: { ...output.options, size: 'preview' as const } }
        queue.makeThumbnail(item.id, await makePicture(service, readableSource(item), small, { signal }), key)
        return null
      }),
    enabled: item.phase === 'done' && !isSent && !isShown && isSettled && !isCuttingOut && !isEditing,
    gcTime: 0,
    retry: false,
  })
}
