import * as v from 'valibot'
import { limits } from './limits.ts'

const credits = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** The current form: a fraction of the plan limit. */
const fraction = v.pipe(
  v.number(),
  v.minValue(limits.autoRecharge.minFraction),
  v.maxValue(limits.autoRecharge.maxFraction),
)

/** Plan and credit usage in the current billing cycle (Spec, Account). */
export const account = v.object({
  organizationId: v.string(),
  /** Display name, such as `Free` or `Pro`. */
  plan: v.string(),
  /** Monthly allocation plus top-ups. */
  maxCredits: credits,
  usedCredits: credits,
  /**
   * When auto recharge triggers: a fraction of the plan limit, 0.5 to 0.95; or, from older services, an amount of
   * credits. Absent or null when auto recharge is off (D-52).
   */
  autoRechargeThreshold: v.exactOptional(v.nullable(v.union([fraction, credits]))),
})

/** The account of a key, as read. */
export type Account = v.InferOutput<typeof account>

const amount = v.pipe(v.number(), v.finite(), v.transform(Math.round), v.minValue(0), v.safeInteger())
const finite = v.pipe(v.number(), v.finite())
/** A name of this length fills a page; no plan has one. */
const maxTextLength = 200
const text = v.fallback(
  v.pipe(
    v.union([v.string(), finite]),
    v.transform((said) => String(said).slice(0, maxTextLength)),
  ),
  '',
)

/** The needed part of an account; the rest of a service's answer may be missing or odd. */
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
