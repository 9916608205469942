import { scopedName } from '#base/scoped-name.ts'
import type { KeyPlace } from '#service/connection.ts'
import { parseApiKey } from './parse-credentials.ts'

/** A key as it is stored, with its address, so that it is never sent to another one. */
export type StoredKey = { readonly base: string; readonly isLegacy: boolean; readonly key: string }

/** The web storages that are used here; both throw where the browser forbids storage. */
export type KeyStorages = Readonly<
  Record<KeyPlace, () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>>
>

/** The name of the item, the same in both storages. */
export const keyItem = scopedName('clearcut.connection')

/** The connection of this tab, or else the connection of the device; null where there is none. */
export const loadKey = (storages: KeyStorages): { place: KeyPlace; held: StoredKey } | null => {
  for (const place of ['session', 'device'] as const) {
    const held = read(storages, place)
    if (held) return { place, held }
  }
  return null
}

/**
 * Stores the connection in `place` and removes it from the other storage. False where that storage is forbidden or
 * full.
 */
export const saveKey = (storages: KeyStorages, place: KeyPlace, held: StoredKey): boolean => {
  clearKey(storages)
  try {
    storages[place]().setItem(keyItem, JSON.stringify(held))
    return true
  } catch {
    return false
  }
}

/** Deletes the key wherever it is stored. Never throws. */
export const clearKey = (storages: KeyStorages): void => {
  for (const storage of Object.values(storages))
    try {
      storage().removeItem(keyItem)
    } catch {
      // Where storage is forbidden there is nothing to delete.
    }
}

const read = (storages: KeyStorages, place: KeyPlace): StoredKey | null => {
  try {
    return toStoredKey(JSON.parse(storages[place]().getItem(keyItem) ?? 'null'))
  } catch {
    return null
  }
}

/** Null for what is no such key. Throws where it is no object at all. */
const toStoredKey = ({
  base,
  isLegacy,
  key,
}: Readonly<Record<keyof StoredKey, unknown>>): StoredKey | null =>
  typeof base === 'string' && typeof key === 'string' && 'key' in parseApiKey(key)
    ? { base, isLegacy: isLegacy === true, key }
    : null
