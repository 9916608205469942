import { useQuery } from '@tanstack/react-query'
import { Cloud, CloudAlert, CloudOff } from 'lucide-react'
import type { BackgroundService } from '#service/background-service.ts'
import { useConnection } from '#studio/hooks/use-connection.ts'
import { accountQuery } from '#studio/queries/account.ts'
import { creditsLeft } from '#studio/sending/credits-words.ts'
import { amountText } from './account-words.ts'

type Props = { readonly onOpen: () => void }

/** Which service is connected and what is left there; opens the panel on it. */
export function ServiceChip({ onOpen }: Props) {
  const { service } = useConnection()
  if (service) return <Connected service={service} onOpen={onOpen} />
  return (
    <Chip icon={<CloudOff {...look} />} spoken="Service: none, local only" onOpen={onOpen}>
      Local only
    </Chip>
  )
}

function Connected({ service, onOpen }: Props & { readonly service: BackgroundService }) {
  const { data: account, error } = useQuery(accountQuery(service))
  if (error)
    return (
      <Chip
        icon={<CloudAlert {...look} className="text-fault" />}
        spoken={`Service: ${error.message}`}
        onOpen={onOpen}
      >
        Not reached
      </Chip>
    )
  const left = account && amountText(creditsLeft(account))
  return (
    <Chip
      icon={<Cloud {...look} />}
      spoken={account ? `Service: ${account.plan}, ${left} credits left` : 'Service: connecting'}
      onOpen={onOpen}
    >
      {account ? (
        <>
          <span className="max-lg:hidden">{account.plan} · </span>
          {left} <span className="max-sm:hidden">left</span>
        </>
      ) : (
        <span className="max-sm:hidden">Connecting</span>
      )}
    </Chip>
  )
}

const look = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type ChipProps = Props & {
  readonly icon: React.ReactNode
  readonly spoken: string
  readonly children: React.ReactNode
}

const Chip = ({ icon, spoken, onOpen, children }: ChipProps) => (
  <button
    type="button"
    onClick={onOpen}
    aria-label={spoken}
    title="The service beside this device, its credits, and what was done"
    className="touchable inline-flex h-9 items-center justify-center gap-2 rounded-sm px-2.5 text-sm text-ink-soft transition-colors hover:bg-ink/7 hover:text-ink"
  >
    {icon}
    <span className="figures whitespace-nowrap">{children}</span>
  </button>
)
