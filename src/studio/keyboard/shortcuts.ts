export const commands = {
  open: { keys: ['O'], label: 'Open pictures or videos' },
  paste: { keys: ['Ctrl V'], label: 'Paste a picture or video' },
  save: { keys: ['S'], label: 'Save this picture or video' },
  copy: { keys: ['C'], label: 'Copy a picture as PNG' },
  next: { keys: ['Enter'], label: 'Next one on the list' },
  remove: { keys: ['Delete'], label: 'Take this one out' },
  undo: { keys: ['Ctrl Z'], label: 'Put back what was taken out' },
  peek: { keys: ['Space'], label: 'Hold: see the original' },
  result: { keys: ['1'], label: 'See the result' },
  wipe: { keys: ['2'], label: 'Compare before and after' },
  original: { keys: ['3'], label: 'See the original' },
  wipeLeft: { keys: ['←'], label: 'Move the divider left' },
  wipeRight: { keys: ['→'], label: 'Move the divider right' },
  zoomIn: { keys: ['+'], label: 'Zoom in' },
  zoomOut: { keys: ['−'], label: 'Zoom out' },
  zoomFit: { keys: ['0'], label: 'Fit to the stage' },
  play: { keys: ['K', 'Space'], label: 'Video: play, pause' },
  rewind: { keys: ['J'], label: 'Video: play backwards' },
  forward: { keys: ['L'], label: 'Video: play; again for faster' },
  frameBack: { keys: [','], label: 'Video: one frame back' },
  frameOn: { keys: ['.'], label: 'Video: one frame on' },
  partFrom: { keys: ['['], label: 'Video: the part starts here' },
  partTo: { keys: [']'], label: 'Video: the part ends here' },
  back: { keys: ['Esc'], label: 'Step back: stop, or fit, or compare' },
  help: { keys: ['?'], label: 'These shortcuts' },
} as const

/** Said when something was taken out. */
export const undoText = 'Ctrl Z puts it back'

export type Command = keyof typeof commands

/** A key press, and where it landed. */
export type KeyPress = {
  readonly key: string
  readonly modified: boolean
  /** `text`: an input that takes letters; `control`: a button, slider or choice that uses keys itself. */
  readonly target: 'text' | 'control' | 'page'
  readonly dialogOpen: boolean
}

const anywhere: Readonly<Record<string, Command>> = {
  o: 'open',
  s: 'save',
  c: 'copy',
  '1': 'result',
  '2': 'wipe',
  '3': 'original',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '−': 'zoomOut',
  '0': 'zoomFit',
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

/** With Ctrl or ⌘. */
const modifiedKeys: Readonly<Record<string, Command>> = { z: 'undo' }

/** Keys that a focused control needs for itself. */
const onThePage: Readonly<Record<string, Command>> = {
  ' ': 'peek',
  Enter: 'next',
  ArrowLeft: 'wipeLeft',
  ArrowRight: 'wipeRight',
}

/** What a key press asks for; null where it belongs to the browser, a text field or a dialog. */
export const commandFor = ({ key, modified, target, dialogOpen }: KeyPress): Command | null => {
  if (dialogOpen || target === 'text') return null
  const letter = key.length === 1 ? key.toLowerCase() : key
  if (modified) return Object.hasOwn(modifiedKeys, letter) ? (modifiedKeys[letter] ?? null) : null
  const command = Object.hasOwn(anywhere, letter) ? anywhere[letter] : undefined
  if (command) return command
  return target === 'page' && Object.hasOwn(onThePage, key) ? (onThePage[key] ?? null) : null
}

/** Which kind of target an element is for the keyboard. */
export const keyTarget = (element: { matches(selector: string): boolean } | null): KeyPress['target'] => {
  if (!element) return 'page'
  if (
    element.matches('input:not([type=radio], [type=checkbox], [type=range], [type=color]), textarea, select')
  )
    return 'text'
  return element.matches('button, a, input, summary, [role=slider], [role=tab], label') ? 'control' : 'page'
}
