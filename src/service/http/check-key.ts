import { ServiceError } from '#contract/service-error.ts'

export type IsKnownKey = (key: string) => boolean | Promise<boolean>

/** Throws `authentication_error` unless the request carries a key that is known (Spec, Authentication). */
export const checkKey = async (request: Request, isKnownKey: IsKnownKey): Promise<void> => {
  const key = request.headers.get('x-api-key')
  if (!key) throw refused('The request has no API key. Send it in the header x-api-key.')
  if (!/^pk_\S+$/.test(key))
    throw refused('This is not an API key. A key starts with pk_ and has no spaces or quotes around it.')
  if (!(await isKnownKey(key)))
    throw refused('This API key is not known. It may have been revoked or made anew.')
}

const refused = (message: string) => new ServiceError('authentication_error', { message })
