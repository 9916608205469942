import { scopedName } from '#base/scoped-name.ts'
import type { KeyPlace } from '#service/connection.ts'
import { parseApiKey } from './parse-credentials.ts'

/** A stored key with its address, to which alone it is sent. */
export type StoredKey = { readonly base: string; readonly isLegacy: boolean; readonly key: string }

/** Web storages; both throw if the browser forbids storage. */
export type KeyStorages = Readonly<
  Record<KeyPlace, () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>>
>

/** Name of the item in both storages. */
export const keyItem = scopedName('clearcut.connection')

/** The connection of this tab, else of the device; null if there is none. */
export const loadKey = (storages: KeyStorages): { place: KeyPlace; held: StoredKey } | null => {
  for (const place of ['session', 'device'] as const) {
    const held = read(storages, place)
    if (held) return { place, held }
  }
  return null
}

/** Stores the connection in `place` and deletes it from the other storage. False if storage is forbidden or full. */
export const saveKey = (storages: KeyStorages, place: KeyPlace, held: StoredKey): boolean => {
  clearKey(storages)
  try {
    storages[place]().setItem(keyItem, JSON.stringify(held))
    return true
  } catch {
    return false
  }
}

/** Deletes the key from both storages. Never throws. */
export const clearKey = (storages: KeyStorages): void => {
  for (const storage of Object.values(storages))
    try {
      storage().removeItem(keyItem)
    } catch {
      // Forbidden storage holds nothing.
    }
}

const read = (storages: KeyStorages, place: KeyPlace): StoredKey | null => {
  try {
    return toStoredKey(JSON.parse(storages[place]().getItem(keyItem) ?? 'null'))
  } catch {
    return null
  }
}

/** Null if it is no stored key. Throws if it is no object. */
const toStoredKey = ({
  base,
  isLegacy,
  key,
}: Readonly<Record<keyof StoredKey, unknown>>): StoredKey | null =>
  typeof base === 'string' && typeof key === 'string' && 'key' in parseApiKey(key)
    ? { base, isLegacy: isLegacy === true, key }
    : null
