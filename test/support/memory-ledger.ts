import type { CreditLedger } from '#service/local/credit-ledger.ts'

export const memoryLedger = (): CreditLedger => {
  const credits = new Map<string, number>()
  return {
    read: async (month) => credits.get(month) ?? 0,
    add: async (month, count) => {
      credits.set(month, (credits.get(month) ?? 0) + count)
    },
  }
}
