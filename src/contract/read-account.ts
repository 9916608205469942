import * as v from 'valibot'
import { type Account, account } from './account.ts'

const amount = v.pipe(v.number(), v.finite(), v.transform(Math.round), v.minValue(0), v.safeInteger())
const finite = v.pipe(v.number(), v.finite())
/** A name of this length fills a page; no plan has one. */
const longestText = 200
const text = v.fallback(
  v.pipe(
    v.union([v.string(), finite]),
    v.transform((said) => String(said).slice(0, longestText)),
  ),
  '',
)

/** What services say, as far as it is needed; all else about an account may be missing or odd. */
const said = v.object({
  organizationId: text,
  plan: text,
  maxCredits: amount,
  usedCredits: amount,
  autoRechargeThreshold: v.optional(
    v.fallback(v.optional(account.entries.autoRechargeThreshold.wrapped), undefined),
  ),
})

/** The account in a service's answer (Spec, Account; D-52); null where it tells of no credits. */
export const readAccount = (answer: unknown): Account | null => {
  const result = v.safeParse(said, answer)
  if (!result.success) return null
  const { autoRechargeThreshold, ...rest } = result.output
  return autoRechargeThreshold === undefined ? rest : { ...rest, autoRechargeThreshold }
}
