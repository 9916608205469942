import { createContext, use, useRef } from 'react'
import { useWindowEvent } from '#studio/state/use-browser-state.ts'
import { type Command, commandFor, keyPress } from './command.ts'

/** All commands of the page, for `useCommandKeys` and the list of shortcuts. */
export const CommandsContext = createContext<readonly Command[]>([])

/** A command of the page for its button; of several with this id the first that applies is shown and run. */
export const useCommand = (id: Command['id'] | undefined): Command | undefined => {
  const same = use(CommandsContext).filter((each) => each.id === id)
  const find = () => same.find(({ applies }) => applies?.() ?? true)
  const shown = find() ?? same[0]
  return shown && { ...shown, run: () => find()?.run?.() }
}

/** Runs the command of every key press. Of several commands with the same key, the first that applies is run. */
export function useCommands(commands: readonly Command[]): void {
  const held = useRef<Command | null>(null)
  useWindowEvent('keydown', (event) => {
    // Esc cancels the composition of an input method.
    if (event.defaultPrevented || event.isComposing) return
    const command = commandFor(commands, keyPress(event))
    if (!command) return
    event.preventDefault()
    // The browser repeats a held key; only moving and zooming should repeat.
    if (event.repeat && !command.repeats) return
    if (command.release) held.current = command
    command.run?.()
  })
  const release = () => {
    held.current?.release?.()
    held.current = null
  }
  useWindowEvent('keyup', ({ key }) => held.current?.keys.includes(key) && release())
  useWindowEvent('blur', release)
}

/** A longer press is a hold, in milliseconds. */
const tapMs = 250

/** Distinguishes a tap on a key from a hold: `onHold` is called once the key was held long enough. */
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
