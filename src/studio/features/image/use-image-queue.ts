import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useConnection } from '#studio/hooks/use-connection.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useAnnounce, useStudio } from '#studio/hooks/use-studio.ts'
import { deviceReport } from '#studio/queries/device.ts'
import { imageResult, pictureKey } from '#studio/queries/image-result.ts'
import { pictureLook } from '#studio/queries/picture-look.ts'
import { toImageOptions } from '#studio/state/recipe.ts'
import { createImageQueue, type ImageQueue } from './queue/image-queue.ts'
import { find } from './queue/queue-state.ts'
import { toPreviewOptions } from './recipe/preview-options.ts'
import { sendPictures } from './send-picture.ts'
import { queueAnnouncement } from './words/queue-words.ts'

/** The page's queue: cuts by the recipe as it is at that moment, speaks of every change, forgets what is taken out. */
export function useImageQueue(): ImageQueue {
  const service = useService()
  const { service: remote } = useConnection()
  const connected = useRef(remote)
  const client = useQueryClient()
  const { settings } = useStudio()
  const announce = useAnnounce()
  const [queue] = useState(() =>
    createImageQueue(
      async (picture, call) => {
        const { size } = await client.ensureQueryData(pictureLook(picture))
        const options = toPreviewOptions(toImageOptions(settings.get().recipe), size)
        // The first result of a picture is kept as long as the picture itself.
        const query = { ...imageResult(service, picture, options, call), gcTime: Number.POSITIVE_INFINITY }
        try {
          return await client.fetchQuery(query)
        } finally {
          void client.invalidateQueries({ queryKey: deviceReport(service).queryKey })
        }
      },
      sendPictures({ client, service: () => connected.current, recipe: () => settings.get().recipe }),
    ),
  )
  useEffect(() => {
    connected.current = remote
    if (!remote) queue.disconnect()
  }, [remote, queue])
  useEffect(() => {
    let before = queue.get()
    return queue.subscribe(() => {
      const after = queue.get()
      const words = queueAnnouncement(before, after)
      before = after
      if (words) announce(words)
    })
  }, [queue, announce])
  useEffect(() => {
    let before = queue.aside.get()
    return queue.aside.subscribe(() => {
      const gone = before.filter(({ item }) => !find(queue.get(), item.id))
      before = queue.aside.get()
      if (before.length > 0) return
      for (const { item } of gone) {
        client.removeQueries({ queryKey: pictureKey(service, item.id) })
        client.removeQueries({ queryKey: ['look', item.id] })
      }
    })
  }, [queue, client, service])
  return queue
}
