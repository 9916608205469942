import { useQuery } from '@tanstack/react-query'
import { Cloud, KeyRound, Pencil } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Activity } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { KeyPlace } from '#service/connection.ts'
import { useConnection, useConnector, useService } from '#studio/hooks/use-service.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { useNow } from '#studio/hooks/use-timer.ts'
import { accountQuery, useAccountQuery } from '#studio/queries/account.ts'
import { creditsText } from '#studio/sending/sending-text.ts'
import { Button } from '#studio/ui/button.tsx'
import { serviceLabel } from './activity-state.ts'
import { Balance } from './balance.tsx'
import { ConnectForm } from './connect-form.tsx'
import { creditUsage } from './credit-usage.ts'
import { CreditUsageChart } from './credit-usage-chart.tsx'

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
          ? `This studio knows a service, ${serviceLabel(address.base)}. With a key of your own you can send single pictures and videos there instead.`
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
  const books = useAccountQuery(service)
  const now = useNow(60_000)
  return (
    <>
      <Part>
        <Balance books={books} onKey={onKey} />
      </Part>
      {books.account ? (
        <Part isLater>
          <CreditUsageChart
            burn={creditUsage(activities, service.id, books.account, Math.max(now, books.readAt))}
          />
        </Part>
      ) : null}
      <Part isLater>
        <ConnectionFacts onChange={onKey} />
      </Part>
    </>
  )
}

const kept: Readonly<Record<KeyPlace, string>> = {
  session: 'kept in this tab, until it is closed',
  device: 'kept in this browser, until you forget it',
}

/** Which service, and where the key to it lies; the way to another one, and to none. */
function ConnectionFacts({ onChange }: { readonly onChange: () => void }) {
  const { address, keyIn, from } = useConnection()
  const connector = useConnector()
  const announce = useAnnounce()
  if (!address || !keyIn) return null
  const forget = () => {
    connector.forget()
    announce('The key is forgotten. Everything runs on this device')
  }
  return (
    <section aria-labelledby="connection-title">
      <h3 id="connection-title" className="text-sm font-semibold">
        Connection
      </h3>
      <p className="mt-1 font-mono text-xs break-all text-ink-soft">{address.base}</p>
      {address.isLegacy ? <p className="mt-0.5 text-xs text-ink-faint">Over the legacy route</p> : null}
      {from === 'deployment' ? (
        <p className="mt-0.5 text-xs text-ink-faint">The address comes with this studio.</p>
      ) : null}
      <p className="mt-2 flex items-start gap-1.5 text-xs text-ink-soft">
        <KeyRound size={14} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
        The key is {kept[keyIn]}. It goes to this address only.
      </p>
      <div className="mt-3 flex gap-2">
        <Button onClick={onChange}>
          <Pencil size={14} strokeWidth={1.75} aria-hidden /> Change
        </Button>
        <Button variant="fault" onClick={forget}>
          Forget the key
        </Button>
      </div>
    </section>
  )
}
