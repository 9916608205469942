import { useWindowEvent } from '#studio/hooks/use-browser-state.ts'
import { type Command, commandFor, keyTarget } from './shortcuts.ts'

/** Runs what a key asks for. A command may answer false: then the key is left to the browser. */
export type CommandRunners = Readonly<Partial<Record<Exclude<Command, 'paste'>, () => unknown>>>

export function useCommands(runners: CommandRunners, onPeekEnd: () => void): void {
  useWindowEvent('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : null
    const command = commandFor({
      key: event.key,
      modified: event.ctrlKey || event.metaKey || event.altKey,
      target: keyTarget(target),
      dialogOpen: document.querySelector('dialog[open]') !== null,
    })
    if (!command || command === 'paste') return
    // Held keys repeat; only moving and zooming mean it.
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

const repeatable: readonly Command[] = ['wipeLeft', 'wipeRight', 'zoomIn', 'zoomOut', 'frameBack', 'frameOn']

/** A key held longer than this means something else than a tap on it. */
const tapMs = 250

/** Tells a tap on a key from holding it: `onHold` is called once it is held for long enough. */
export const createHoldDetector = (onHold: () => void) => {
  let timer: ReturnType<typeof setTimeout> | null = null
  return {
    begin: () => {
      timer ??= setTimeout(() => {
        timer = null
        onHold()
      }, tapMs)
    },
    /** Whether it was a tap. */
    end: (): boolean => {
      if (timer === null) return false
      clearTimeout(timer)
      timer = null
      return true
    },
  }
}
