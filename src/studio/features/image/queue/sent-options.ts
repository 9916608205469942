import type { ImageOptions } from '#contract/image-options.ts'
import type { ImageFormat } from '#contract/output-formats.ts'
import type { QueueItem } from './queue-state.ts'

/** Whether two requests ask a service for the same file. It has no `level`: that is this device's own (D-71). */
export const sameRequest = (a: ImageOptions, b: ImageOptions): boolean => textOf(a) === textOf(b)

/** Both come from the same schema, so that their fields stand in the same order. */
const textOf = (options: ImageOptions): string => JSON.stringify({ ...options, level: null })

/** Whether the recipe asks for another file than the one that the service made. */
export const isStale = ({ place, sent }: Pick<QueueItem, 'place' | 'sent'>, wanted: ImageOptions): boolean =>
  place === 'service' && sent !== null && !sameRequest(sent.options, wanted)

/** The format of the file that is saved: what the service has written is saved as it is. */
export const savedFormat = (
  { place, sent }: Pick<QueueItem, 'place' | 'sent'>,
  wanted: ImageFormat,
): ImageFormat => (place === 'service' && sent ? sent.options.format : wanted)
