import { useState } from 'react'
import { useConnection } from '#studio/hooks/use-connection.ts'
import { useStore } from '#studio/hooks/use-store.ts'
import { LinkProgress } from '#studio/intake/link-progress.tsx'
import type { Intake } from '#studio/intake/use-intake.ts'
import { Note } from '#studio/ui/note.tsx'
import type { ZipWork } from './use-zip.ts'

type Props = {
  readonly intake: Intake
  readonly zip: ZipWork
  /** The field for links is on the page, and tells of them itself. */
  readonly hasField: boolean
}

/** What there is to say that belongs to nothing on the list: links on their way, what could not be opened, a broken deployment. */
export function PageNotes({ intake, zip, hasField }: Props) {
  const { links } = intake
  const { running, fault } = useStore(links)
  const { problems } = useConnection()
  const [seen, setSeen] = useState<readonly string[]>([])
  return (
    // Below the tools of the stage, where there are any.
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
        <Note isFault onDismiss={links.forgetFault}>
          {fault}
        </Note>
      ) : null}
      {intake.note ? (
        <Note isFault onDismiss={intake.forgetNote}>
          {intake.note}
        </Note>
      ) : null}
      {problems
        .filter((problem) => !seen.includes(problem))
        .map((problem) => (
          <Note key={problem} isFault onDismiss={() => setSeen([...seen, problem])}>
            {problem}
          </Note>
        ))}
      {zip.message ? <Note onDismiss={zip.forget}>{zip.message}</Note> : null}
    </div>
  )
}
