import { useQuery } from '@tanstack/react-query'
import type { BackgroundService } from '#service/background-service.ts'
import { useConnection } from '#studio/hooks/use-connection.ts'
import { accountQuery } from '#studio/queries/account.ts'
import { chargedText, sendText } from '#studio/sending/credits.ts'
import { Button } from '#studio/ui/button.tsx'
import { Dialog } from '#studio/ui/dialog.tsx'

type Props = {
  readonly open: boolean
  readonly credits: number
  /** What the account had used before the video was sent; null where that was not known. */
  readonly usedBefore: number | null
  readonly onSend: () => void
  readonly onClose: () => void
}

/** Asks before a video is sent a second time that may have been accepted the first time (D-53). */
export function SendAgainDialog({ open, onClose, ...rest }: Props) {
  const { service } = useConnection()
  return (
    <Dialog title="Send this video again?" open={open && service !== null} onClose={onClose}>
      {service ? <Question service={service} onClose={onClose} {...rest} /> : null}
    </Dialog>
  )
}

type QuestionProps = Omit<Props, 'open'> & { readonly service: BackgroundService }

function Question({ service, credits, usedBefore, onSend, onClose }: QuestionProps) {
  const { data: account, isFetching } = useQuery({ ...accountQuery(service), staleTime: 0 })
  return (
    <>
      <p className="text-sm">
        The service did not say what became of it. It may have accepted the video and charged it, and would
        charge it a second time.
      </p>
      <p className="mt-2 text-sm text-ink-soft" aria-live="polite">
        {isFetching
          ? 'Reading your balance…'
          : chargedText(usedBefore, account?.usedCredits ?? null, credits)}
      </p>
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>Not now</Button>
        <Button look="main" onClick={onSend}>
          {sendText(credits, true)}
        </Button>
      </div>
    </>
  )
}
