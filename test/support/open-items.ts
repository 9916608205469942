import type { BackgroundService } from '#service/background-service.ts'
import {
  type CutOutPicture,
  createImageQueue,
  type SendPicture,
} from '#studio/features/image/queue/image-queue.ts'
import { newPicture, type Picture } from '#studio/features/image/queue/queue-state.ts'
import { createVideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { newVideo } from '#studio/features/video/queue/video-state.ts'
import { createItemList, type ItemList } from '#studio/items/item-list.ts'

/** The list's own functions, for tests that read better by one name. */
const changesOf = (list: ItemList) => ({
  list,
  remove: (id: string) => list.remove([id]),
  clear: () => list.remove(list.get().items.map(({ id }) => id)),
  undoRemove: list.undoRemove,
  purge: list.purge,
})

const isListed = { accepts: async () => true, mayShow: () => true }

/** A list of pictures, and the work on them. */
export const openPictures = (
  cut: CutOutPicture,
  send: SendPicture = () => Promise.reject(new Error('unsent')),
) => {
  const list = createItemList()
  const queue = createImageQueue(list, cut, send)
  const toItem = (picture: Picture) => newPicture(picture, queue.next.get().runLocation)
  list.register({
    ...{ ...queue.lifecycle, ...isListed, name: 'image' },
    create: async ({ file, name, fileKind }) => toItem({ id: name, file, name, fileKind }),
    forget: () => {},
  })
  return {
    ...{ ...queue, ...changesOf(list) },
    add: (pictures: readonly Picture[]) => list.add(pictures.map(toItem)),
  }
}

type Clip = { readonly id: string; readonly file: File; readonly name: string; readonly url: string | null }

/** A list of videos, and the work on them. */
export const openVideos = (
  service: BackgroundService,
  ...more: readonly [send?: BackgroundService['submitVideo'], now?: () => number]
) => {
  const list = createItemList()
  const queue = createVideoQueue(list, service, ...more)
  list.register({ ...queue.lifecycle, ...isListed, name: 'video', create: async (file) => newVideo(file) })
  const toItem = ({ id, ...clip }: Clip) => ({ ...newVideo({ ...clip, fileKind: 'mp4' }), id })
  return {
    ...{ ...queue, ...changesOf(list) },
    add: (clips: readonly Clip[]) => list.add(clips.map(toItem)),
  }
}
