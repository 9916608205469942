import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Size } from '#base/geometry.ts'
import type { CompositionParts } from '#contract/composition.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { isAbort, type ServiceError } from '#contract/service-error.ts'
import { throttleProgress } from '#library/items/throttle-progress.ts'
import type { ImageQueue } from '#library/pictures/image-queue.ts'
import type { EditedAnswer } from '#library/pictures/make-picture.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import {
  asThumbnail,
  isAsSent,
  keyOf,
  outputOf,
  type RequestedEdits,
  requestedEdits,
  sentOf,
} from '#library/pictures/picture-output.ts'
import {
  asksForCutout,
  isStale,
  readableSource,
  toEditedOptions,
  toPreviewOptions,
} from '#library/pictures/result-options.ts'
import { toImageOptions } from '#library/recipe/recipe.ts'
import { useCutoutThumbnail } from '#studio/composition/cutout-thumbnail.ts'
import { imageResult, newestResult, pictureKey } from '#studio/queries/image-result.ts'
import type { PictureInfo } from '#studio/queries/picture-info.ts'
import { useStore } from '#studio/state/store.ts'
import { useSettled } from '#studio/state/use-browser-state.ts'
import { useService, useStudio } from '#studio/state/use-studio.ts'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'

/** How long settings must stay unchanged before their result is made, in milliseconds. */
const settleMs = 150

/** The shown result, and the state of the next. */
export type ShownResult = {
  /** The result to show: the previous one stays while the next is made. Null before the first. */
  readonly answer: EditedAnswer | null
  /** Whether the service made it, not this device. */
  readonly isSent: boolean
  /** Whether the service made it with another recipe. It is sent again only on the user's request. */
  readonly isStale: boolean
  /** The options for Save. */
  readonly options: ImageOptions
  readonly isUpdating: boolean
  /** Whether another result is due once the settings stay unchanged. */
  readonly isSettling: boolean
  /** Whether the result has an earlier recipe, because making the next one was stopped. */
  readonly isBehind: boolean
  /** Whether the shown result lacks edits. */
  readonly isEditPending: boolean
  /** The subject without background, at the size of the source; null if it is not made. Editing shows it. */
  readonly subject: EditedAnswer | null
  /** Whether the shown result lacks `composed`, and `subject` is there to draw it. */
  readonly isDrawn: boolean
  readonly composed: CompositionParts | null
  /** The composition, also while the picture is edited without it. */
  readonly parts: CompositionParts | null
  readonly error: ServiceError | null
  readonly update: () => void
  readonly stop: () => void
}

type Dependencies = {
  readonly item: PictureItem
  readonly info: PictureInfo | undefined
  readonly queue: ImageQueue
  /** Whether the zoom is so high that a capped result would look blurred, so that the exact one is made. */
  readonly isExact: boolean
  /** The pixels that the whole picture would have on the screen. */
  readonly screenPixels: number
  readonly isEditing: boolean
}

/**
 * The result of an item with its edits and settings; while editing, the whole picture without the recipe. This device
 * caches the matte, so that a change of the recipe only composes and encodes; only another level runs the network
 * again. A service's cut-out replaces the matte; any other service result stays unchanged until the picture is sent
 * again.
 */
export function useShownResult({
  item,
  info,
  queue,
  isExact,
  screenPixels,
  isEditing,
}: Dependencies): ShownResult {
  const service = useService()
  const client = useQueryClient()
  const { edits, runLocation, serviceResult, recipe } = item
  const sent = sentOf(item)
  const edited = useMemo(
    () => requestedEdits({ edits, runLocation, serviceResult }),
    [edits, runLocation, serviceResult],
  )
  const picture = useStore(useStudio().backgroundPictures).get(recipe.picture) ?? null
  const { options, alphaFrom, ...unedited } = useMemo(
    () => outputOf({ runLocation, serviceResult }, recipe, picture),
    [runLocation, serviceResult, recipe, picture],
  )
  const parts = unedited.composed ?? null
  const composed = isEditing ? null : parts
  const size = info?.size ?? null
  const shown = useMemo(() => {
    if (isEditing) return toEditedOptions(options, Math.min(screenPixels, areaOf(size)))
    return isExact ? options : toPreviewOptions(options, size)
  }, [options, size, isExact, isEditing, screenPixels])
  const wanted = useMemo(() => ({ id: item.id, options: shown, composed }), [item.id, shown, composed])
  const source = readableSource(item)
  const isOwnWork = isEditing && sent ? edited !== null : !isAsSent(item, { options, edited, composed })
  // The options depend on the size of the picture.
  const canMake = info !== undefined && item.phase === 'done' && isOwnWork
  const { data: subject = null } = useQuery({
    ...imageResult(service, source, {
      options: toEditedOptions(options, Math.min(screenPixels, areaOf(size))),
      edited,
      alphaFrom,
    }),
    enabled: canMake && composed !== null,
    // The first edit requests another subject; until then the editor shows this one.
    placeholderData: (previous, previousQuery) =>
      isEditing && previousQuery?.queryKey[2] === item.id ? previous : undefined,
  })
  const isBusy = useIsFetching({ queryKey: pictureKey(service, item.id) }) > 0
  const rested = useSettled(wanted, settleMs)
  // Another picture is shown at once: the settled value belongs to the previous one.
  const settled = rested.id === item.id ? rested : wanted
  const settledEdits = useSettledEdits(item, edited, isBusy)
  const query = imageResult(
    service,
    source,
    {
      options: settled.options,
      edited: settledEdits,
      composed: settled.composed,
      alphaFrom,
      inSrgb: isEditing,
    },
    { onProgress: throttleProgress((progress) => queue.report(item.id, progress)) },
  )
  const isHere = item.runLocation === 'device'
  const newest = () => newestResult(client, service, item.id)
  const result = useQuery({
    ...query,
    enabled: canMake,
    placeholderData: (previous, previousQuery) =>
      isEditing && subject
        ? subject
        : previousQuery?.queryKey[2] === item.id
          ? previous
          : (sent?.answer ?? newest()),
  })
  const { data, isPlaceholderData } = result
  const isSettling = settled.options !== shown || settled.composed !== composed
  // The editor's result is not the saved one.
  const isMade = !isPlaceholderData && !isSettling && !isEditing
  useEffect(() => {
    if (data && isMade && !data.edited?.isDraft)
      queue.makeThumbnail(item.id, data, keyOf(asThumbnail({ ...settled, edited: data.edited })))
  }, [queue, item.id, data, isMade, settled])
  const isAlone = composed === null && settled.composed === null && asksForCutout(settled.options)
  const alone = composed ? subject : isAlone && !isPlaceholderData ? data : null
  useCutoutThumbnail(item.id, (!alone?.edited?.isDraft && alone?.image) || null)
  // The progress of an earlier request is obsolete.
  const asked = result.isFetching ? settled.options : null
  useEffect(() => {
    if (asked) return () => queue.report(item.id, null)
  }, [queue, item.id, asked])
  const own = item.phase === 'done' ? (data ?? newest() ?? null) : null
  const answer: EditedAnswer | null = isHere
    ? own
    : isOwnWork && sent
      ? (result.data ?? sent.answer)
      : (sent?.answer ?? newest() ?? null)
  const error = isOwnWork && !isAbort(result.error) ? result.error : null
  return {
    answer,
    isSent: sent !== null,
    isStale: isStale(item, toImageOptions(recipe)),
    options,
    isUpdating: result.isFetching,
    isSettling,
    isBehind: canMake && result.isPlaceholderData && !result.isFetching && !error,
    isEditPending: (answer?.edited?.key ?? null) !== (edited?.key ?? null),
    subject: isEditing ? answer : composed && subject,
    isDrawn:
      composed !== null && subject !== null && (settled.composed !== composed || result.isPlaceholderData),
    composed,
    parts,
    error,
    update: () => (isOwnWork ? void result.refetch() : queue.send([item.id])),
    stop: () => (isOwnWork ? void client.cancelQueries({ queryKey: query.queryKey }) : queue.cancel(item.id)),
  }
}

const areaOf = (size: Size | null): number => (size ? size.width * size.height : Number.POSITIVE_INFINITY)

type SettledEdits = {
  readonly id: string
  readonly edited: RequestedEdits | null
}

/**
 * The edits to request now. Strokes are complete and requested at once. A slider passes through many values: drafts are
 * requested one after another (`isBusy`), and the exact result after it has rested for `settleMs`.
 */
function useSettledEdits(
  { id, edits }: Pick<PictureItem, 'id' | 'edits'>,
  edited: RequestedEdits | null,
  isBusy: boolean,
): RequestedEdits | null {
  const [settled, setSettled] = useState<SettledEdits>({ id, edited })
  const isSliding = edits.steps[edits.done - 1]?.type === 'value'
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ id, edited }), isSliding ? settleMs : 0)
    return () => clearTimeout(timer)
  }, [id, edited, isSliding])
  const isMoving = settled.id === id && isSliding && settled.edited?.key !== edited?.key
  const isWaiting = isBusy && settled.edited?.isDraft === true
  useEffect(() => {
    if (isMoving && !isWaiting && edited) setSettled({ id, edited: { ...edited, isDraft: true } })
  }, [isMoving, isWaiting, id, edited])
  return settled.id === id ? settled.edited : edited
}

/** Shows the result after the user changed the composition. */
export function useShowOfGround({ id, recipe }: PictureItem, store: ViewerStore) {
  const { background, composition } = recipe
  const before = useRef({ id, background, composition })
  useEffect(() => {
    const { current: was } = before
    before.current = { id, background, composition }
    const isChosen = was.id === id && (was.background !== background || was.composition !== composition)
    // Beside the divider the change is visible too.
    if (isChosen && store.get().view === 'original') store.set((state) => ({ ...state, view: 'result' }))
  }, [id, background, composition, store])
}
