import { type CatalogSource, readCatalog } from '#build/networks/network-source.ts'
import { networkOf } from '#matting/network-catalog.ts'

/** The network as its authors publish it, which the plain way runs. The studio itself ships tuned weights only. */
export const publishedNetwork = 'isnet-published-fp16'

/** The shipped catalogue with the published network beside it. */
export function catalogWithPublished(): CatalogSource {
  const { networks, passes } = readCatalog('.', '')
  const { tuning: _, ...published } = networkOf(networks, 'isnet-tuned-fp16')
  return { networks: [...networks, { ...published, id: publishedNetwork }], passes }
}
