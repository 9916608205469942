import { useQuery } from '@tanstack/react-query'
import { Cloud, KeyRound, Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BackgroundService } from '#library/background-service.ts'
import type { Activity } from '#service/activity.ts'
import { messages } from '#studio/messages/messages.ts'
import { accountQuery, useAccountQuery } from '#studio/queries/account.ts'
import { useNow } from '#studio/state/use-browser-state.ts'
import { useAnnounce, useConnection, useService, useStudio } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { serviceLabel } from './activity-state.ts'
import { Balance } from './balance.tsx'
import { ConnectForm } from './connect-form.tsx'
import { creditUsage } from './credit-usage.ts'
import { CreditUsageChart } from './credit-usage-chart.tsx'

type Props = { readonly activities: readonly Activity[] }

const texts = messages.account

/** The connected service with its credits, or the form that connects one. */
export function ServicePanel({ activities }: Props) {
  const { service } = useConnection()
  const [isFormOpen, setIsFormOpen] = useState(false)
  const close = () => setIsFormOpen(false)
  if (isFormOpen)
    return (
      <Part>
        <h3 className="mb-2 flex min-h-9 items-center text-sm font-semibold">
          {service ? texts.connect.changeTitle : texts.connect.title}
        </h3>
        <ConnectForm onDone={close} onCancel={close} />
      </Part>
    )
  return (
    <div className="max-lg:contents">
      {service ? (
        <Connected service={service} activities={activities} onKey={() => setIsFormOpen(true)} />
      ) : (
        <LocalOnly onConnect={() => setIsFormOpen(true)} />
      )}
    </div>
  )
}

/** A section of the panel. On phones the recent work is between the first section and the others. */
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
      <h3 className="flex min-h-9 items-center text-sm font-semibold">{texts.local.title}</h3>
      <p className="mt-1 text-sm text-ink-soft">
        {texts.local.beforeWorth}{' '}
        <span className="figures font-medium text-ink" data-testid="worth">
          {messages.counts.credits(account?.usedCredits ?? 0)}
        </span>{' '}
        {texts.local.afterWorth}
      </p>
      <p className="mt-2 text-sm text-ink-soft">
        {address ? texts.local.knownService(serviceLabel(address.base)) : texts.local.noService}
      </p>
      <Button className="mt-4" onClick={onConnect}>
        <Cloud size={16} strokeWidth={1.75} aria-hidden /> {texts.local.connect}
      </Button>
    </Part>
  )
}

type ConnectedProps = Props & { readonly service: BackgroundService; readonly onKey: () => void }

function Connected({ service, activities, onKey }: ConnectedProps) {
  const query = useAccountQuery(service)
  const now = useNow(60_000)
  return (
    <>
      <Part>
        <Balance query={query} onKey={onKey} />
      </Part>
      {query.account ? (
        <Part isLater>
          <CreditUsageChart
            usage={creditUsage(activities, service.id, query.account, Math.max(now, query.readAt))}
          />
        </Part>
      ) : null}
      <Part isLater>
        <ConnectionFacts onChange={onKey} />
      </Part>
    </>
  )
}

/** The address of the service and where its key is stored, with buttons to change or forget them. */
function ConnectionFacts({ onChange }: { readonly onChange: () => void }) {
  const { address, keyIn, from } = useConnection()
  const connector = useStudio().connection
  const announce = useAnnounce()
  if (!address || !keyIn) return null
  const forget = () => {
    connector.forget()
    announce(texts.connection.forgotten)
  }
  return (
    <section aria-labelledby="connection-title">
      <h3 id="connection-title" className="text-sm font-semibold">
        {texts.connection.title}
      </h3>
      <p className="mt-1 font-mono text-xs break-all text-ink-soft">{address.base}</p>
      {address.isLegacy ? <p className="mt-0.5 text-xs text-ink-faint">{texts.connection.legacy}</p> : null}
      {from === 'deployment' ? (
        <p className="mt-0.5 text-xs text-ink-faint">{texts.connection.ofDeployment}</p>
      ) : null}
      <p className="mt-2 flex items-start gap-1.5 text-xs text-ink-soft">
        <KeyRound size={14} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
        {texts.connection.key[keyIn]}
      </p>
      <div className="mt-3 flex gap-2">
        <Button onClick={onChange}>
          <Pencil size={14} strokeWidth={1.75} aria-hidden /> {texts.connection.change}
        </Button>
        <Button variant="fault" onClick={forget}>
          {texts.connection.forget}
        </Button>
      </div>
    </section>
  )
}
