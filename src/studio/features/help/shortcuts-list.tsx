import { use } from 'react'
import { shownKeys } from '#studio/keyboard/command.ts'
import { CommandsContext } from '#studio/keyboard/use-commands.ts'
import { type Messages, messages } from '#studio/messages/messages.ts'

/** The shortcuts of each task, in the order of the list. */
export const shortcutTasks = {
  open: ['open', 'paste', 'folder', 'next', 'moveInList', 'chooseMore', 'chooseAll', 'chooseNone', 'remove'],
  review: [
    ...(['nextInDoubt', 'uncertainty', 'takeProposal', 'sideBySide', 'review'] as const),
    ...(['applyRecipe', 'keepResult', 'fixResult'] as const),
  ],
  mend: [
    ...(['edit', 'brushSmaller', 'brushLarger', 'swapKeepRemove', 'moveCrosshair'] as const),
    ...(['clickCrosshair', 'paintCrosshair', 'undo', 'redo'] as const),
  ],
  compose: ['recipes', 'moveSubject', 'scaleSubject', 'turnSubject', 'resetSubject'],
  save: ['save', 'copy'],
  clips: ['play', 'rewind', 'forward', 'frameBack', 'frameOn', 'partFrom', 'partTo'],
  view: [
    ...(['peek', 'result', 'compare', 'original', 'dividerLeft', 'dividerRight'] as const),
    ...(['zoomIn', 'zoomOut', 'zoomFit', 'back', 'help'] as const),
  ],
} as const satisfies Record<keyof Messages['shortcutGroups'], readonly (keyof Messages['shortcuts'])[]>

/** All keyboard shortcuts by task. Commands with one id share a row. */
export function ShortcutsList() {
  const commands = use(CommandsContext)
  return (
    <div className="gap-10 p-5 pb-0 sm:columns-2 lg:columns-3">
      {Object.entries(shortcutTasks).map(([task, ids]) => (
        <section key={task} className="mb-5 break-inside-avoid">
          <h3 className="text-sm font-semibold">
            {messages.shortcutGroups[task as keyof typeof shortcutTasks]}
          </h3>
          <dl>
            {ids.map((id) => {
              const command = commands.find((each) => each.id === id)
              return command ? <Row key={id} text={messages.shortcuts[id]} keys={shownKeys(command)} /> : null
            })}
          </dl>
        </section>
      ))}
    </div>
  )
}

type RowProps = { readonly text: string; readonly keys: readonly string[] }

const Row = ({ text, keys }: RowProps) => (
  <div className="flex items-center justify-between gap-4 border-b border-line py-1 text-sm">
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
)
