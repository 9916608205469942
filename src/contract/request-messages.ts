/** Reasons to refuse the link of a request (D-3). */
export const linkProblems = {
  link_not_an_address: 'This is not a web address. Give a full link that starts with https://.',
  link_not_https: 'The link must start with https://.',
  link_has_credentials: 'The link must not carry a user name or a password.',
  link_not_public: 'The link must lead to a public host.',
} as const

const articles = { image: 'an image', video: 'a video' } as const

/** The kind of file that a request is about. */
export type Medium = keyof typeof articles

/** Lists words as `png, jpg or webp`. */
export const listed = (words: readonly string[], last: 'or' | 'and' = 'or'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** Quotes a sent value, truncated, since it is shown to people. */
const quoted = (value: string) => `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`

/** A request parameter, by its name in the API. */
type Named = { readonly name: string }

/** Reasons to refuse a request, its parameters, key or link: a part of `reasonMessages`. */
export const requestMessages = {
  ...linkProblems,

  // The request
  address_unknown: 'There is nothing at this address. Check the path of the request.',
  method_not_allowed: ({ methods }: { readonly methods: readonly string[] }) =>
    `This address takes ${methods.join(' and ')} requests only. Change the method of the request.`,
  form_not_multipart:
    'The request is not multipart/form-data. Send the image as the form field image_file and let your HTTP client set the Content-Type.',
  form_unreadable:
    'The form could not be read. Its parts are cut short or its boundary is missing; send it again.',
  form_too_many_fields: ({ most }: { readonly most: number }) =>
    `The form has more than ${most} fields. Send the parameters that the documentation names, each once.`,
  form_texts_too_long: ({ most }: { readonly most: number }) =>
    `The texts of the form have more than ${most} bytes in all. Send images and videos as files.`,
  file_field_unknown: ({ field }: { readonly field: string }) =>
    `The request has a file in the field ${field}, which is not read. Send the image in the field image_file.`,
  image_sent_as_text: 'The field image_file holds a text. Send the image there as a file, with a file name.',
  image_in_video_field:
    'The field file is for videos, and this is an image. Send it in the field image_file.',
  no_video: 'There is no video in the request. Send it in the form field file, or a link to it in url.',
  request_from_other_site:
    'Another site, or a form, may not send this request. Send it with fetch() from a page of this origin.',
  no_open_window:
    'No studio window is open to work on this. Open the studio, keep it open and send the request again.',
  window_silent: 'The open studio window does not answer. Reload it and send the request again.',
  window_of_other_release:
    'The open studio window is of another release than the service worker. Reload it and send the request again.',

  // The key
  key_missing: 'The request has no API key. Send it in the header x-api-key.',
  key_malformed: 'This is not an API key. A key starts with pk_ and has no spaces or quotes around it.',
  key_unknown: 'This API key is not known. It may have been revoked or made anew.',
  key_not_set: 'There is no API key. Enter it where the service is connected.',

  // Parameters
  track_numbers_malformed: 'audio_tracks lists the numbers of sound tracks: 2, or 1,3.',
  choice_unknown: ({
    name,
    choices,
    value,
  }: Named & { readonly choices: readonly string[]; readonly value: string }) =>
    `${name} is ${listed(choices)}, not ${quoted(value)}.`,
  side_out_of_range: ({ name, min, max }: Named & { readonly min: number; readonly max: number }) =>
    `${name} is a whole number of pixels from ${min} to ${max}.`,
  bg_color_unreadable:
    'bg_color is a hex colour such as #ffffff or #fff, rgb(r, g, b) with whole numbers from 0 to 255, or a CSS colour name.',
  crop_unreadable: 'crop is true, false or a ratio of positive numbers such as 4:3.',
  padding_unreadable:
    'padding is a fraction from 0 to 1 or a percentage from 0% to 100%, such as 0.1 or 10%; two values "x,y" set left/right and top/bottom apart.',
  crop_margin_unreadable:
    'crop_margin is one percentage from 0% to 100%, or two of them (top/bottom, then left/right) such as 5% 10%.',
  image_format_for_video: ({
    format,
    formats,
  }: {
    readonly format: string
    readonly formats: readonly string[]
  }) => `${format} is an image format. For a video, format is ${listed(formats)}.`,
  parameter_of_images: ({ name }: Named) => `${name} applies to images only. Leave it out for a video.`,
  parameter_refused: ({ name }: Named) => `${name} has a value that is not allowed.`,
  legacy_parameter_unsupported: ({ name }: Named) => `${name} is not supported. Leave it out.`,
  legacy_format_unsupported: ({
    format,
    formats,
  }: {
    readonly format: string
    readonly formats: readonly string[]
  }) => `The format ${format} is not supported. Ask for ${listed(formats)}.`,
  several_inputs: ({ names }: { readonly names: readonly string[] }) =>
    `Send only one of ${names.join(' and ')}.`,
  base64_unreadable: 'image_file_b64 is not base64. Send the bytes of the image, encoded as base64.',

  // Settings of other clients

  // Links
  link_redirected: ({ problem }: { readonly problem: keyof typeof linkProblems }) =>
    `The link leads on to another address. ${linkProblems[problem]}`,
  link_answered: ({ status, medium }: { readonly status: number; readonly medium: Medium }) =>
    `The site answered ${status} instead of ${articles[medium]}.`,
  link_fetch_failed: ({ medium }: { readonly medium: Medium }) =>
    `The ${medium} could not be fetched. The site may be down, or not allow other pages to read its files; download the ${medium} and send the file.`,
  link_opens_page: 'That link opens a page, not a picture or video. Copy the address of the file itself.',
  link_refused: ({ host, status }: { readonly host: string; readonly status: number }) =>
    `${host} answered ${status}. Check the link.`,
  link_silent: ({ host }: { readonly host: string }) =>
    `${host} sent nothing for 30 seconds. Try again, or save the file and drop it here.`,
  link_broken: ({ host }: { readonly host: string }) => `The connection to ${host} broke. Try again.`,
  link_unreachable: ({ host }: { readonly host: string }) =>
    `${host} could not be reached, or does not let other pages read its files. Save the file and drop it here.`,
} as const
