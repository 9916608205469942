import { type Command, commandKeys } from '#studio/keyboard/shortcuts.ts'
import { messages } from '#studio/messages/messages.ts'

/** The list of all keyboard shortcuts. */
export const ShortcutsList = () => (
  <dl className="grid gap-x-10 sm:grid-cols-2">
    {(Object.keys(commandKeys) as Command[]).map((command) => (
      <div
        key={command}
        className="flex items-center justify-between gap-4 border-b border-line py-2 text-sm"
      >
        <dt className="text-ink-soft">{messages.shortcuts[command]}</dt>
        <dd>
          {commandKeys[command].map((key) => (
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
