import {
  convolveOutputPart,
  convolveTilePart,
  groupParts,
  outputParts,
  tileParts,
  transformGroupPart,
  transformWeightPart,
  weightParts,
} from './convolve.ts'
import { Layer } from './layer.ts'
import { addRow, doubleRow, firstRow, headRow, poolRow } from './rows.ts'

// The kinds of layers, as `src/matting/kernel-program.ts` writes them.
const firstKind: i32 = 0
const convolutionByTilesKind: i32 = 1
const poolKind: i32 = 2
const doubleKind: i32 = 3
const sumKind: i32 = 4
const headKind: i32 = 5
const convolutionByOutputsKind: i32 = 6
// The transforms before a convolution.
const weightsKind: i32 = 7
const groupsKind: i32 = 8

/**
 * The task of all threads, in the first words of the memory. Only the thread that runs layers starts one; helpers wait
 * until `turn` changes, then take part after part.
 */
class Task {
  turn: i32
  kind: i32
  layer: usize
  first: i32
  parts: i32
  /** The next free part. */
  next: i32
  /** Helpers that found no more parts. */
  ready: i32
  helpers: i32
  /** Whether the thread that runs layers may sleep; else it polls. */
  maySleep: i32
  /** Whether a helper has stopped, so that its parts never complete. */
  isBroken: i32
}

// Not 0, which is null in AssemblyScript.
const taskAt: usize = 64

/** Lets the thread that runs layers sleep until the helpers are ready; a page's main thread must not. */
export function allowSleep(): void {
  changetype<Task>(taskAt).maySleep = 1
}

/** The number of helpers, waiting or working. */
export function countHelpers(): i32 {
  if (!ASC_FEATURE_THREADS) return 0
  return atomic.load<i32>(taskAt + offsetof<Task>('helpers'))
}

/** Reports that a helper has stopped: the current and all later layers trap. */
export function breakOff(): void {
  if (!ASC_FEATURE_THREADS) return
  atomic.store<i32>(taskAt + offsetof<Task>('isBroken'), 1)
  atomic.notify(taskAt + offsetof<Task>('ready'), -1)
}

/** Computes one layer. */
export function run(at: usize): void {
  const layer = changetype<Layer>(at)
  if (layer.kind === convolutionByTilesKind) {
    for (let first = 0; first < layer.outputs; first += layer.chunk) {
      share(weightsKind, at, first, weightParts(layer, first))
      share(convolutionByTilesKind, at, first, tileParts(layer))
    }
  } else if (layer.kind === convolutionByOutputsKind) {
    share(groupsKind, at, 0, groupParts(layer))
    share(convolutionByOutputsKind, at, 0, outputParts(layer))
  } else share(layer.kind, at, 0, rowsOf(layer))
}

/** Rows of the output of a layer. */
function rowsOf(layer: Layer): i32 {
  if (layer.kind === doubleKind) return layer.height * 2
  return layer.kind === poolKind || layer.kind === firstKind ? layer.height >> 1 : layer.height
}

function share(kind: i32, layer: usize, first: i32, parts: i32): void {
  const task = changetype<Task>(taskAt)
  task.kind = kind
  task.layer = layer
  task.first = first
  task.parts = parts
  task.next = 0
  task.ready = 0
  if (ASC_FEATURE_THREADS) {
    atomic.add<i32>(taskAt, 1)
    atomic.notify(taskAt, -1)
  }
  work(0)
  if (ASC_FEATURE_THREADS) {
    for (;;) {
      const ready = atomic.load<i32>(taskAt + offsetof<Task>('ready'))
      if (ready === task.helpers) return
      if (atomic.load<i32>(taskAt + offsetof<Task>('isBroken'))) unreachable()
      if (task.maySleep) atomic.wait<i32>(taskAt + offsetof<Task>('ready'), ready, -1)
    }
  }
}

/** Works on tasks for ever; `thread` counts from 1. */
export function help(thread: i32): void {
  if (!ASC_FEATURE_THREADS) return
  let seen = 0
  atomic.add<i32>(taskAt + offsetof<Task>('helpers'), 1)
  for (;;) {
    const turn = atomic.load<i32>(taskAt)
    if (turn === seen) {
      atomic.wait<i32>(taskAt, turn, -1)
      continue
    }
    seen = turn
    work(thread)
    atomic.add<i32>(taskAt + offsetof<Task>('ready'), 1)
    atomic.notify(taskAt + offsetof<Task>('ready'), 1)
  }
}

function work(thread: i32): void {
  const task = changetype<Task>(taskAt)
  const layer = changetype<Layer>(task.layer)
  const room = layer.room + thread * layer.roomBytes
  for (let part = take(task); part < task.parts; part = take(task)) {
    if (task.kind === weightsKind) transformWeightPart(layer, task.first, part, room)
    else if (task.kind === convolutionByTilesKind) convolveTilePart(layer, task.first, part, room)
    else if (task.kind === groupsKind) transformGroupPart(layer, part, room)
    else if (task.kind === convolutionByOutputsKind) convolveOutputPart(layer, part, room)
    else if (task.kind === poolKind) poolRow(layer, part)
    else if (task.kind === doubleKind) doubleRow(layer, part)
    else if (task.kind === sumKind) addRow(layer, part)
    else if (task.kind === headKind) headRow(layer, part)
    else firstRow(layer, part)
  }
}

function take(task: Task): i32 {
  if (ASC_FEATURE_THREADS) return atomic.add<i32>(changetype<usize>(task) + offsetof<Task>('next'), 1)
  return task.next++
}
