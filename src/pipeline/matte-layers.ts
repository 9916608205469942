import { editLayerKeys, editLayerPath, type LayerReport } from '#contract/edit-layers.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import { type MatteChunkStore, openMatteChunkStore } from './matte-chunk-store.ts'

/** The chunks that a run of edits changed; the report exists when they are complete. */
export type MatteLayer = MatteChunkStore<LayerReport>

/** The mattes of a video with edits propagated before; see `withMatteLayers`. */
export const openEditedMattes = async (
  path: string,
  edits: Pick<VideoEdits, 'list'> | undefined,
): Promise<MatteChunkStore> => {
  const base = await openMatteChunkStore(path)
  const keys = await editLayerKeys(edits ?? { list: [] })
  const layers = await Promise.all(
    keys.map((key) => openMatteChunkStore<LayerReport>(editLayerPath(path, key))),
  )
  try {
    return await withMatteLayers(base, layers)
  } catch (thrown) {
    for (const store of [base, ...layers]) store.close()
    throw thrown
  }
}

/**
 * The mattes of a video: each chunk from the newest of `layers` that has it, else from `base`. Rejects with the reason
 * `mattes_lost` for an incomplete layer. Closing it closes all of them.
 */
export const withMatteLayers = async (
  base: MatteChunkStore,
  layers: readonly MatteLayer[],
): Promise<MatteChunkStore> => {
  const changed = await Promise.all(
    layers.map(async (layer) => {
      const report = await layer.report()
      if (!report) throw new ServiceError('internal_server_error', { reason: 'mattes_lost' })
      return { layer, firstFrames: new Set(report.firstFrames) }
    }),
  )
  const layerOf = (firstFrame: number) =>
    changed.findLast(({ firstFrames }) => firstFrames.has(firstFrame))?.layer
  return {
    ...base,
    read: (range) => (layerOf(range.firstFrame) ?? base).read(range),
    // A layer that lost a chunk is made again from those below.
    discard: (range) => ((range && layerOf(range.firstFrame)) ?? base).discard(range),
    close: () => {
      for (const { layer } of changed) layer.close()
      base.close()
    },
  }
}
