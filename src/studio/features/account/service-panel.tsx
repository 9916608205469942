import { useQuery } from '@tanstack/react-query'
import { Cloud } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Activity } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import { useConnection } from '#studio/hooks/use-connection.ts'
import { useNow } from '#studio/hooks/use-now.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { accountQuery } from '#studio/queries/account.ts'
import { creditsText } from '#studio/sending/credits-words.ts'
import { Button } from '#studio/ui/button.tsx'
import { placeText } from './activity-words.ts'
import { Balance } from './balance.tsx'
import { burnDown } from './burn-down.ts'
import { BurnPlot } from './burn-plot.tsx'
import { ConnectForm } from './connect-form.tsx'
import { ConnectionFacts } from './connection-facts.tsx'
import { useBooks } from './use-books.ts'

type Props = { readonly activities: readonly Activity[] }

/** The service that is connected, with its credits; or the way to connect one. */
export function ServicePanel({ activities }: Props) {
  const { service } = useConnection()
  const [isAsking, setIsAsking] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  /** The form takes the focus with it, so that has to be put where its place was. */
  const close = () => {
    setIsAsking(false)
    requestAnimationFrame(() => panel.current?.focus())
  }
  if (isAsking)
    return (
      <Part>
        <h3 className="mb-2 flex min-h-9 items-center text-sm font-semibold">
          {service ? 'Change the connection' : 'Connect a service'}
        </h3>
        <ConnectForm onDone={close} onCancel={close} />
      </Part>
    )
  return (
    <div ref={panel} tabIndex={-1} className="outline-none max-lg:contents">
      {service ? (
        <Connected service={service} activities={activities} onKey={() => setIsAsking(true)} />
      ) : (
        <LocalOnly onConnect={() => setIsAsking(true)} />
      )}
    </div>
  )
}

/** On phones the recent work comes after the first part and before the others. */
const Part = ({
  isLater = false,
  children,
}: {
  readonly isLater?: boolean
  readonly children: ReactNode
}) => (
  <div
    className={`border-line px-5 py-5 first:pt-3 lg:border-b lg:last:border-0 ${isLater ? 'max-lg:order-3 max-lg:border-t' : 'max-lg:border-b'}`}
  >
    {children}
  </div>
)

function LocalOnly({ onConnect }: { readonly onConnect: () => void }) {
  const device = useService()
  const { address } = useConnection()
  const { data: account } = useQuery(accountQuery(device))
  return (
    <Part>
      <h3 className="flex min-h-9 items-center text-sm font-semibold">Local only</h3>
      <p className="mt-1 text-sm text-ink-soft">
        Everything runs on this device, costs nothing and needs no account. This month’s work would have cost{' '}
        <span className="figures font-medium text-ink" data-testid="worth">
          {creditsText(account?.usedCredits ?? 0)}
        </span>{' '}
        on a service.
      </p>
      <p className="mt-2 text-sm text-ink-soft">
        {address
          ? `This studio knows a service, ${placeText(address.base)}. With a key of your own you can send single pictures and videos there instead.`
          : 'With an account at a background removal service you can send single pictures and videos there instead.'}
      </p>
      <Button className="mt-4" onClick={onConnect}>
        <Cloud size={16} strokeWidth={1.75} aria-hidden /> Connect a service
      </Button>
    </Part>
  )
}

type ConnectedProps = Props & { readonly service: BackgroundService; readonly onKey: () => void }

function Connected({ service, activities, onKey }: ConnectedProps) {
  const books = useBooks(service)
  const now = useNow(60_000)
  return (
    <>
      <Part>
        <Balance books={books} onKey={onKey} />
      </Part>
      {books.account ? (
        <Part isLater>
          <BurnPlot burn={burnDown(activities, service.id, books.account, Math.max(now, books.readAt))} />
        </Part>
      ) : null}
      <Part isLater>
        <ConnectionFacts onChange={onKey} />
      </Part>
    </>
  )
}
