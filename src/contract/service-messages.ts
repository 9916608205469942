import { listed } from './request-messages.ts'

/** Reasons why a text is no service address. */
const addressProblems = {
  address_missing: 'Enter the address of the service.',
  address_malformed: 'This is no web address. It looks like https://api.example.com/v1.',
  address_with_credentials: 'Leave the name and password out of the address.',
  address_not_https: 'The address must begin with https://, so that nobody on the way can read the key.',
} as const

/** Why a service address is invalid. */
export type AddressProblem = keyof typeof addressProblems

/** The file name of `config.json`. */
type ConfigFile = { readonly file: string }

const waitText = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  if (hours < 48) return `${hours} hours`
  const days = Math.ceil(hours / 24)
  return days <= 365 ? `${days} days` : 'more than a year'
}

/** Reasons why a service, its address, key or `config.json` cannot be used: a part of `reasonMessages`. */
export const serviceMessages = {
  // The address and the key, as they were typed
  ...addressProblems,
  address_without_service: 'There is no such service at this address.',
  address_redirects: 'This address leads on to another one.',
  api_key_missing: 'Enter the key of your account.',
  api_key_without_prefix: ({ prefix }: { readonly prefix: string }) =>
    `A key starts with ${prefix}. This is something else.`,
  api_key_with_foreign_character:
    'There is a space or a foreign character inside the key. Copy it once more.',
  api_key_cut_short: 'The key ends after its first letters. Copy it whole.',

  // The file by which whoever hosts the studio names a service; read by the host
  config_not_an_object: ({ file }: ConfigFile) => `${file} must hold an object: {"base": "https://…/v1"}.`,
  config_not_json: ({
    file,
    line,
    column,
  }: ConfigFile & { readonly line?: string; readonly column?: string }) =>
    `${file} is no JSON${line && column ? ` (line ${line}, column ${column})` : ''}, so it was ignored.`,
  config_holds_key: ({ file }: ConfigFile) =>
    `${file} holds a key. It was ignored: everybody who opens the studio can read that file. Take it out and revoke that key.`,
  config_name_unknown: ({
    file,
    name,
    known,
  }: ConfigFile & { readonly name: string; readonly known: readonly string[] }) =>
    `${file} says "${name}", which means nothing here. It may say ${listed(
      known.map((each) => `"${each}"`),
      'and',
    )}.`,
  config_legacy_not_boolean: ({ file }: ConfigFile) => `The legacy in ${file} must be true or false.`,
  config_frames_not_origins: ({
    file,
    field,
    wrong,
  }: ConfigFile & { readonly field: string; readonly wrong: readonly string[] }) =>
    `In ${file}, ${field} lists origins, each like "https://example.com". This is none: ${wrong.join(', ')}.`,
  config_base_unusable: ({ file, problem }: ConfigFile & { readonly problem: AddressProblem }) =>
    `The base in ${file} cannot be used. ${addressProblems[problem]}`,

  // Its answers
  service_silent:
    'The service is silent. It may be overloaded, or the connection is gone; try again in a moment.',
  service_unreachable:
    'The service cannot be reached. You may be offline, its address may be wrong, or it does not let pages of other sites use it (CORS).',
  service_redirected:
    'The service sent the request on to another address, and the key goes to the configured one only. Enter the address that it really has.',
  service_not_found:
    'There is no such service at this address. Check the address; it ends with the version, such as /v1.',
  service_answer_unreadable:
    'The answer of the service cannot be read. Check its address, or try again later.',
  answer_without_job: 'The answer holds no job: its id is missing or wrong.',
  answer_of_other_job: 'The answer is about another job.',
  answer_number_infinite: ({ name }: { readonly name: string }) => `The number in ${name} is not finite.`,
  service_answer_too_large: ({ size }: { readonly size: string }) =>
    `The service sends more than the ${size} that may come, so it was not read to its end. Check the address of the service, or ask whoever runs it.`,
  service_asks_to_wait: ({ waitSeconds }: { readonly waitSeconds: number }) =>
    `The service asks to wait ${waitText(waitSeconds)}.`,
  result_larger_than_room: ({ size }: { readonly size: string }) =>
    `The result is larger than the ${size} that this browser still has room for. Take kept results off the list, or free disk space.`,
  result_address_missing: 'The service does not say where the result of this job is. Ask for it again later.',
  result_expired: 'The result of this job was deleted. Results are kept for 24 hours; send the video again.',
  result_not_a_video:
    'What came for the result is no video. Open the link of the result to see what it is, or send the video again.',
  result_unreachable:
    'The result could not be fetched. You may be offline, or its server does not let pages of other sites read it; open the link of the result to download it.',
} as const
