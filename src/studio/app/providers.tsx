import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BackgroundService } from '#service/background-service.ts'
import { ServiceContext } from '#studio/hooks/use-service.ts'
import { StudioContext, type StudioState } from '#studio/hooks/use-studio.ts'

type Props = {
  readonly service: BackgroundService
  readonly queryClient: QueryClient
  readonly studio: StudioState
  readonly children: ReactNode
}

export const Providers = ({ service, queryClient, studio, children }: Props) => (
  <ServiceContext value={service}>
    <StudioContext value={studio}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </StudioContext>
  </ServiceContext>
)
