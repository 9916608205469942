import { useEffect, useMemo } from 'react'
import { chained } from '#base/affine.ts'
import { type Box, type Point, type Size, toFractions, toPixels } from '#base/geometry.ts'
import { noPlacement, type Placement } from '#contract/composition.ts'
import { useStore } from '#studio/state/store.ts'
import { placementMap } from './placement-style.ts'
import { type PlacedPicture, type ViewerStore, withSizes } from './viewer-state.ts'

/** Which part of the source the viewer shows, and how large that is. */
export type ViewerLayout = {
  /** The size of the part that is shown, in source pixels. */
  readonly content: Size
  /** Where the source lies in that part: fractions of its width and height. */
  readonly source: Box
}

/**
 * Places the source behind the result so that both coincide. `isWhole` shows all of the source, with what was cropped
 * away; otherwise the content is what the result shows (`box`, in source pixels), which may reach past the source.
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

/** A box in fractions of another, in fractions of what that other lies in. */
export const boxWithin = (outer: Box, { x, y, width, height }: Box): Box => ({
  x: outer.x + x * outer.width,
  y: outer.y + y * outer.height,
  width: width * outer.width,
  height: height * outer.height,
})

/** The CSS of a box that is given in fractions of its parent. */
export const boxStyle = ({ x, y, width, height }: Box) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
})

/** A subject, and the middle about which it is placed, in fractions of the source. */
export type SubjectPlace = { readonly placement: Placement | null; readonly pivot: Point }

/** How pixels of the source lie on what is shown. */
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
  /** Of the source, in its pixels; null while it is not known. */
  readonly size: Size | null
  /** What the result shows of it, in the same pixels; null where that is all of it. */
  readonly box: Box | null
  /** Where in the source the result lies is not known. */
  readonly isApart?: boolean
  readonly isEditing: boolean
  /** While it is edited in its composition: where that has the subject. Null where the picture is edited as it is. */
  readonly placed?: SubjectPlace | null
  /** There is nothing to show, nor will there be. */
  readonly isEmpty: boolean
}

/** Which part of a source is shown. */
export type ShownLayout = {
  readonly layout: ViewerLayout
  /** What the result shows, in fractions of the source; null where that is not outlined, or all of it. */
  readonly kept: Box | null
  /** All of the source is shown, with what was cropped away. */
  readonly isWhole: boolean
}

/** Which part of the source the viewer shows now; null while its size is not known. */
export function useShownLayout(shown: Shown): ShownLayout | null {
  const { store, size, box, isApart, isEditing, placed = null, isEmpty } = shown
  const { view, peeking } = useStore(store)
  const isOriginal = view === 'original'
  const isWhole = isEditing ? !placed : isApart ? isOriginal || peeking : isOriginal && !peeking
  const name = box && JSON.stringify(box)
  // The same box may be another object each time.
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

/** The part of the source that a result shows, in fractions of the source; null where that is all of it. */
const keptPart = (box: Box, source: Size): Box | null =>
  box.x === 0 && box.y === 0 && box.width === source.width && box.height === source.height
    ? null
    : toFractions(box, source)
