import { useEffect, useMemo } from 'react'
import { chained } from '#base/affine.ts'
import { type Box, type Point, type Size, toFractions, toPixels } from '#base/geometry.ts'
import { noPlacement, type Placement } from '#contract/composition.ts'
import { useStore } from '#studio/state/store.ts'
import { placementMap } from './placement-style.ts'
import { type PlacedPicture, type ViewerStore, withSizes } from './viewer-state.ts'

/** The shown part of the source. */
export type ViewerLayout = {
  /** The size of the shown part, in source pixels. */
  readonly content: Size
  /** The source's box in fractions of the shown part. */
  readonly source: Box
}

/**
 * Places the source behind the result so that both coincide. `isWhole` shows the whole source with its cropped parts;
 * otherwise the content is the result's area (`box`, in source pixels), which may extend beyond the source.
 */
export const viewerLayout = (source: Size, box: Box | null, isWhole: boolean): ViewerLayout => {
  if (!box || isWhole) return { content: source, source: { x: 0, y: 0, width: 1, height: 1 } }
  return {
    content: { width: box.width, height: box.height },
    source: {
      x: -box.x / box.width,
      y: -box.y / box.height,
      width: source.width / box.width,
      height: source.height / box.height,
    },
  }
}

/** A box in fractions of `outer`, converted to fractions of the parent of `outer`. */
export const boxWithin = (outer: Box, { x, y, width, height }: Box): Box => ({
  x: outer.x + x * outer.width,
  y: outer.y + y * outer.height,
  width: width * outer.width,
  height: height * outer.height,
})

/** The CSS of a box in fractions of its parent. */
export const boxStyle = ({ x, y, width, height }: Box) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
})

/** A placed subject, and the point about which it is placed, in fractions of the source. */
export type SubjectPlace = { readonly placement: Placement | null; readonly pivot: Point }

/** Maps pixels of the source to the shown part. */
const placedOn = (
  { content, source }: ViewerLayout,
  size: Size,
  { placement, pivot }: SubjectPlace,
): PlacedPicture => {
  const { x, y, width, height } = toPixels(source, content)
  const middle = { x: x + pivot.x * width, y: y + pivot.y * height }
  const map = placementMap(placement ?? noPlacement, middle, Math.min(content.width, content.height))
  return { size, onContent: chained(map, [width / size.width, 0, 0, height / size.height, x, y]) }
}

type Shown = {
  readonly store: ViewerStore
  /** The size of the source in its pixels; null until known. */
  readonly size: Size | null
  /** The result's area in source pixels; null if it is the whole source. */
  readonly box: Box | null
  /** Whether the result's position in the source is unknown. */
  readonly isApart?: boolean
  readonly isEditing: boolean
  /** While editing in a composition: the subject's place in it. Null if the picture is edited unplaced. */
  readonly placed?: SubjectPlace | null
  /** Whether there is nothing to show, now or later. */
  readonly isEmpty: boolean
}

/** The shown part of a source. */
export type ShownLayout = {
  readonly layout: ViewerLayout
  /** The result's area in fractions of the source; null if it is not outlined, or the whole source. */
  readonly kept: Box | null
  /** Whether the whole source is shown, with its cropped parts. */
  readonly isWhole: boolean
}

/** The shown part of the source; null while its size is unknown. */
export function useShownLayout(shown: Shown): ShownLayout | null {
  const { store, size, box, isApart, isEditing, placed = null, isEmpty } = shown
  const { view, peeking } = useStore(store)
  const isOriginal = view === 'original'
  const isWhole = isEditing ? !placed : isApart ? isOriginal || peeking : isOriginal && !peeking
  const name = box && JSON.stringify(box)
  // An equal box may be a new object each time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` stands for `box`
  const layout = useMemo(() => size && viewerLayout(size, box, isWhole), [size, name, isWhole])
  const { width = 1, height = 1 } = layout?.content ?? {}
  const picture = useMemo(
    () => size && layout && placed && placedOn(layout, size, placed),
    [size, layout, placed],
  )
  useEffect(
    () =>
      store.set((state) => ({
        ...withSizes(state, { content: { width, height } }),
        placed: picture,
        isEmpty,
      })),
    [store, width, height, picture, isEmpty],
  )
  if (!size || !layout) return null
  const kept = isWhole && box && !isApart && !isEditing ? keptPart(box, size) : null
  return { layout, kept, isWhole }
}

/** The result's area in fractions of the source; null if it is the whole source. */
const keptPart = (box: Box, source: Size): Box | null =>
  box.x === 0 && box.y === 0 && box.width === source.width && box.height === source.height
    ? null
    : toFractions(box, source)
