import { withUsualOrientation } from '#formats/jpeg-orientation.ts'
import type { ItemKind } from '#library/items/item-kind.ts'
import { imageRecipeParts } from '#library/recipe/recipe-parts.ts'
import type { ImageQueue } from './image-queue.ts'
import { keepingPictures } from './kept-picture.ts'
import { newPicture, type PictureItem } from './picture-item.ts'
import { isEditable } from './result-options.ts'

/** Fields of the kind that the caller provides. */
type Given = Pick<ItemKind<PictureItem>, 'firstRecipe' | 'remember' | 'forget'>

/** The kind of pictures. It accepts every file, so that unsuitable ones get an explanation. */
export const pictureKind = (queue: ImageQueue, given: Given): ItemKind<PictureItem> => ({
  ...queue.lifecycle,
  ...given,
  name: 'image',
  accepts: async () => true,
  create: async ({ file, name, fileKind }, recipe) => {
    const upright = await withUsualOrientation(file).catch(() => file)
    const picture = { id: crypto.randomUUID(), file: upright, name, fileKind }
    return newPicture(picture, queue.next.get().runLocation, recipe)
  },
  mayShow: () => true,
  restore: async () => {},
  phase: ({ phase }) => phase,
  workLocation: ({ runLocation }) => runLocation,
  isEditable,
  stepEdits: ({ id }, type) => queue.edit(id, { type }),
  recipeParts: imageRecipeParts,
  keeping: keepingPictures,
})
