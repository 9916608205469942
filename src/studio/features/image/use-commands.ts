import { useWindowEvent } from '#studio/hooks/use-window-event.ts'
import { type Command, commandFor, keyTarget } from '#studio/keys/shortcuts.ts'

/** Runs what a key asks for. A command may answer false: then the key is left to the browser. */
export type CommandRunners = Readonly<Record<Exclude<Command, 'paste'>, () => unknown>>

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
    if (runners[command]() !== false) event.preventDefault()
  })
  useWindowEvent('keyup', (event) => event.key === ' ' && onPeekEnd())
  useWindowEvent('blur', onPeekEnd)
}

const repeatable: readonly Command[] = ['wipeLeft', 'wipeRight', 'zoomIn', 'zoomOut']
