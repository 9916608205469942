import type { Level } from '#contract/image-options.ts'
import type { Device } from '#matting/device.ts'
import type { ModelFiles } from '#matting/model-files.ts'
import type { ModelCatalog, PartedFile } from '#matting/network-catalog.ts'

/**
 * Bytes that each level still has to fetch on `device`, if it comes to need all that it may: Balanced
 * starts with the small network and takes the large one where a photo asks for it.
 */
export const missingBytes = async (
  { model, runtimes }: ModelCatalog,
  { backend, precision }: Pick<Device, 'backend' | 'precision'>,
  files: Pick<ModelFiles, 'storedBytes'>,
): Promise<Readonly<Record<Level, number>>> => {
  const { small, large } = model.networks
  const runtime = runtimes[backend]
  const largeFiles = [
    precision === 'float32' ? (large.graphFloat32 ?? large.graph) : large.graph,
    large.weights,
  ]
  // On WebGPU there is only the large network.
  const smallFiles = backend === 'webgpu' ? largeFiles : [small.graph, small.weights]

  const missingOf = async (needed: readonly PartedFile[]): Promise<number> => {
    const missing = [...new Set(needed)].map(async (file) => file.bytes - (await files.storedBytes(file)))
    return (await Promise.all(missing)).reduce((sum, bytes) => sum + bytes, 0)
  }
  const [fast, balanced, fine] = await Promise.all([
    missingOf([runtime, ...smallFiles]),
    missingOf([runtime, ...smallFiles, ...largeFiles]),
    missingOf([runtime, ...largeFiles]),
  ])
  return { fast, balanced, fine }
}
