import { useMutation } from '@tanstack/react-query'
import { Download, Link2, RotateCcw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Activity } from '#service/activity.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { formatDateTime, formatDuration } from '#studio/messages/format-time.ts'
import { formatPixelSize } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { useAnnounce, useService, useStudio } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { CopyId, useCopyText } from '#studio/ui/copy-id.tsx'
import { Notice } from '#studio/ui/notice.tsx'
import { activityError, isUnfinished, repeatCost, repeatWarning, shownState } from './activity-state.ts'
import type { SaveActivity } from './use-save-activity.ts'

const texts = messages.account.activity

type Props = { readonly activity: Activity; readonly now: number; readonly saving: SaveActivity }

/** All facts of one request, and its buttons. */
export function ActivityDetails({ activity, now, saving }: Props) {
  const device = useService()
  const log = useStudio().activityLog
  const announce = useAnnounce()
  const copyText = useCopyText()
  const { id, job, at, request_id, name, service } = activity
  const removing = useMutation({
    mutationFn: () => log.delete(id),
    onSuccess: () => announce(texts.removed(name)),
  })
  const isMetered = service !== device.id
  const state = shownState(activity, now)
  const error = activityError(activity, isMetered)
  const link = state === 'completed' && isMetered ? (job?.result_url ?? null) : null
  return (
    <div className="space-y-3 pt-1 pr-5 pb-4 pl-5 sm:pl-19">
      {error ? (
        <Notice tone="fault" title={error.title}>
          <p className="mt-1 text-ink">{error.help}</p>
        </Notice>
      ) : null}
      {saving.message?.isError ? (
        <Notice tone="fault" title={texts.notSaved}>
          <p className="mt-1 text-ink">{saving.message.text}</p>
        </Notice>
      ) : null}
      {activity.unkept && !activity.kept ? (
        <Notice tone="uncertain" title={texts.notKept}>
          <p className="mt-1 text-ink">{errorSentence(activity.unkept)}</p>
        </Notice>
      ) : null}
      {removing.error ? (
        <Notice tone="fault" title={texts.notRemoved}>
          <p className="mt-1 text-ink">{errorSentence(removing.error)}</p>
        </Notice>
      ) : null}
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 text-xs">
        <Fact name={isMetered ? texts.facts.sent : texts.facts.started}>{formatDateTime(at)}</Fact>
        {job ? (
          <Fact name={texts.facts.source}>
            {formatDuration(job.duration_seconds)}, {formatPixelSize(job)}
          </Fact>
        ) : null}
        {job ? <Fact name={texts.facts.format}>{job.format}</Fact> : null}
        {job && isMetered ? (
          <Fact name={texts.facts.job}>
            <CopyId kind="job" id={job.id} />
          </Fact>
        ) : null}
        {request_id ? (
          <Fact name={texts.facts.request}>
            <CopyId kind="request" id={request_id} />
          </Fact>
        ) : null}
      </dl>
      <div className="flex flex-wrap gap-2">
        {saving.isPossible ? (
          <Button onClick={saving.save} disabled={saving.running !== null}>
            <Download size={15} aria-hidden /> {texts.save}
          </Button>
        ) : null}
        {link ? (
          <Button onClick={() => void copyText(link, texts.linkCopied)}>
            <Link2 size={15} aria-hidden /> {texts.copyLink}
          </Button>
        ) : null}
        {isUnfinished(state) || state === 'completed' ? null : (
          <Repeat activity={activity} isMetered={isMetered} />
        )}
        {isUnfinished(state) ? null : (
          <Button variant="quiet" disabled={removing.isPending} onClick={() => removing.mutate()}>
            <X size={15} aria-hidden /> {texts.remove}
          </Button>
        )}
      </div>
      {link && job?.expires_at ? (
        <p className="text-xs text-ink-soft">{texts.linkNote(formatDateTime(job.expires_at))}</p>
      ) : null}
    </div>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-ink-faint">{name}</dt>
    <dd className="figures min-w-0 text-ink-soft">{children}</dd>
  </>
)

/** Repeats a request, for the credits shown on the button. */
function Repeat({ activity, isMetered }: { readonly activity: Activity; readonly isMetered: boolean }) {
  const log = useStudio().activityLog
  const announce = useAnnounce()
  const repeat = log.resend(activity.id)
  const repeating = useMutation({
    mutationFn: async () => {
      announce(texts.repeat.sent(activity.name))
      await repeat?.()
    },
  })
  if (!repeat)
    return activity.state === 'failed' ? (
      <p className="basis-full text-xs text-ink-soft">{texts.repeat.needsFile}</p>
    ) : null
  const cost = repeatCost(activity)
  const warning = isMetered ? repeatWarning(activity) : null
  const sendAgain = cost === null ? texts.repeat.send : messages.sending.sendAgain(cost)
  return (
    <>
      {warning ? <p className="basis-full text-xs text-uncertain">{warning}</p> : null}
      <Button disabled={repeating.isPending} onClick={() => repeating.mutate()}>
        <RotateCcw size={15} aria-hidden />
        {isMetered ? sendAgain : texts.repeat.here}
      </Button>
    </>
  )
}
