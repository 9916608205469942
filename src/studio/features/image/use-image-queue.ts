import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { creditsForImage } from '#contract/credits.ts'
import type { Level } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { useConnection } from '#studio/hooks/use-connection.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useAnnounce, useStudio } from '#studio/hooks/use-studio.ts'
import { readyToSend } from '#studio/media/ready-to-send.ts'
import { addUsedCredits, refetchAccount } from '#studio/queries/account.ts'
import { imageResult, pictureKey } from '#studio/queries/image-result.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { pictureInfo } from '#studio/queries/picture-info.ts'
import { type Recipe, toImageOptions } from '#studio/state/recipe.ts'
import { queueAnnouncement } from './queue/announcements.ts'
import { createImageQueue, type ImageQueue, type SendPicture } from './queue/image-queue.ts'
import { find } from './queue/queue-state.ts'
import { toPreviewOptions } from './queue/result-options.ts'

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
        const { size } = await client.ensureQueryData(pictureInfo(picture))
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

type Parts = {
  readonly client: QueryClient
  /** The service that is connected at that moment. */
  readonly service: () => BackgroundService | null
  readonly recipe: () => Recipe
}

/**
 * Sends pictures with exactly the options of the recipe, made to fit first. The answers carry no price
 * (Spec, Image result): a credit is counted at once, and then the books are read again.
 */
const sendPictures =
  ({ client, service, recipe }: Parts): SendPicture =>
  async (picture, { signal, onProgress }) => {
    const to = service()
    if (!to) throw new ServiceError('authentication_error')
    const options = toImageOptions(recipe())
    const { size } = await client.ensureQueryData(pictureInfo(picture))
    const { file, note } = await readyToSend({ ...picture, size }, signal)
    try {
      const answer = await to.removeImage(file, options, { signal, onProgress })
      addUsedCredits(client, to, creditsForImage)
      return { answer, options, note }
    } finally {
      // Also after a failure or a stop: what was charged is what the service says.
      void refetchAccount(client, to)
    }
  }

/**
 * Gets the model ready once a picture is about to come. Not on phones and not where data is to be
 * saved: there the first picture asks for it. A failure is no news; the first picture will tell.
 */
export function usePreloadModel(): () => void {
  const { onDevice } = useService()
  const { settings } = useStudio()
  const warmed = useRef(new Set<Level>())
  return () => {
    const { level } = settings.get().recipe
    if (!onDevice || warmed.current.has(level) || avoidsPreloading()) return
    warmed.current.add(level)
    onDevice.warm(level).catch(() => warmed.current.delete(level))
  }
}

const avoidsPreloading = (): boolean => matchMedia('(pointer: coarse)').matches || savesData(navigator)

/** Not in the DOM's types: only some browsers have it. */
const savesData = (browser: Navigator & { readonly connection?: { readonly saveData?: boolean } }): boolean =>
  browser.connection?.saveData === true
