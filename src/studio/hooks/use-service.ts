import { createContext, use, useSyncExternalStore } from 'react'
import type { ActivityLog } from '#service/activity.ts'
import type { BackgroundService } from '#service/background-service.ts'
import type { Connection, ConnectionState } from '#service/connection.ts'

export const ServiceContext = createContext<BackgroundService | null>(null)

/** The service that this studio works with. */
export function useService(): BackgroundService {
  const service = use(ServiceContext)
  if (!service) throw new Error('useService outside of Providers')
  return service
}

export const ConnectionContext = createContext<Connection | null>(null)

/** The way to connect and to forget. */
export function useConnector(): Connection {
  const connection = use(ConnectionContext)
  if (!connection) throw new Error('useConnector outside of Providers')
  return connection
}

/** The service that is connected beside this device; its `service` is null where there is none. */
export function useConnection(): ConnectionState {
  const { subscribe, get } = useConnector()
  return useSyncExternalStore(subscribe, get)
}

export const ActivityLogContext = createContext<ActivityLog | null>(null)

/** The list of what was done, here and at the connected service. */
export function useActivityLog(): ActivityLog {
  const ledger = use(ActivityLogContext)
  if (!ledger) throw new Error('useActivity outside of Providers')
  return ledger
}
