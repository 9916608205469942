import * as v from 'valibot'
import { limits } from './limits.ts'

const credits = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** A fraction of the plan limit, in the current API. */
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
   * When auto recharge triggers: a fraction of the plan limit, 0.5 to 0.95; in older services an amount of credits.
   * Absent or null if auto recharge is off (D-52).
   */
  autoRechargeThreshold: v.exactOptional(v.nullable(v.union([fraction, credits]))),
})

/** The account of an API key. */
export type Account = v.InferOutput<typeof account>

const amount = v.pipe(v.number(), v.finite(), v.transform(Math.round), v.minValue(0), v.safeInteger())
const finite = v.pipe(v.number(), v.finite())
/** Plan names are shorter; longer text would fill the page. */
const maxTextLength = 200
const text = v.fallback(
  v.pipe(
    v.union([v.string(), finite]),
    v.transform((said) => String(said).slice(0, maxTextLength)),
  ),
  '',
)

/** The fields needed; the rest of an answer may be missing or invalid. */
const said = v.object({
  organizationId: text,
  plan: text,
  maxCredits: amount,
  usedCredits: amount,
  autoRechargeThreshold: v.optional(
    v.fallback(v.optional(account.entries.autoRechargeThreshold.wrapped), undefined),
  ),
})

/** The account in a service's answer (Spec, Account; D-52); null if it has no credits. */
export const readAccount = (answer: unknown): Account | null => {
  const result = v.safeParse(said, answer)
  if (!result.success) return null
  const { autoRechargeThreshold, ...rest } = result.output
  return autoRechargeThreshold === undefined ? rest : { ...rest, autoRechargeThreshold }
}
