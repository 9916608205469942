import type { ClickEdit, Edit } from '#contract/image-edits.ts'
import { type AlphaPatch, swapPatch } from '#engine/edits/alpha-patch.ts'
import type { AlphaMask8, AlphaMaskF32 } from '#engine/raster.ts'

/** An applied edit with its undo data. */
export type AppliedEdit = {
  readonly edit: Edit
  /** In order of application. */
  readonly patches: readonly AlphaPatch[]
  /** For clicks: the matte before the first click of the run. */
  readonly prior?: AlphaMaskF32
}

type AppliedClick = AppliedEdit & { readonly edit: ClickEdit }

/** The consecutive clicks at the end of the list. */
export const clickRun = (applied: readonly AppliedEdit[]): readonly AppliedClick[] => {
  const last = applied.findLastIndex(({ edit }) => edit.kind !== 'click')
  return applied.slice(last + 1).filter((entry): entry is AppliedClick => entry.edit.kind === 'click')
}

/** The alpha of an image under edit, with undo and redo. */
interface EditHistory {
  readonly alpha: AlphaMask8
  readonly applied: readonly AppliedEdit[]
  /**
   * Undoes and redoes as far as possible towards `edits`; the edits after `applied` must then be applied. Restarts from
   * the unedited alpha if the needed patches were dropped.
   */
  moveTowards(edits: readonly Edit[]): void
  isAt(edits: readonly Edit[]): boolean
  add(entry: AppliedEdit): void
}

/** Limit of patches in bytes; beyond it, the oldest edits cannot be undone singly. */
const usualBytes = 64 << 20

/** `onChange` is called with each swapped patch, `onRestart` after a return to no edits. */
export const createEditHistory = (
  unedited: AlphaMask8,
  onChange: (patch: AlphaPatch) => void,
  onRestart: () => void,
  maxBytes: number = usualBytes,
): EditHistory => {
  const alpha = { ...unedited, data: unedited.data.slice() }
  let applied: AppliedEdit[] = []
  /** Undone edits, the next to redo last. */
  let undone: AppliedEdit[] = []
  /** Number of first edits whose patches were dropped. */
  let forgotten = 0
  let held = 0

  const swap = (patch: AlphaPatch) => {
    swapPatch(alpha, patch)
    onChange(patch)
  }
  const undo = (entry: AppliedEdit) => {
    for (const patch of entry.patches.toReversed()) swap(patch)
    undone.push(entry)
  }
  const restart = () => {
    alpha.data.set(unedited.data)
    ;[applied, undone, forgotten, held] = [[], [], 0, 0]
    onRestart()
  }
  const forgetUndone = () => {
    held -= sum(undone.map(bytesOf))
    undone = []
  }
  const forgetOldest = () => {
    for (; held > maxBytes && forgotten < applied.length; forgotten++) {
      const entry = applied[forgotten]
      if (!entry) return
      held -= bytesOf(entry)
      applied[forgotten] = { ...entry, patches: [] }
    }
  }

  return {
    alpha,
    get applied() {
      return applied
    },
    isAt: (edits) =>
      edits.length === applied.length && applied.every(({ edit }, i) => isSame(edit, edits[i])),
    moveTowards: (edits) => {
      const differing = applied.findIndex(({ edit }, i) => !isSame(edit, edits[i]))
      const common = differing < 0 ? applied.length : differing
      if (common < forgotten) restart()
      for (const entry of applied.splice(common).toReversed()) undo(entry)
      for (let next = undone.at(-1); next; next = undone.at(-1)) {
        if (!isSame(next.edit, edits[applied.length])) break
        undone.pop()
        for (const patch of next.patches) swap(patch)
        applied.push(next)
      }
      if (applied.length < edits.length) forgetUndone()
    },
    add: (entry) => {
      applied.push(entry)
      held += bytesOf(entry)
      forgetOldest()
    },
  }
}

const bytesOf = ({ patches, prior }: AppliedEdit): number =>
  sum(patches.map(({ data }) => data.byteLength)) + (prior?.data.byteLength ?? 0)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Whether two plain values are equal; each call compares thousands of strokes. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (Array.isArray(one)) return Array.isArray(other) && isSameList(one, other)
  if (!isRecord(one) || !isRecord(other)) return false
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]))
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean => {
  if (one.length !== other.length) return false
  for (let i = 0; i < one.length; i++) if (!isSame(one[i], other[i])) return false
  return true
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
