import type { Point, Size } from '#base/geometry.ts'
import { yieldToEvents } from '#base/timers.ts'
import { editLayerKeys } from '#contract/edit-layers.ts'
import type { OnProgress } from '#contract/progress.ts'
import {
  editRuns,
  type FrameEdits,
  type TimeSpan,
  toldReach,
  type VideoEdits,
} from '#contract/video-edits.ts'
import type { Click } from '#engine/clicks/click-grid.ts'
import { confirmByClicks } from '#engine/motion/propagate-clicks.ts'
import {
  type Correction,
  correctionBetween,
  createCorrectionPropagator,
} from '#engine/motion/propagate-correction.ts'
import type { AlphaMask8 } from '#engine/raster.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import type { MatteLayer } from './matte-layers.ts'
import { type FrameSources, openChangedChunks, openFrames } from './matted-frames.ts'

/** The parts needed to propagate edits. */
export type PropagationParts = FrameSources & {
  readonly openLayer: (key: string) => Promise<MatteLayer>
  /** A frame's matte after a run of edits, in its size; `name` identifies the frame and all earlier runs. */
  readonly edit: (
    run: FrameEdits,
    before: { readonly name: string; readonly matte: AlphaMask8 },
    call: MattingCall,
  ) => Promise<AlphaMask8>
}

/**
 * Propagates each run of edits to the surrounding frames: makes missing layers, and returns all of them, open. A run
 * ends at scene cuts, where the motion no longer explains the frames, and where an older run changed its own frame. A
 * run with a chosen reach ends there, and is propagated unweakened up to it. Rejects with the reason `mattes_lost` if
 * mattes are missing, with errors of the reader and of `edit`, and with the signal's reason; completed layers stay.
 */
export const propagateEdits = async (
  parts: PropagationParts,
  edits: Pick<VideoEdits, 'list'>,
  call: MattingCall,
): Promise<readonly MatteLayer[]> => {
  const keys = await editLayerKeys(edits)
  const runs = editRuns(edits)
  const layers: MatteLayer[] = []
  try {
    for (const [at, run] of runs.entries()) {
      call.signal.throwIfAborted()
      const layer = await parts.openLayer(keys[at] ?? '')
      layers.push(layer)
      if (await layer.report()) continue
      const older = { runs: runs.slice(0, at), layers: layers.slice(0, at), key: keys[at - 1] ?? '' }
      const onProgress: OnProgress = ({ ratio, ...progress }) =>
        call.onProgress({ ...progress, ratio: ratio === null ? null : (at + ratio) / runs.length })
      await propagateRun(parts, run, older, layer, { ...call, onProgress })
    }
    return layers
  } catch (thrown) {
    for (const layer of layers) layer.close()
    throw thrown
  }
}

type OlderRuns = {
  readonly runs: readonly FrameEdits[]
  readonly layers: readonly MatteLayer[]
  /** Key of the state after these edits. */
  readonly key: string
}

const propagateRun = async (
  parts: PropagationParts,
  run: FrameEdits,
  older: OlderRuns,
  layer: MatteLayer,
  call: MattingCall,
): Promise<void> => {
  const { signal, onProgress } = call
  const state = await openFrames(parts, older.layers)
  const place = await state.find(run.atSeconds)
  const before = await state.matte(place)
  const after = await parts.edit(run, { name: `${parts.name} ${older.key}`, matte: before }, call)
  const made = correctionBetween(before, after)
  if (!made) {
    await layer.finish({ firstFrames: [], fromSeconds: run.atSeconds, toSeconds: run.atSeconds, bytes: 0 })
    return
  }
  const changed = openChangedChunks(state, layer)
  const stops = await olderCorrections(parts, older)
  const reach = toldReach(run)
  const total = state.frames
  const steps = reach ? 2 * total : total
  let [step, done] = [0, 1]
  await changed.correct(place, made)
  const clicks = clicksOf(run, parts.reader.facts)
  const propagateTo = async function* (direction: 1 | -1, isHeld: boolean) {
    const propagator = createCorrectionPropagator(await state.moving(place, signal), made, isHeld)
    for await (const next of state.outward(place, direction, signal)) {
      if (!isWithin(next.atSeconds, reach)) return
      const propagated = propagator.next(next.frame, next.toNeighbour, stops.get(next.number))
      yield { next, propagated, propagator }
      step++
      onProgress({ step: 'cut', ratio: Math.min(1, step / steps), frames: { done, total } })
      await yieldToEvents(signal)
      if (propagated === null) return
    }
  }
  for (const direction of [1, -1] as const) {
    const isHeld = reach !== undefined && (await endsEarly(propagateTo(direction, false)))
    for await (const { next, propagated, propagator } of propagateTo(direction, isHeld)) {
      const here = isHeld ? [] : clicks.flatMap((click) => placed(click, propagator.follow(click)))
      const correction = propagated && confirmByClicks(next.frame, await state.matte(next), propagated, here)
      if (correction) await changed.correct(next, correction)
      done++
    }
  }
  await layer.finish(await changed.end())
}

/** Times are stored as fractions. */
const slackSeconds = 1e-4

const isWithin = (seconds: number, span: TimeSpan | undefined): boolean =>
  !span || (seconds >= span.fromSeconds - slackSeconds && seconds <= span.toSeconds + slackSeconds)

/** Whether a correction ends before the frames do. */
const endsEarly = async (
  steps: AsyncGenerator<{ readonly propagated: Correction | null }, void, void>,
): Promise<boolean> => {
  for await (const { propagated } of steps) if (propagated === null) return true
  return false
}

/** The clicks of a run without other edits; else none, since strokes are not to be repeated. */
const clicksOf = ({ list }: FrameEdits, { width, height }: Size): readonly Click[] => {
  const clicks = list.flatMap((edit) =>
    edit.kind === 'click' ? [{ mode: edit.mode, x: edit.x / width, y: edit.y / height }] : [],
  )
  return clicks.length === list.length ? clicks : []
}

const placed = (click: Click, place: Point | null): readonly Click[] =>
  place ? [{ ...click, ...place }] : []

/** The corrections of older runs on their own frames, by frame number. */
const olderCorrections = async (
  parts: PropagationParts,
  { runs, layers }: OlderRuns,
): Promise<ReadonlyMap<number, Correction>> => {
  const found = new Map<number, Correction>()
  for (const [at, { atSeconds }] of runs.entries()) {
    const before = await openFrames(parts, layers.slice(0, at))
    const after = await openFrames(parts, layers.slice(0, at + 1))
    const place = await before.find(atSeconds)
    const made = correctionBetween(await before.matte(place), await after.matte(place))
    const known = found.get(place.number)
    if (made) found.set(place.number, known ? eitherOf(known, made) : made)
  }
  return found
}

const eitherOf = (one: Correction, other: Correction): Correction => ({
  ...one,
  change: one.change.map((value, i) => value || (other.change[i] ?? 0)),
})
