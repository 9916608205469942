import { useQuery } from '@tanstack/react-query'
import type { BackgroundService } from '#library/background-service.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { chargedText, sendText } from '#studio/messages/sending-text.ts'
import { accountQuery } from '#studio/queries/account.ts'
import { freeSpace } from '#studio/queries/on-device.ts'
import { useConnection } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { Dialog } from '#studio/ui/dialog.tsx'
import { hugeFileBytes } from './job-estimate.ts'

const { largeFile: largeTexts, sendAgain: sendTexts } = messages.video

type Props = {
  /** The estimated size of the file; null closes the dialog. */
  readonly bytes: number | null
  readonly onStart: () => void
  readonly onClose: () => void
}

/** Asks for a confirmation of an unexpectedly large file. */
export function LargeFileDialog({ bytes, onStart, onClose }: Props) {
  return (
    <Dialog title={largeTexts.title} open={bytes !== null} onClose={onClose}>
      <FileSize bytes={bytes ?? 0} />
      <p className="mt-2 text-sm text-ink-soft">{largeTexts.alternative}</p>
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{largeTexts.notNow}</Button>
        <Button variant="main" onClick={onStart}>
          {largeTexts.start}
        </Button>
      </div>
    </Dialog>
  )
}

function FileSize({ bytes }: { readonly bytes: number }) {
  const { data: free = null } = useQuery(freeSpace)
  return (
    <>
      <p className="text-sm">
        {largeTexts.holdsEveryFrame[0]} <strong>{formatBytes(bytes)}</strong> {largeTexts.holdsEveryFrame[1]}
        {bytes > hugeFileBytes ? ` ${largeTexts.huge}` : ''}
      </p>
      {free !== null ? (
        <p className={`mt-2 text-sm ${free < bytes ? 'text-fault' : 'text-ink-soft'}`}>
          {free < bytes ? largeTexts.tooFewFree(formatBytes(free)) : largeTexts.free(formatBytes(free))}
        </p>
      ) : null}
    </>
  )
}

type SendAgainProps = {
  readonly open: boolean
  readonly credits: number
  /** The account's used credits before the video was sent; null if unknown. */
  readonly usedCreditsBefore: number | null
  readonly onSend: () => void
  readonly onClose: () => void
}

/** Asks for a confirmation before a video is sent again that may already have been accepted (D-53). */
export function SendAgainDialog({ open, onClose, ...rest }: SendAgainProps) {
  const { service } = useConnection()
  return (
    <Dialog title={sendTexts.title} open={open && service !== null} onClose={onClose}>
      {service ? <Question service={service} onClose={onClose} {...rest} /> : null}
    </Dialog>
  )
}

type QuestionProps = Omit<SendAgainProps, 'open'> & { readonly service: BackgroundService }

function Question({ service, credits, usedCreditsBefore, onSend, onClose }: QuestionProps) {
  const { data: account, isFetching } = useQuery({ ...accountQuery(service), staleTime: 0 })
  return (
    <>
      <p className="text-sm">{sendTexts.question}</p>
      <p className="mt-2 text-sm text-ink-soft" aria-live="polite">
        {isFetching
          ? sendTexts.readingBalance
          : chargedText(usedCreditsBefore, account?.usedCredits ?? null, credits)}
      </p>
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{sendTexts.notNow}</Button>
        <Button variant="main" onClick={onSend}>
          {sendText(credits, true)}
        </Button>
      </div>
    </>
  )
}
