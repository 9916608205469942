import type { Level } from '#contract/image-options.ts'
import type { DeviceReport } from '#service/background-service.ts'
import { formatBytes } from '#studio/messages/format-units.ts'

/** One honest line on what will do the work, and what has to be fetched for it. */
export const deviceWords = ({ backend, label, missingBytes }: DeviceReport, level: Level): string => {
  const runs =
    backend === 'webgpu'
      ? 'This device has WebGPU, so every picture gets the closest look.'
      : `This browser works on ${label}: a few seconds a picture.`
  const missing = missingBytes[level]
  return missing > 0
    ? `${runs} With the first pictures it fetches up to ${formatBytes(missing)} of model files, once.`
    : `${runs} The model is ready on this device, also without a network.`
}
