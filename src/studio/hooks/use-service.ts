import { createContext, use, useSyncExternalStore } from 'react'
import type { BackgroundService } from '#library/background-service.ts'
import type { ActivityLog } from '#service/activity.ts'
import type { Connection, ConnectionState } from '#service/connection.ts'

/** The service of this device, for `useService`. */
export const ServiceContext = createContext<BackgroundService | null>(null)

/** The service of this device. */
export function useService(): BackgroundService {
  const service = use(ServiceContext)
  if (!service) throw new Error('useService outside of Providers')
  return service
}

/** The connection to a service, for `useConnector`. */
export const ConnectionContext = createContext<Connection | null>(null)

/** The connection itself, for connecting and disconnecting. */
export function useConnector(): Connection {
  const connection = use(ConnectionContext)
  if (!connection) throw new Error('useConnector outside of Providers')
  return connection
}

/** The state of the connection to another service; `service` is null if there is none. */
export function useConnection(): ConnectionState {
  const { subscribe, get } = useConnector()
  return useSyncExternalStore(subscribe, get)
}

/** The activity log, for `useActivityLog`. */
export const ActivityLogContext = createContext<ActivityLog | null>(null)

/** The log of what was done on this device and at services. */
export function useActivityLog(): ActivityLog {
  const activityLog = use(ActivityLogContext)
  if (!activityLog) throw new Error('useActivity outside of Providers')
  return activityLog
}
