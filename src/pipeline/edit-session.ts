import { type Box, wholeBox } from '#base/geometry.ts'
import { createYielder, yieldToEvents } from '#base/timers.ts'
import { type ClickEdit, type Edit, type ImageEdits, isUnedited, noEdits } from '#contract/image-edits.ts'
import { prepareClicks } from '#engine/clicks/apply-clicks.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import { alphaOf } from '#engine/compose.ts'
import { adjustEdges, edgeReach } from '#engine/edits/adjust-edges.ts'
import { isFlat, measureAgain, measureCells, visibleBox } from '#engine/edits/alpha-cells.ts'
import { type AlphaPatch, growBox, swapPatch } from '#engine/edits/alpha-patch.ts'
import { clickOutline, clickPatch, clickPicture, priorOf } from '#engine/edits/click-patches.ts'
import { createEdgeColors, type EdgeColors, recoloredBox } from '#engine/edits/edge-colors.ts'
import { editPatches } from '#engine/edits/edit-patches.ts'
import { isAsBefore, paintEdited, tilePixels, type UneditedPhoto } from '#engine/edits/paint-edited.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { createForegroundRow, type ForegroundRow } from '#engine/refine/foreground-row.ts'
import { subjectBox } from '#engine/subject-box.ts'
import { createEditDrafts } from './edit-drafts.ts'
import { type AppliedEdit, clickRun, createEditHistory } from './edit-history.ts'
import { blocksOf, tilesOf, tilesOn } from './edit-tiles.ts'
import type { Cutout, EdgeValues } from './make-cutout.ts'

/**
 * An image under edit. It keeps its state between calls: one more edit costs only that edit, undo and redo cost a copy
 * of pixels. Make one call at a time.
 */
export interface EditSession {
  /** Approximate maximum of its memory in bytes. */
  readonly bytes: number
  /**
   * The edited cut-out, owned by the session and changed by the next call. `onRatio` gets the finished share. Rejects
   * with the signal's reason; completed edits are kept.
   */
  update(edits: ImageEdits, signal: AbortSignal, onRatio: (ratio: number) => void): Promise<Cutout>
  /** A small cut-out with these edits, for a moving slider, owned by the caller. Otherwise like `update`. */
  draft(edits: ImageEdits, signal: AbortSignal, onRatio: (ratio: number) => void): Promise<Cutout>
  /** The alpha after these edits, before edge shift and feather. Otherwise like `update`. */
  alphaAfter(
    list: readonly Edit[],
    signal: AbortSignal,
    onRatio: (ratio: number) => void,
  ): Promise<AlphaMask8>
  /** Prepares the first click. */
  prepareClicks(signal: AbortSignal): Promise<void>
  /** Prepares the first movement of a slider. */
  prepareSliders(signal: AbortSignal): Promise<void>
  /**
   * What one more click would change, as SVG path data in pixels of the photo; null if `update` has not applied these
   * edits.
   */
  outlineClick(edits: ImageEdits, click: ClickEdit, signal: AbortSignal): Promise<string | null>
}

type EditSessionParts = UneditedPhoto & {
  /** The unedited cut-out, which the session takes over and overwrites. */
  readonly cutout: Raster
  /** The subject's box in the unedited cut-out (D-14). */
  readonly subject: Box | null
  /** The matte from which the alpha was made. */
  readonly matte: AlphaMaskF32
  /** The network's features of the picture; null if unavailable. */
  readonly features: (signal: AbortSignal) => Promise<FeatureMaps | null>
  /** Whether clicks change small regions only, since the matte is mostly right: in frames of clips. */
  readonly isCareful?: boolean
}

/** Bytes per pixel: photo, cut-out, alpha before and after edits, and after edge values; tiles are extra. */
const bytesPerPixel = 2 * 4 + 3

export const openEditSession = (parts: EditSessionParts): EditSession => {
  const { picture, hasAlpha, cutout, subject, matte, features, isCareful = false } = parts
  const tiles = tilesOf(picture)
  /** Tiles whose painted alpha is outdated. */
  const dirty = new Set<Box>()
  /** Tiles of which only edge colours may be outdated, as these depend on the surrounding alpha. */
  const recolored = new Set<Box>()
  /** Original pixels of painted tiles. */
  const unedited = new Map<Box, Uint32Array>()
  let small: Raster | undefined
  const drafts = createEditDrafts(picture, hasAlpha)
  /** Counts changes of alpha. */
  let version = 0
  let edgeColors: EdgeColors | undefined
  /** The matte before the next click, after the edit `after`. Click results are cached by this object. */
  let presentPrior: { readonly after: AppliedEdit | undefined; readonly prior: AlphaMaskF32 } | undefined
  let values: EdgeValues = noEdits
  /** Alpha after edge shift and feather; absent without them. */
  let adjusted: AlphaMask8 | undefined

  const onPatch = ({ box }: AlphaPatch) => {
    version++
    measureAgain(cells, alpha, box)
    const reach = edgeReach(values)
    for (const tile of tilesOn(tiles, growBox(box, reach, picture), picture)) dirty.add(tile)
    for (const tile of tilesOn(tiles, recoloredBox(growBox(box, reach, picture), picture), picture)) {
      if (!isFlat(cells, growBox(tile, reach, picture))) recolored.add(tile)
    }
  }
  const history = createEditHistory(parts.alpha, onPatch, () => {
    version++
    measureAgain(cells, alpha, wholeBox(picture))
    for (const tile of tiles) dirty.add(tile)
  })
  const { alpha } = history
  const cells = measureCells(alpha)

  const applyEdit = async (edit: Edit, signal: AbortSignal): Promise<AppliedEdit> => {
    if (edit.kind === 'click') return applyClick(edit, await features(signal))
    const yieldNow = createYielder(signal)
    const patches: AlphaPatch[] = []
    try {
      for (const patch of editPatches(picture, alpha, edit)) {
        if (patch) patches.push(swap(patch))
        await yieldNow()
      }
    } catch (thrown) {
      for (const patch of patches.toReversed()) swap(patch)
      throw thrown
    }
    return { edit, patches }
  }
  /** The clicks that the next one follows, and the matte before them. */
  const presentRun = () => {
    const { applied } = history
    const run = clickRun(applied)
    const last = applied.at(-1)
    if (presentPrior?.after !== last || !presentPrior) {
      const prior = run.at(0)?.prior ?? (last ? priorOf(alpha) : matte)
      presentPrior = { after: last, prior }
    }
    return { prior: presentPrior.prior, clicks: run.map((entry) => entry.edit), isCareful }
  }
  const applyClick = (edit: ClickEdit, maps: FeatureMaps | null): AppliedEdit => {
    const { prior, clicks, ...how } = presentRun()
    small ??= clickPicture(picture)
    const patch = clickPatch(picture, small, maps, { ...how, prior, clicks: [...clicks, edit] }, alpha)
    if (patch) swap(patch)
    return { edit, patches: patch ? [patch] : [], prior }
  }
  const swap = (patch: AlphaPatch) => {
    swapPatch(alpha, patch)
    onPatch(patch)
    return patch
  }

  const setValues = (next: EdgeValues) => {
    const names = ['edgeShift', 'feather', 'edgeColors'] as const
    if (names.some((name) => next[name] !== values[name])) {
      // Edge values have no effect where the surrounding alpha is all 0 or all 255.
      const reach = Math.max(edgeReach(values), edgeReach(next))
      for (const tile of tiles) if (!isFlat(cells, growBox(tile, reach, picture))) dirty.add(tile)
    }
    values = next
    if (next.edgeShift === 0 && next.feather === 0) adjusted = undefined
    else adjusted ??= { ...alpha, data: alpha.data.slice() }
  }

  const alphaAfter: EditSession['alphaAfter'] = async (list, signal, onRatio) => {
    const yieldNow = createYielder(signal)
    history.moveTowards(list)
    const first = history.applied.length
    for (let i = first; i < list.length; i++) {
      await yieldNow()
      const edit = list[i]
      if (edit) history.add(await applyEdit(edit, signal))
      onRatio((i + 1 - first) / (list.length - first))
    }
    return alpha
  }

  const paintTile = (tile: Box, colorsAround: () => ForegroundRow) => {
    const after = adjusted ?? alpha
    let before = unedited.get(tile)
    if (!before) {
      if (values.edgeColors === 1 && isAsBefore(parts.alpha, after, tile)) return
      before = tilePixels(cutout, tile)
      unedited.set(tile, before)
    }
    paintEdited(cutout, before, parts, colorsAround, after, values.edgeColors, tile)
  }

  return {
    prepareClicks: async (signal) => {
      small ??= clickPicture(picture)
      const maps = await features(signal)
      await yieldToEvents(signal)
      if (history.applied.length === 0)
        prepareClicks({ picture: small, matte, features: maps, clicks: [], isCareful })
    },
    prepareSliders: async (signal) => {
      const yieldNow = createYielder(signal)
      drafts.prepare(alpha, version)
      await yieldToEvents(signal)
      edgeColors ??= createEdgeColors(picture, hasAlpha)
      const edges = tiles.filter((tile) => !isFlat(cells, tile))
      for (const [tile] of blocksOf(edges, picture)) {
        if (!tile) continue
        await yieldNow()
        edgeColors.around(tile.x, tile.y, alpha)
        // Makes the engine compile this code before it is needed.
        for (const feather of [3, 8]) adjustEdges(alpha, { edgeShift: 1, feather }, tile)
      }
    },
    outlineClick: async ({ list }, click, signal) => {
      // The page itself shows a picture without edits, so the last `update` may include undone edits.
      history.moveTowards(list)
      if (!history.isAt(list)) return null
      const maps = await features(signal)
      small ??= clickPicture(picture)
      return clickOutline(picture, small, maps, presentRun(), click)
    },
    bytes: picture.width * picture.height * bytesPerPixel,
    alphaAfter,
    draft: async (edits, signal, onRatio) =>
      drafts.cutOut(await alphaAfter(edits.list, signal, onRatio), version, edits, signal),
    update: async (edits, signal, onRatio) => {
      const yieldNow = createYielder(signal)
      await alphaAfter(edits.list, signal, onRatio)
      setValues(edits)
      // Alpha first: colours depend on the alpha of other tiles.
      for (const tile of dirty) {
        await yieldNow()
        if (adjusted) swapPatch(adjusted, { ...adjustEdges(alpha, values, tile), box: tile })
        recolored.add(tile)
        dirty.delete(tile)
      }
      for (const block of blocksOf(recolored, picture)) {
        let colors: ForegroundRow | undefined
        for (const tile of block) {
          await yieldNow()
          paintTile(tile, () => {
            edgeColors ??= createEdgeColors(picture, hasAlpha)
            colors ??= createForegroundRow(edgeColors.around(tile.x, tile.y, adjusted ?? alpha))
            return colors
          })
          recolored.delete(tile)
        }
      }
      if (isUnedited(edits)) return { raster: cutout, subject }
      const visible = visibleBox(cells, picture)
      const box =
        visible &&
        subjectBox(
          hasAlpha ? alphaOf(cutout) : (adjusted ?? alpha),
          growBox(visible, edgeReach(values), picture),
        )
      return { raster: cutout, subject: box }
    },
  }
}
