import type { LucideIcon } from 'lucide-react'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import type { Messages } from '#studio/messages/messages.ts'

const names = messages.keys

/** Where a command has a button, besides its keys. */
type CommandPlace = 'panel' | 'row' | 'list'

/**
 * Something that a person can do, with keys or a button. `On` is what it is done with: nothing for commands of the
 * page, an item for those of its kind.
 */
export interface Command<On extends readonly unknown[] = []> {
  /** `messages.shortcuts[id]` is its text in the list of keys, where it has keys. */
  readonly id: keyof Messages['shortcuts'] | 'cancel' | 'pause' | 'retry' | 'share' | 'startAll' | 'stop'
  /** As `KeyboardEvent.key` names them, letters in lower case; `Ctrl+` is ⌘ as well. */
  readonly keys: readonly string[]
  /** How the list of shortcuts names them, where that is not by `keys`. */
  readonly shownKeys?: readonly string[]
  /** Its keys are for it in fields, menus and dialogs, too. */
  readonly isEverywhere?: boolean
  /** Whether it is repeated while its key is held. */
  readonly repeats?: boolean
  /** None where other parts of the page have its buttons, or it has none. */
  readonly places?: readonly CommandPlace[]
  icon?(...on: On): LucideIcon
  /** What its button says. */
  label?(place: CommandPlace, ...on: On): string
  /** Whether there is anything to do. If not, the next command with the same key gets it, and last the browser. */
  applies?(...on: On): boolean
  /** Absent where a part of the page handles the keys itself, so that they are only listed. */
  run?(...on: On): void
  /** Is called when the key is released, or the window loses the focus. */
  release?(): void
}

/** The key that goes to what is uncertain, for pictures and for videos. */
export const uncertaintyKey = 'd'

/** A key press, and what had the focus. */
export type KeyPress = {
  /** As `Command.keys` names it. */
  readonly chord: string
  /** `text` is an input or a menu, `control` a button, slider or choice that uses some keys itself. */
  readonly target: 'text' | 'control' | 'page'
  readonly dialogOpen: boolean
}

/** A focused button, slider or choice needs these itself: they are for a command only where none has the focus. */
const controlKeys = ['Enter', ' ', 'ArrowLeft', 'ArrowRight']

/** What a key press does: the first command with its key that applies; null if the key belongs to something else. */
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

/** Whether a key press may mean a command at all. */
export const mayBeCommand = ({ dialogOpen, target }: KeyPress): boolean => !dialogOpen && target !== 'text'

/** What was pressed, and where. */
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

/** What a key of another script would type on a Latin keyboard. */
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

/** Which kind of target an element is for key presses. */
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

/** The keys of a command as people read them: `Ctrl Z`. */
export const shownKeys = ({ keys, shownKeys: shown }: Pick<Command, 'keys' | 'shownKeys'>) =>
  shown ??
  keys.map((chord) => {
    const key = chord.replace(/^Ctrl\+(Shift\+)?/, '')
    const name = keyNames[key] ?? key.toUpperCase()
    if (chord === key) return name
    return names.withCtrl(chord.includes('Shift+') ? names.withShift(name) : name)
  })

/**
 * The keys of a command as `aria-keyshortcuts` names them, where it has a name for them (WAI-ARIA 1.2): `Control+Z`.
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
