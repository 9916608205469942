import { test } from 'vitest'
import { type ImageForm, parseImageOptions } from '#contract/image-options.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { CallOptions } from '#library/call-options.ts'
import { type InspectedImage, inspectImage, paintPhoto, toBlob } from '#support/painted-photo.ts'

/** What the cases are run against. Each case opens its own. */
export type ServiceUnderTest = {
  readonly service: BackgroundService
  /** Advances the service's clock by so many hours. */
  passHours(hours: number): Promise<void>
  close(): Promise<void>
}

export type NewService = () => Promise<ServiceUnderTest>

/** A case with a service of its own. */
export const caseWith =
  (newService: NewService) =>
  (sentence: string, check: (service: BackgroundService, under: ServiceUnderTest) => Promise<void>): void => {
    test(sentence, async () => {
      const under = await newService()
      try {
        await check(under.service, under)
      } finally {
        await under.close()
      }
    })
  }

/** Sends the painted photo, or another file, with the options as form fields. */
export const remove = async (
  service: BackgroundService,
  form: ImageForm = {},
  image?: Blob,
  call?: CallOptions,
) => {
  const photo = image ?? (await toBlob(paintPhoto().png()))
  return service.removeImage(photo, parseImageOptions(form), call)
}

/** The result of `remove`, as a decoder sees it. */
export const shown = async (
  service: BackgroundService,
  form: ImageForm = {},
  image?: Blob,
): Promise<InspectedImage> => inspectImage((await remove(service, form, image)).image)
