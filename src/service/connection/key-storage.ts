import * as v from 'valibot'
import type { KeyPlace } from '#service/connection.ts'
import { parseApiKey } from './parse-credentials.ts'

/** What is kept of a connection. The key belongs to its address and is kept with it, so that it can go to no other. */
const heldKey = v.object({
  base: v.string(),
  isLegacy: v.fallback(v.boolean(), false),
  key: v.pipe(
    v.string(),
    v.check((text) => 'key' in parseApiKey(text)),
  ),
})

export type StoredKey = Readonly<v.InferOutput<typeof heldKey>>

/** The parts of the web's storage that are used here; both throw where storage is forbidden. */
export type KeyStorages = Readonly<
  Record<KeyPlace, () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>>
>

/** Its only place in either storage. */
export const keyItem = 'clearcut.connection'

/** The connection of this tab, before that of the device; null where there is none. */
export const loadKey = (storages: KeyStorages): { place: KeyPlace; held: StoredKey } | null => {
  for (const place of ['session', 'device'] as const) {
    const held = read(storages, place)
    if (held) return { place, held }
  }
  return null
}

/** Keeps it there and nowhere else; false where that storage is forbidden or full. */
export const saveKey = (storages: KeyStorages, place: KeyPlace, held: StoredKey): boolean => {
  clearKey(storages)
  try {
    storages[place]().setItem(keyItem, JSON.stringify(held))
    return true
  } catch {
    return false
  }
}

export const clearKey = (storages: KeyStorages): void => {
  for (const storage of Object.values(storages))
    try {
      storage().removeItem(keyItem)
    } catch {
      // Where storage is forbidden there is nothing to wipe.
    }
}

const read = (storages: KeyStorages, place: KeyPlace): StoredKey | null => {
  try {
    const result = v.safeParse(heldKey, JSON.parse(storages[place]().getItem(keyItem) ?? 'null'))
    return result.success ? result.output : null
  } catch {
    return null
  }
}
