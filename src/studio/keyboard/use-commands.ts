import { useWindowEvent } from '#studio/hooks/use-browser-state.ts'
import { type Command, commandFor, keyTarget } from './shortcuts.ts'

/** What each command does. A function that returns false leaves the key to the browser. */
export type CommandRunners = Readonly<Partial<Record<Exclude<Command, Listed>, () => unknown>>>

/** Keys that the browser, the picture or the other cut-outs handle themselves; they are only listed as shortcuts. */
type Listed = (typeof listed)[number]
const listed = ['paste', 'moveCrosshair', 'clickCrosshair', 'paintCrosshair', 'takeProposal'] as const

const isListed = (command: Command): command is Listed => listed.some((each) => each === command)

/** Runs the command of every key press. `onPeekEnd` is called when Space is released or the window loses the focus. */
export function useCommands(runners: CommandRunners, onPeekEnd: () => void): void {
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented) return
    const target = event.target instanceof Element ? event.target : null
    const command = commandFor({
      key: event.key,
      modified: event.ctrlKey || event.metaKey || event.altKey,
      shifted: event.shiftKey,
      editing: runners.swapKeepRemove !== undefined,
      target: keyTarget(target),
      dialogOpen: document.querySelector('dialog[open]') !== null,
    })
    if (!command || isListed(command)) return
    // The browser repeats a key that is held; only moving and zooming are meant to repeat.
    if (event.repeat && !repeatable.includes(command)) {
      if (command === 'peek') event.preventDefault()
      return
    }
    const run = runners[command]
    if (!run || run() === false) return
    event.preventDefault()
  })
  useWindowEvent('keyup', (event) => event.key === ' ' && onPeekEnd())
  useWindowEvent('blur', onPeekEnd)
}

const repeatable: readonly Command[] = [
  'dividerLeft',
  'dividerRight',
  'zoomIn',
  'zoomOut',
  'frameBack',
  'frameOn',
  'undo',
  'redo',
  'brushSmaller',
  'brushLarger',
]

/** A key that is held longer than this was not tapped. */
const tapMs = 250

/** Tells a tap on a key from a hold: `onHold` is called when the key has been held for long enough. */
export const createHoldDetector = (onHold: () => void) => {
  let timer: ReturnType<typeof setTimeout> | null = null
  return {
    begin: () => {
      timer ??= setTimeout(() => {
        timer = null
        onHold()
      }, tapMs)
    },
    /** Call on release; returns whether it was a tap. */
    end: (): boolean => {
      if (timer === null) return false
      clearTimeout(timer)
      timer = null
      return true
    },
  }
}
