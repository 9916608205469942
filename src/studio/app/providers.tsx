import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ActivityLog } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { Connection } from '#service/connection.ts'
import { ActivityContext } from '#studio/hooks/use-activity.ts'
import { ConnectionContext } from '#studio/hooks/use-connection.ts'
import { ServiceContext } from '#studio/hooks/use-service.ts'
import { StudioContext, type StudioState } from '#studio/hooks/use-studio.ts'

type Props = {
  readonly service: BackgroundService
  readonly connection: Connection
  readonly ledger: ActivityLog
  readonly queryClient: QueryClient
  readonly studio: StudioState
  readonly children: ReactNode
}

export const Providers = ({ service, connection, ledger, queryClient, studio, children }: Props) => (
  <ServiceContext value={service}>
    <ConnectionContext value={connection}>
      <ActivityContext value={ledger}>
        <StudioContext value={studio}>
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        </StudioContext>
      </ActivityContext>
    </ConnectionContext>
  </ServiceContext>
)
