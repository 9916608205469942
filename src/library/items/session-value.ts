import * as v from 'valibot'

/** Session storage; its methods throw if storage is forbidden or full. */
export type SessionStore = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A value that survives reloads of a tab. */
export type SessionValue<T> = {
  /** Null if there is no valid one. */
  readonly read: () => T | null
  /** Writes a changed value; does nothing if the storage refuses. */
  readonly write: (value: T) => void
  readonly clear: () => void
}

/** Keeps a value as JSON in `sessionStorage`, up to `maxLength` characters. */
export const openSessionValue = <T>(
  key: string,
  schema: v.GenericSchema<unknown, T>,
  storage: SessionStore,
  maxLength = Number.POSITIVE_INFINITY,
): SessionValue<T> => {
  let written = ''
  return {
    read: () => {
      try {
        const parsed = v.safeParse(schema, JSON.parse(storage().getItem(key) ?? 'null'))
        return parsed.success ? parsed.output : null
      } catch {
        return null
      }
    },
    write: (value) => {
      const text = JSON.stringify(value)
      if (text === written || text.length > maxLength) return
      written = text
      try {
        storage().setItem(key, text)
      } catch {
        // The next page of the tab starts without a value.
      }
    },
    clear: () => {
      written = ''
      try {
        storage().removeItem(key)
      } catch {
        // A refusing storage has no value.
      }
    },
  }
}
