import { messages } from '#studio/messages/messages.ts'

const names = messages.keys

/** The keys of each command, as the list of shortcuts shows them. */
export const commandKeys = {
  open: ['O'],
  paste: [names.withCtrl('V')],
  save: ['S'],
  copy: ['C'],
  next: [names.enter],
  remove: [names.delete],
  undo: [names.withCtrl('Z')],
  redo: [names.withCtrl(names.withShift('Z')), names.withCtrl('Y')],
  peek: [names.space],
  result: ['1'],
  compare: ['2'],
  original: ['3'],
  dividerLeft: ['←'],
  dividerRight: ['→'],
  zoomIn: ['+'],
  zoomOut: ['−'],
  zoomFit: ['0'],
  edit: ['B'],
  doubt: ['D'],
  brushSmaller: ['['],
  brushLarger: [']'],
  swapKeepRemove: ['X'],
  takeProposal: ['1', '2', '3'],
  moveCrosshair: [names.arrows],
  clickCrosshair: [names.enter],
  paintCrosshair: [names.space],
  play: ['K', names.space],
  rewind: ['J'],
  forward: ['L'],
  frameBack: [','],
  frameOn: ['.'],
  partFrom: ['['],
  partTo: [']'],
  back: [names.escape],
  help: ['?'],
} as const satisfies Readonly<Record<keyof typeof messages.shortcuts, readonly string[]>>

/** What keys do. */
export type Command = keyof typeof commandKeys

/** A key press, and what had the focus. */
type KeyPress = {
  readonly key: string
  /** Whether Ctrl, ⌘ or Alt is held. */
  readonly modified: boolean
  readonly shifted?: boolean
  /** A picture is edited, which some keys mean that are for videos otherwise. */
  readonly editing?: boolean
  /** How many other cut-outs are offered; their keys are for views otherwise. */
  readonly proposed?: number
  /** `text` is an input that takes letters, `control` a button, slider or choice that uses some keys itself. */
  readonly target: 'text' | 'control' | 'page'
  readonly dialogOpen: boolean
}

const anywhere: Readonly<Record<string, Command>> = {
  o: 'open',
  s: 'save',
  c: 'copy',
  '1': 'result',
  '2': 'compare',
  '3': 'original',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '−': 'zoomOut',
  '0': 'zoomFit',
  b: 'edit',
  d: 'doubt',
  j: 'rewind',
  k: 'play',
  l: 'forward',
  ',': 'frameBack',
  '.': 'frameOn',
  '[': 'partFrom',
  ']': 'partTo',
  '?': 'help',
  Escape: 'back',
  Delete: 'remove',
}

const whileEditing: Readonly<Record<string, Command>> = {
  '[': 'brushSmaller',
  ']': 'brushLarger',
  x: 'swapKeepRemove',
}

/** Commands that need Ctrl or ⌘. */
const modifiedKeys: Readonly<Record<string, Command>> = { z: 'undo', y: 'redo' }
/** Commands that need Shift as well. */
const modifiedShiftedKeys: Readonly<Record<string, Command>> = { z: 'redo' }

/** Keys that a focused control may need itself: they are commands only where none has the focus. */
const onThePage: Readonly<Record<string, Command>> = {
  ' ': 'peek',
  Enter: 'next',
  ArrowLeft: 'dividerLeft',
  ArrowRight: 'dividerRight',
}

/** The command of a key press; null if the key belongs to the browser, a text field or a dialog. */
export const commandFor = (press: KeyPress): Command | null => {
  const { key, modified, target, dialogOpen } = press
  if (dialogOpen || target === 'text') return null
  const letter = key.length === 1 ? key.toLowerCase() : key
  if (modified) return commandIn(press.shifted ? modifiedShiftedKeys : modifiedKeys, letter)
  if (Number(letter) >= 1 && Number(letter) <= (press.proposed ?? 0)) return 'takeProposal'
  return (
    (press.editing ? commandIn(whileEditing, letter) : null) ??
    commandIn(anywhere, letter) ??
    (target === 'page' ? commandIn(onThePage, key) : null)
  )
}

const commandIn = (keys: Readonly<Record<string, Command>>, key: string): Command | null =>
  Object.hasOwn(keys, key) ? (keys[key] ?? null) : null

/** Which kind of target an element is for key presses. */
export const keyTarget = (element: { matches(selector: string): boolean } | null): KeyPress['target'] => {
  if (!element) return 'page'
  if (
    element.matches('input:not([type=radio], [type=checkbox], [type=range], [type=color]), textarea, select')
  )
    return 'text'
  return element.matches('button, a, input, summary, [role=slider], [role=tab], label') ? 'control' : 'page'
}
