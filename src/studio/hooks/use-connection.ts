import { createContext, use, useSyncExternalStore } from 'react'
import type { Connection, ConnectionState } from '#service/connection.ts'

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
