import type { Level } from '#contract/image-options.ts'
import type { DeviceReport } from '#service/background-service.ts'
import { messages } from '#studio/messages/messages.ts'

/** What this device computes with, and whether model files must be downloaded first. */
export const deviceText = ({ backend, label, missingBytes }: DeviceReport, level: Level): string => {
  const { webgpu, wasm, modelMissing, modelReady } = messages.image.device
  const missing = missingBytes[level]
  return `${backend === 'webgpu' ? webgpu : wasm(label)} ${missing > 0 ? modelMissing(missing) : modelReady}`
}
