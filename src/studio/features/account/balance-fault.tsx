import type { ServiceError } from '#contract/service-error.ts'
import { useOnline } from '#studio/hooks/use-online.ts'
import { Button } from '#studio/ui/button.tsx'
import { Notice } from '#studio/ui/notice.tsx'
import { booksFault } from './account-words.ts'
import { CopyText } from './copy-text.tsx'

type Props = {
  readonly error: ServiceError
  /** Older figures are still shown above. */
  readonly isOld: boolean
  readonly onKey: () => void
  readonly onRetry: () => void
}

/** Why the books cannot be read now, and what to do. */
export function BalanceFault({ error, isOld, onKey, onRetry }: Props) {
  const isOnline = useOnline()
  const { title, help, isKey } = booksFault(error, isOnline)
  return (
    <div className="mt-4" role="alert">
      <Notice tone={isOnline ? 'fault' : 'doubt'} title={title}>
        <p className="mt-1 text-ink">
          {help}
          {isOld ? ' The figures above are from before.' : ''}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          {isKey ? <Button onClick={onKey}>Enter another key</Button> : null}
          <Button onClick={onRetry}>Try again</Button>
        </div>
        {error.request_id ? (
          <p className="mt-2">
            <CopyText label="request id" text={error.request_id} />
          </p>
        ) : null}
      </Notice>
    </div>
  )
}
