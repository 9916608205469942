import type { Command } from '#studio/keyboard/command.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import type { Modes } from '#studio/state/modes.ts'

/** The functions of the page that commands call. */
export type PageCalls = {
  /** Opens the file picker. */
  readonly pick: () => void
  readonly modes: Modes
  /** Opens the form for a batch, or the running batch. */
  readonly openFolder: () => void
}

/** The keys from the first view on, in the order of the list of shortcuts. */
export const pageCommands = ({
  pick,
  modes,
  openFolder,
}: PageCalls): readonly [open: Command, paste: Command, folder: Command, help: Command] => [
  { id: 'open', keys: ['o'], run: pick },
  // The browser's paste event does the work.
  { id: 'paste', keys: [], shownKeys: [messages.keys.withCtrl('V')] },
  { id: 'folder', keys: ['w'], run: openFolder },
  { id: 'help', keys: ['?', '؟'], shownKeys: ['?'], run: () => modes.enter({ name: 'help' }) },
]
