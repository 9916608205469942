import type { Account } from '#contract/account.ts'
import { limits } from '#contract/limits.ts'
import { changeStores, type OpenDatabase } from './database.ts'

/** Counts what this device's work would have cost on a service (D-51). Never refuses work. */
export interface LocalAccount {
  /** Adds credits to the current month. Never rejects, so that a failed count loses no result. */
  charge(credits: number): Promise<void>
  /** Subtracts credits charged at `chargedAt` in the current month; earlier charges are ignored. Never rejects. */
  refund(credits: number, chargedAt: Date): Promise<void>
  read(): Promise<Account>
}

/** `now`: its local time zone decides the calendar month. */
export const openLocalAccount = (store: CreditStore, now: () => Date): LocalAccount => {
  /** Credits by month that could not be stored, until the page closes. */
  const unsaved = new Map<string, number>()
  const add = async (month: string, credits: number) => {
    try {
      await store.add(month, credits)
    } catch {
      unsaved.set(month, (unsaved.get(month) ?? 0) + credits)
    }
  }
  return {
    charge: (credits) => add(monthOf(now()), credits),
    refund: async (credits, chargedAt) => {
      const month = monthOf(now())
      if (month === monthOf(chargedAt)) await add(month, -credits)
    },
    read: async () => {
      const month = monthOf(now())
      const saved = await store.read(month).catch(() => 0)
      return {
        organizationId: 'local',
        plan: 'Local',
        maxCredits: limits.credits.freePlanMonth,
        usedCredits: Math.max(0, saved + (unsaved.get(month) ?? 0)),
      }
    },
  }
}

const monthOf = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`

/** Stored credits by calendar month, such as `2026-08`. Both methods reject if the browser refuses storage. */
export interface CreditStore {
  read(month: string): Promise<number>
  /** Adds credits, which may be negative; a month never falls below zero. */
  add(month: string, credits: number): Promise<void>
}

/** The credits in the database, for all tabs. Adding deletes earlier months. */
export const storedCredits = (database: OpenDatabase): CreditStore => {
  return {
    read: async (month) => creditsOf(await (await database()).get('credits', month)),
    add: async (month, credits) => {
      // One transaction, so that concurrent tabs lose no count.
      await changeStores(await database(), ['credits'], async (transaction) => {
        const store = transaction.objectStore('credits')
        const used = creditsOf(await store.get(month))
        await Promise.all([
          store.delete(IDBKeyRange.upperBound(month, true)),
          store.put(Math.max(0, used + credits), month),
        ])
      })
    },
  }
}

/** Throws for an invalid amount, so that it is not overwritten. */
const creditsOf = (stored: unknown): number => {
  if (stored === undefined) return 0
  if (typeof stored !== 'number' || !(stored >= 0)) throw new TypeError('The stored credits are no amount.')
  return stored
}
