import { noComposition } from '#contract/composition.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { emptyHistory } from '#library/history/edit-history.ts'
import type { Item } from '#library/items/item.ts'
import { createItemList, type ItemList } from '#library/items/item-list.ts'
import { type CutOutPicture, createImageQueue, type SendPicture } from '#library/pictures/image-queue.ts'
import { newPicture, type Picture, type PictureItem } from '#library/pictures/picture-item.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import { imageRecipeParts, videoRecipeParts } from '#library/recipe/recipe-parts.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import { keepingVideos } from '#library/videos/keeping-videos.ts'
import { phaseOf, type VideoItem } from '#library/videos/video-item.ts'
import { createVideoQueue } from '#library/videos/video-queue.ts'
import { newVideo } from '#library/videos/video-state.ts'
import { percentOf } from '#studio/features/video/queue/video-status-text.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'

/** The list's own functions, for tests that read better by one name. */
const changesOf = (list: ItemList) => ({
  list,
  remove: (id: string) => list.remove([id]),
  clear: () => list.remove(list.get().items.map(({ id }) => id)),
  undoRemove: list.undoRemove,
  purge: list.purge,
})

/** The settings of items of a kind that has none. */
export const plainRecipe = { composition: noComposition }

/** An item without work, edits and settings, but for `more`. */
export const plainItem = <M extends object>(id: string, more?: M) => ({
  id,
  kind: 'image',
  name: id,
  file: null,
  runLocation: 'device' as const,
  progress: null,
  error: null,
  edits: emptyHistory,
  recipe: plainRecipe,
  ...(more as M),
})

const Nothing = () => null

/** A kind of media that does nothing but what `part` says. */
export const mediaKind = <T extends Item>(
  part: Pick<MediaKind<T>, 'name' | 'create' | 'firstRecipe'> & Partial<MediaKind<T>>,
): MediaKind<T> => ({
  lastRecipe: part.firstRecipe,
  recipeParts: imageRecipeParts,
  partText: (name) => name,
  remember: () => {},
  texts: { title: part.name, thisOne: part.name, count: (count) => `${count} ${part.name}` },
  isLongWork: false,
  accepts: async () => true,
  begin: () => {},
  stop: () => {},
  toRestored: (item) => item,
  resume: () => {},
  forget: () => {},
  mayShow: () => true,
  phase: () => 'done',
  phaseText: () => '',
  isUncertain: () => false,
  doubt: () => 0,
  reviewText: () => '',
  workLocation: ({ runLocation }) => runLocation,
  percent: () => null,
  announce: () => null,
  results: () => [],
  variants: () => [],
  thumbnail: () => null,
  Facts: Nothing,
  reviewAid: () => null,
  workspace: () => null,
  isEditable: () => true,
  stepEdits: () => {},
  commands: [],
  leave: () => null,
  keeping: null,
  restore: async () => {},
  prepare: () => {},
  upkeep: null,
  ...part,
})

/** A list of pictures, and the work on them. */
export const openPictures = (
  cut: CutOutPicture,
  send: SendPicture = () => Promise.reject(new Error('unsent')),
  toThumbnail: Parameters<typeof createImageQueue>[3] = async (image) => image,
) => {
  const list = createItemList<MediaKind>()
  const queue = createImageQueue(list, cut, send, toThumbnail)
  const toItem = (picture: Picture) => newPicture(picture, queue.next.get().runLocation, defaultRecipe)
  list.register(
    mediaKind<PictureItem>({
      ...queue.lifecycle,
      name: 'image',
      phase: ({ phase }) => phase,
      firstRecipe: defaultRecipe,
      create: async ({ file, name, fileKind }) => toItem({ id: name, file, name, fileKind }),
    }),
  )
  return {
    ...queue,
    ...changesOf(list),
    list,
    add: (pictures: readonly Picture[]) => list.add(pictures.map(toItem)),
  }
}

type Clip = { readonly id: string; readonly file: File; readonly name: string; readonly url: string | null }

/** A list of videos, and the work on them. */
export const openVideos = (service: BackgroundService, send?: BackgroundService['submitVideo']) => {
  const list = createItemList<MediaKind>()
  const queue = createVideoQueue(list, service, () => defaultVideoRecipe, send)
  list.register(
    mediaKind<VideoItem>({
      ...queue.lifecycle,
      name: 'video',
      isLongWork: true,
      phase: phaseOf,
      percent: percentOf,
      firstRecipe: defaultVideoRecipe,
      recipeParts: videoRecipeParts,
      create: async (file, recipe) => newVideo(file, recipe),
    }),
  )
  const toItem = ({ id, ...clip }: Clip) => ({
    ...newVideo(clip, defaultVideoRecipe),
    id,
  })
  const keeping = keepingVideos(
    async () => (await service.onDevice?.videos.list()) ?? [],
    async (id) => service.onDevice?.videos.cancel(id),
  )
  return {
    ...queue,
    ...changesOf(list),
    list,
    add: (clips: readonly Clip[]) => list.add(clips.map(toItem)),
    /** Adds what is kept of the videos of an earlier page. */
    addKept: async (items: readonly VideoItem[]) => {
      const kept = items.flatMap((item) => {
        const data = keeping.toKept(item)
        return data ? [{ id: item.id, kind: 'video', order: 1, ...data }] : []
      })
      const back = await Promise.all(kept.map((each) => keeping.fromKept(each, true)))
      list.add(back.filter((item) => item !== null))
    },
  }
}
