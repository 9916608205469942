import { useEffect, useRef, useState } from 'react'
import type { Point } from '#base/geometry.ts'
import type { ClickEdit } from '#contract/image-edits.ts'
import { requestOf } from '#library/pictures/make-picture.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { isClick } from '#studio/edit/editor-state.ts'
import { pictureSize, toPicture } from '#studio/edit/picture-point.ts'
import type { EditingTools } from '#studio/edit/use-editing.ts'
import { useStore } from '#studio/state/store.ts'
import { useService } from '#studio/state/use-studio.ts'
import { fromCentre } from '#studio/viewer/use-viewer-gestures.ts'
import { useEditedSource } from './use-picture-proposals.ts'

/**
 * The region that a click at the hovering mouse or pen, or at the crosshair, would change, as SVG path data; null if
 * unknown. A finger would cover the outline. One request runs at a time, for the latest position.
 */
export function useClickOutline(
  item: PictureItem,
  { store, editor, stage, isEditing }: EditingTools,
  /** Whether the next click would apply to the shown result: it has all edits, and the picture is prepared. */
  isSettled: boolean,
): string | null {
  const onDevice = useService().onDevice
  const { source, options, alphaFrom } = useEditedSource(item)
  const { tool, mode, crosshair } = useStore(editor)
  const [outline, setOutline] = useState<string | null>(null)
  const hovered = useRef<Point | null>(null)
  const isChosen = isEditing && isClick(tool) && item.phase === 'done'
  const isWanted = isChosen && isSettled
  const { present } = item.edits
  const { blob, isFirstLook } = source

  useEffect(() => {
    const element = stage.current
    if (!isChosen || !element || !onDevice) return
    const abort = new AbortController()
    let isAsking = false
    let asked: Point | null = null
    const ask = async () => {
      const at = crosshair ?? hovered.current
      if (!isWanted || isAsking || abort.signal.aborted || at === asked) return
      asked = at
      const { width, height } = pictureSize(store.get())
      if (!at || at.x < 0 || at.y < 0 || at.x >= width || at.y >= height) {
        setOutline(null)
        return
      }
      isAsking = true
      const click: ClickEdit = { kind: 'click', mode, x: at.x, y: at.y }
      const request = requestOf({ blob, ...(isFirstLook && { isFirstLook }) }, options)
      const edited = { ...request, edits: present, ...(alphaFrom && { alphaFrom }) }
      // A failure outlines nothing; the click itself shows the error.
      const found = await onDevice.workers
        .outlineClick({ ...edited, click }, { signal: abort.signal })
        .catch(() => null)
      isAsking = false
      if (abort.signal.aborted) return
      setOutline(found)
      void ask()
    }
    const hover = (event: PointerEvent) => {
      hovered.current =
        event.pointerType === 'touch' ? null : toPicture(store.get(), fromCentre(element, event))
      void ask()
    }
    const leave = () => {
      hovered.current = null
      void ask()
    }
    element.addEventListener('pointermove', hover, { signal: abort.signal })
    element.addEventListener('pointerleave', leave, { signal: abort.signal })
    void ask()
    return () => {
      abort.abort()
      setOutline(null)
    }
  }, [
    isChosen,
    isWanted,
    onDevice,
    blob,
    isFirstLook,
    options,
    alphaFrom,
    present,
    mode,
    crosshair,
    stage,
    store,
  ])
  return isWanted ? outline : null
}
