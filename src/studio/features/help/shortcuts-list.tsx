import { use } from 'react'
import { shownKeys } from '#studio/keyboard/command.ts'
import { CommandsContext } from '#studio/keyboard/use-commands.ts'
import { messages } from '#studio/messages/messages.ts'

const texts = Object.entries(messages.shortcuts)

/** The list of all keyboard shortcuts, in the order of their texts. What several commands do has one row. */
export function ShortcutsList() {
  const commands = use(CommandsContext)
  const rows = texts.flatMap(([id, text]) => {
    const command = commands.find((each) => each.id === id)
    return command ? [{ id, text, keys: shownKeys(command) }] : []
  })
  return (
    <dl className="grid gap-x-10 sm:grid-cols-2">
      {rows.map(({ id, text, keys }) => (
        <div key={id} className="flex items-center justify-between gap-4 border-b border-line py-2 text-sm">
          <dt className="text-ink-soft">{text}</dt>
          <dd className="flex shrink-0 flex-wrap justify-end gap-1">
            {keys.map((key) => (
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
