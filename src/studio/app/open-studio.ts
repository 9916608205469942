import type { ActivityLog } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { Connection } from '#service/connection.ts'
import { openImageKind } from '#studio/features/image/image-kind.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { openVideoKind } from '#studio/features/video/video-kind.ts'
import { createItemList } from '#studio/items/item-list.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { createAnnouncer } from '#studio/state/announcer.ts'
import { openBackgroundPicture } from '#studio/state/background-picture.ts'
import type { Settings } from '#studio/state/settings.ts'
import type { Store } from '#studio/state/store.ts'
import { createQueryClient } from './query-client.ts'

/** What the page shows and works with. It is there without any component. */
export type Studio = KindParts & { readonly images: ImageQueue; readonly videos: VideoQueue }

type Services = {
  /** The service of this device. */
  readonly service: BackgroundService
  readonly connection: Connection
  readonly activityLog: ActivityLog
  readonly settings: Store<Settings>
}

/** Opens the list with every kind of media, and what they share, for as long as the page is there. */
export function openStudio(services: Services): Studio {
  const parts: KindParts = {
    ...services,
    list: createItemList(),
    client: createQueryClient(services.service.traits),
    announcer: createAnnouncer(),
    backgroundPicture: openBackgroundPicture(() => caches),
  }
  const videos = openVideoKind(parts)
  const images = openImageKind(parts)
  // A picture is what no other kind takes.
  for (const { kind } of [videos, images]) parts.list.register(kind)
  return { ...parts, images: images.queue, videos: videos.queue }
}
