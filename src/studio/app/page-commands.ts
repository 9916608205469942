import type { Command } from '#studio/keyboard/command.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import type { Modes } from '#studio/state/modes.ts'

/** What the page does for commands. */
export type PageCalls = {
  /** Opens the file picker. */
  readonly pick: () => void
  readonly modes: Modes
  /** Asks for a folder to work through, or shows the one that is worked through. */
  readonly openFolder: () => void
}

/** What keys do from the first view on, in the order of the list of shortcuts. */
export const pageCommands = ({
  pick,
  modes,
  openFolder,
}: PageCalls): readonly [open: Command, paste: Command, folder: Command, help: Command] => [
  { id: 'open', keys: ['o'], run: pick },
  // The browser says what is pasted.
  { id: 'paste', keys: [], shownKeys: [messages.keys.withCtrl('V')] },
  { id: 'folder', keys: ['w'], run: openFolder },
  { id: 'help', keys: ['?', '؟'], shownKeys: ['?'], run: () => modes.enter({ name: 'help' }) },
]
