import type { VideoOptions } from '#contract/video-options.ts'
import { formatTimeLeft } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { type DeviceSpeed, estimateSeconds } from '#studio/state/device-speed.ts'

const { cost: texts } = messages.video

/** A typical clip: half a minute of Full HD at 30 frames a second. */
const typicalWork = { frames: 900, size: { width: 1920, height: 1080 } }

/** How long videos take on this device; empty where a fast device has measured nothing yet. */
export const videoAdvice = (
  pace: DeviceSpeed,
  { level, format }: Pick<VideoOptions, 'level' | 'format'>,
  isQuick: boolean,
) => {
  const seconds = estimateSeconds(pace, { ...typicalWork, level, format, ground: 'none' })
  if (seconds !== null) return texts.typical(formatTimeLeft(seconds))
  return isQuick ? '' : texts.slow
}
