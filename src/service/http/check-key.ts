import { ServiceError } from '#contract/service-error.ts'

export type IsKnownKey = (key: string) => boolean | Promise<boolean>

/** Throws `authentication_error` unless the request carries a key that is known (Spec, Authentication). */
export const checkKey = async (request: Request, isKnownKey: IsKnownKey): Promise<void> => {
  const key = request.headers.get('x-api-key')
  if (!key) throw refused('key_missing')
  if (!/^pk_\S+$/.test(key)) throw refused('key_malformed')
  if (!(await isKnownKey(key))) throw refused('key_unknown')
}

const refused = (reason: 'key_missing' | 'key_malformed' | 'key_unknown') =>
  new ServiceError('authentication_error', { reason })
