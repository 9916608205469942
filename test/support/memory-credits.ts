import type { CreditStore } from '#service/local/local-account.ts'

export const memoryCredits = (): CreditStore => {
  const credits = new Map<string, number>()
  return {
    read: async (month) => credits.get(month) ?? 0,
    add: async (month, count) => {
      credits.set(month, (credits.get(month) ?? 0) + count)
    },
  }
}
