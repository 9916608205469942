import type { LucideIcon } from 'lucide-react'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import type { Messages } from '#studio/messages/messages.ts'

const names = messages.keys

/** Where a command has a button. */
type CommandPlace = 'panel' | 'row' | 'list'

/**
 * An action of the user, by keys or a button. `On` are its operands: none for commands of the page, an item for those
 * of its kind.
 */
export interface Command<On extends readonly unknown[] = []> {
  /** `messages.shortcuts[id]` is its text in the list of shortcuts, if it has keys. */
  readonly id: keyof Messages['shortcuts'] | 'cancel' | 'pause' | 'retry' | 'share' | 'startAll' | 'stop'
  /** Names of `KeyboardEvent.key`, letters in lower case; `Ctrl+` includes ⌘. */
  readonly keys: readonly string[]
  /** The keys in the list of shortcuts, if not `keys`. */
  readonly shownKeys?: readonly string[]
  /** Whether its keys also work in fields, menus and dialogs. */
  readonly isEverywhere?: boolean
  /** Whether it repeats while its key is held. */
  readonly repeats?: boolean
  /** Absent if other parts of the page have its buttons, or there are none. */
  readonly places?: readonly CommandPlace[]
  icon?(...on: On): LucideIcon
  /** The text of its button. */
  label?(place: CommandPlace, ...on: On): string
  /** Whether there is anything to do. If not, the next command with the same key runs, and finally the browser's. */
  applies?(...on: On): boolean
  /** Absent if a part of the page handles the keys itself, so that they are only listed. */
  run?(...on: On): void
  /** Called when the key is released, or the window loses the focus. */
  release?(): void
}

/** The key that goes to uncertain places, of pictures and videos. */
export const uncertaintyKey = 'd'

/** A key press and the kind of the focused element. */
export type KeyPress = {
  /** The key, named as in `Command.keys`. */
  readonly chord: string
  /** `text`: an input or a menu. `control`: a button, slider or choice, which uses some keys itself. */
  readonly target: 'text' | 'control' | 'page'
  readonly dialogOpen: boolean
}

/** A focused button, slider or choice uses these keys; otherwise they run commands. */
const controlKeys = ['Enter', ' ', 'ArrowLeft', 'ArrowRight']

/** The command of a key press: the first one with its key that applies; null if the key is used elsewhere. */
export const commandFor = (commands: readonly Command[], press: KeyPress): Command | null => {
  const { chord, target } = press
  if (target === 'control' && controlKeys.includes(chord)) return null
  const mayBe = mayBeCommand(press)
  return (
    commands.find(
      ({ keys, isEverywhere = mayBe, applies, run }) =>
        isEverywhere && run && keys.includes(chord) && (applies?.() ?? true),
    ) ?? null
  )
}

/** Whether a key press may run a command. */
export const mayBeCommand = ({ dialogOpen, target }: KeyPress): boolean => !dialogOpen && target !== 'text'

/** The key press of an event. */
export const keyPress = (event: KeyboardEvent): KeyPress => ({
  chord: chordOf(event),
  target: keyTarget(event.target instanceof Element ? event.target : null),
  dialogOpen: document.querySelector('dialog[open]') !== null,
})

const chordOf = (event: KeyboardEvent): string => {
  const key = latinKey(event)
  const { altKey, ctrlKey, metaKey, shiftKey } = event
  // Many keyboards type `[` with Option, or with AltGr, which Windows reports as Ctrl and Alt.
  if (!metaKey && (altKey || event.getModifierState('AltGraph')))
    return /^[^\p{L}\p{N}\s]$/u.test(key) ? key : `Alt+${key}`
  return ctrlKey || metaKey ? `Ctrl+${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${key}` : key
}

/** The key's character on a Latin keyboard, if it types another script. */
const latinKey = ({ key, code }: KeyboardEvent): string => {
  const isOther = /^(?=[\p{L}\p{M}\p{N}])[^\p{Script=Latin}\d]/u.test(key)
  if (isOther) return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? latinSigns[code] ?? key
  return key.length === 1 ? key.toLowerCase() : key
}

const latinSigns: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
  Minus: '-',
  Equal: '=',
}

/** The kind of a focused element for key presses. */
const keyTarget = (element: Element | null): KeyPress['target'] => {
  if (!element) return 'page'
  if (
    element.matches(
      'input:not([type=radio], [type=checkbox], [type=range], [type=color]), textarea, select, [role=menuitem]',
    )
  )
    return 'text'
  return element.matches('button, a, input, summary, [role=slider], [role=tab], label') ? 'control' : 'page'
}

const keyNames: Readonly<Record<string, string>> = {
  ' ': names.space,
  Enter: names.enter,
  Delete: names.delete,
  Escape: names.escape,
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** The keys of a command for the user: `Ctrl Z`. */
export const shownKeys = ({ keys, shownKeys: shown }: Pick<Command, 'keys' | 'shownKeys'>) =>
  shown ??
  keys.map((chord) => {
    const key = chord.replace(/^Ctrl\+(Shift\+)?/, '')
    const name = keyNames[key] ?? key.toUpperCase()
    if (chord === key) return name
    return names.withCtrl(chord.includes('Shift+') ? names.withShift(name) : name)
  })

/**
 * The keys of a command in the notation of `aria-keyshortcuts` (WAI-ARIA 1.2), without keys that it cannot name:
 * `Control+Z`.
 */
export const ariaKeys = ({ keys }: Pick<Command, 'keys'>): string =>
  keys
    .filter((chord) => chord !== '+')
    .map((chord) =>
      chord
        .replace('Ctrl+', 'Control+')
        .replace(/ $/, 'Space')
        .replace(/(?<=^|\+).$/, (letter) => letter.toUpperCase()),
    )
    .join(' ')
