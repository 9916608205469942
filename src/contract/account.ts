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
   * When auto recharge triggers: a fraction of the plan limit, 0.5 to 0.95; or, from older services, an
   * amount of credits. Absent or null when auto recharge is off (D-52).
   */
  autoRechargeThreshold: v.exactOptional(v.nullable(v.union([fraction, credits]))),
})

export type Account = v.InferOutput<typeof account>
