import { useMutation } from '@tanstack/react-query'
import { Download, Link2, RotateCcw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Activity } from '#service/activity.ts'
import { useActivityLog, useService } from '#studio/hooks/use-service.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { formatDateTime, formatDuration } from '#studio/messages/format-time.ts'
import { formatPixelSize } from '#studio/messages/format-units.ts'
import { CopyId } from '#studio/sending/copy-id.tsx'
import { sendText } from '#studio/sending/sending-text.ts'
import { Button } from '#studio/ui/button.tsx'
import { Notice } from '#studio/ui/notice.tsx'
import { activityError, isUnfinished, repeatCost, repeatWarning, shownState } from './activity-state.ts'
import type { SaveActivity } from './use-save-activity.ts'

type Props = { readonly activity: Activity; readonly now: number; readonly saving: SaveActivity }

/** All that is known of one request, and all that can be done about it. */
export function ActivityDetails({ activity, now, saving }: Props) {
  const device = useService()
  const ledger = useActivityLog()
  const announce = useAnnounce()
  const { id, job, at, request_id, name, service } = activity
  const removing = useMutation({
    networkMode: 'always',
    mutationFn: () => ledger.delete(id),
    onSuccess: () => announce(`${name} is off the list`),
  })
  const isMetered = service !== device.id
  const state = shownState(activity, now)
  const fault = activityError(activity, isMetered)
  const link = state === 'completed' && isMetered ? (job?.result_url ?? null) : null
  const copyLink = (url: string) =>
    navigator.clipboard.writeText(url).then(
      () => announce('Copied the link. Anyone who has it can download the result'),
      () => announce('This browser does not allow copying'),
    )
  return (
    <div className="space-y-3 pt-1 pr-5 pb-4 pl-5 sm:pl-19">
      {fault ? (
        <Notice tone="fault" title={fault.title}>
          <p className="mt-1 text-ink">{fault.help}</p>
        </Notice>
      ) : null}
      {saving.error ? (
        <Notice tone="fault" title="The result could not be fetched">
          <p className="mt-1 text-ink">{saving.error.message}</p>
        </Notice>
      ) : null}
      {activity.unkept && !activity.isKept ? (
        <Notice tone="doubt" title="The result is not kept on this device">
          <p className="mt-1 text-ink">{activity.unkept}</p>
        </Notice>
      ) : null}
      {removing.error ? (
        <Notice tone="fault" title="This could not be deleted">
          <p className="mt-1 text-ink">{removing.error.message}</p>
        </Notice>
      ) : null}
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 text-xs">
        <Fact name={isMetered ? 'Sent' : 'Begun'}>{formatDateTime(at)}</Fact>
        {job ? (
          <Fact name="Source">
            {formatDuration(job.duration_seconds)}, {formatPixelSize(job)}
          </Fact>
        ) : null}
        {job ? <Fact name="Made as">{job.format}</Fact> : null}
        {job && isMetered ? (
          <Fact name="Job">
            <CopyId label="job id" text={job.id} />
          </Fact>
        ) : null}
        {request_id ? (
          <Fact name="Request">
            <CopyId label="request id" text={request_id} />
          </Fact>
        ) : null}
      </dl>
      <div className="flex flex-wrap gap-2">
        {saving.isPossible ? (
          <Button onClick={saving.save} disabled={saving.isRunning}>
            <Download size={15} aria-hidden /> Save
          </Button>
        ) : null}
        {link ? (
          <Button onClick={() => void copyLink(link)}>
            <Link2 size={15} aria-hidden /> Copy link
          </Button>
        ) : null}
        {isUnfinished(state) || state === 'completed' ? null : (
          <Repeat activity={activity} isMetered={isMetered} />
        )}
        {isUnfinished(state) ? null : (
          <Button variant="quiet" disabled={removing.isPending} onClick={() => removing.mutate()}>
            <X size={15} aria-hidden /> Take off the list
          </Button>
        )}
      </div>
      {link && job?.expires_at ? (
        <p className="text-xs text-ink-soft">
          Anyone who has the link can download the result, until {formatDateTime(job.expires_at)}.
        </p>
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

/** Sends the same again, for the price that the button names. */
function Repeat({ activity, isMetered }: { readonly activity: Activity; readonly isMetered: boolean }) {
  const ledger = useActivityLog()
  const announce = useAnnounce()
  const again = ledger.resend(activity.id)
  const sending = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      announce(`${activity.name} is sent again`)
      await again?.()
    },
  })
  if (!again)
    return activity.state === 'failed' ? (
      <p className="basis-full text-xs text-ink-soft">To send it again, open the file once more.</p>
    ) : null
  const cost = repeatCost(activity)
  const doubt = isMetered ? repeatWarning(activity) : null
  return (
    <>
      {doubt ? <p className="basis-full text-xs text-doubt">{doubt}</p> : null}
      <Button disabled={sending.isPending} onClick={() => sending.mutate()}>
        <RotateCcw size={15} aria-hidden />
        {isMetered ? (cost === null ? 'Send again' : sendText(cost, true)) : 'Run again'}
      </Button>
    </>
  )
}
