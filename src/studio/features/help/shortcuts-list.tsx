import { use } from 'react'
import { shownKeys } from '#studio/keyboard/command.ts'
import { CommandsContext } from '#studio/keyboard/use-commands.ts'
import { messages } from '#studio/messages/messages.ts'

const ids = Object.keys(messages.shortcuts)

/** The list of all keyboard shortcuts, in the order of their texts. What several commands do has one row. */
export function ShortcutsList() {
  const commands = use(CommandsContext)
  const rows = ids.flatMap((id) => commands.find((command) => command.id === id) ?? [])
  return (
    <dl className="grid gap-x-10 sm:grid-cols-2">
      {rows.map((command) => (
        <div
          key={command.id}
          className="flex items-center justify-between gap-4 border-b border-line py-2 text-sm"
        >
          <dt className="text-ink-soft">{messages.shortcuts[command.id]}</dt>
          <dd>
            {shownKeys(command).map((key) => (
              <kbd
                key={key}
                className="inline-grid h-6 min-w-6 place-items-center rounded-xs bg-raised px-1.5 font-sans text-xs font-medium whitespace-nowrap inset-ring inset-ring-line-strong"
              >
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
