import { CircleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Reason } from '#contract/error-reasons.ts'
import { LinkProgress } from '#studio/intake/link-form.tsx'
import type { Intake } from '#studio/intake/use-intake.tsx'
import { useSaveAll } from '#studio/media/saver.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useConnection, useStudio } from '#studio/state/use-studio.ts'
import { IconButton } from '#studio/ui/button.tsx'

type Props = {
  readonly intake: Intake
  /** Whether the page has the field for links, which shows their progress itself. */
  readonly hasField: boolean
}

/**
 * Messages outside the list: downloads of links, files that could not be opened, edits that cannot be stored, an
 * invalid `config.json`.
 */
export function Notifications({ intake, hasField }: Props) {
  const { links } = intake
  const { running, fault } = useStore(links)
  const problems = useReasonTexts(useConnection().problems)
  const { warnings } = useStudio().announcer
  const warned = useStore(warnings)
  const saveAll = useSaveAll()
  const { message } = useStore(saveAll)
  const unsaved = message?.note ?? (message?.isError ? message.text : null)
  const [seen, setSeen] = useState<readonly string[]>([])
  return (
    // Below the toolbar of the viewer, if shown.
    <div
      className={`pointer-events-none fixed inset-x-4 top-17 z-30 flex flex-col items-center gap-2 ${hasField ? '' : 'lg:top-30'}`}
    >
      {hasField
        ? null
        : running.map((link) => (
            <div
              key={link.id}
              className="pointer-events-auto w-full max-w-md animate-rise rounded-lg bg-panel p-3 pl-4 shadow-lift inset-ring inset-ring-line"
            >
              <LinkProgress link={link} onCancel={() => links.cancel(link.id)} />
            </div>
          ))}
      {fault && !hasField ? (
        <NotificationCard isFault onDismiss={links.forgetFault}>
          {fault}
        </NotificationCard>
      ) : null}
      {intake.note ? (
        <NotificationCard isFault={intake.note.isFault} onDismiss={intake.forgetNote}>
          {intake.note.text}
        </NotificationCard>
      ) : null}
      {problems
        .filter((problem) => !seen.includes(problem))
        .map((problem) => (
          <NotificationCard key={problem} isFault onDismiss={() => setSeen([...seen, problem])}>
            {problem}
          </NotificationCard>
        ))}
      {warned.map((text) => (
        <NotificationCard
          key={text}
          isFault
          onDismiss={() => warnings.set((before) => before.filter((each) => each !== text))}
        >
          {text}
        </NotificationCard>
      ))}
      {unsaved ? <NotificationCard onDismiss={saveAll.forget}>{unsaved}</NotificationCard> : null}
    </div>
  )
}

type NotificationCardProps = {
  /** Whether the message is an error. */
  readonly isFault?: boolean
  readonly onDismiss: () => void
  readonly children: ReactNode
}

/** A message that floats over the page until it is dismissed. */
const NotificationCard = ({ isFault = false, onDismiss, children }: NotificationCardProps) => (
  <div className="pointer-events-auto flex max-w-xl animate-rise items-center gap-2.5 rounded-lg bg-panel py-2 pr-2 pl-4 text-sm shadow-lift inset-ring inset-ring-line">
    {isFault ? <CircleAlert size={16} strokeWidth={1.9} aria-hidden className="shrink-0 text-fault" /> : null}
    <p className="min-w-0 [overflow-wrap:anywhere]">{children}</p>
    <IconButton small icon={X} label={messages.app.dismiss} onClick={onDismiss} />
  </div>
)

/** Reasons in sentences; empty until their script is loaded. */
function useReasonTexts(reasons: readonly Reason[]): readonly string[] {
  const [texts, setTexts] = useState<readonly string[]>([])
  useEffect(() => {
    let isCurrent = true
    const show = async () => {
      const { reasonSentence } = await import('#studio/messages/error-text.ts')
      if (isCurrent) setTexts(reasons.map(reasonSentence))
    }
    if (reasons.length > 0) show().catch(console.warn)
    return () => {
      isCurrent = false
    }
  }, [reasons])
  return texts
}
