import type { ErrorCode } from '#contract/error-codes.ts'

/** A section of the error page, in HTML. */
export type ErrorHelp = { readonly title: string; readonly cause: string; readonly remedy: string }

/**
 * The texts of the files that a build writes: `index.html`, `manifest.webmanifest`, `404.html` and `errors.html`. No
 * bundle contains them. A static file has one language, and the API is English, so they are English in every language
 * of the page.
 */
export const documentTexts = {
  /** For `index.html`: for browsers and search engines without scripts. */
  page: {
    title: 'Clearcut Studio',
    description: 'Remove the background from photos and videos, on your own device, in this tab.',
    noScript:
      'Clearcut Studio cuts photos and videos out with a program that runs in this tab. Please allow JavaScript.',
  },

  /** For `manifest.webmanifest` of the installed studio (Web Application Manifest, W3C). */
  manifest: {
    name: 'Clearcut Studio',
    short_name: 'Clearcut',
    description: 'Remove the background from photos and videos, on your own device.',
  },

  /** For `404.html`, which hosts send for missing files. */
  notFound: {
    title: 'Nothing is here · Clearcut Studio',
    heading: 'Nothing is here',
    text: 'This address names no page and no file of the studio. What it once named may be of an earlier version.',
    open: 'Open the studio',
  },

  /** For `errors.html` (D-50), in HTML. */
  errorPage: {
    title: 'Errors and what to do',
    pageTitle: 'Errors and what to do · Clearcut Studio',
    lead: `Every refused request is answered with a status and a small JSON object. Look at the status first, then at
        <code>code</code>; <code>request_id</code> names the request when you ask somebody about it. A request that is
        answered with an error costs nothing.`,
    codes: 'Codes',
    status: (status: number) => `status ${status}`,
    whatToDo: 'What to do:',
    back: 'Back to the studio',
    help: {
      validation_error: {
        title: 'Something in the request is not as it should be',
        cause:
          'A parameter has a value or a form that is not allowed, or the file is not one that can be worked on. <code>details</code> names each parameter at fault and says what is wrong with it.',
        remedy:
          'Correct every parameter that is listed, then send the request again. Values are lower case and exact. An image is a JPEG, PNG or WebP file; <code>crop</code>, <code>padding</code>, <code>width</code>, <code>height</code> and <code>fit</code> apply to images only. With status 404 or 405, correct the address or the method of the request.',
      },
      missing_image: {
        title: 'There is no image in the request',
        cause:
          'The request has no file in the form field <code>image_file</code>, the file is empty or came under another name, or the request is not <code>multipart/form-data</code>.',
        remedy:
          'Send the image as a file in the field <code>image_file</code>. Leave the <code>Content-Type</code> of the request to your HTTP client, which knows the boundary between the parts.',
      },
      image_too_large: {
        title: 'The image is too large',
        cause:
          'The file has more than 20 MB (20,000,000 bytes), or the picture more than 100 megapixels or more than 32,767 pixels along one side.',
        remedy: 'Save the image smaller, or as a JPEG or WebP, and send that.',
      },
      video_too_large: {
        title: 'The video is too large',
        cause: 'An uploaded video has more than 100 MB, or one given by a link more than 500 MB.',
        remedy:
          'Cut the video or save it at a lower bit rate. A larger one can be given by a link, up to 500 MB.',
      },
      video_too_long: {
        title: 'The video is too long',
        cause: 'The video lasts longer than 5 minutes.',
        remedy: 'Cut it into parts of at most 5 minutes.',
      },
      invalid_video: {
        title: 'The file cannot be read as a video',
        cause:
          'No decoder opens the file as a video, or it has no picture in it. A GIF of a single frame is not a video.',
        remedy: 'Send an MP4, MOV, M4V, WebM or MKV file or an animated GIF, and check that it plays.',
      },
      authentication_error: {
        title: 'The API key is missing or unknown',
        cause:
          'The header <code>x-api-key</code> is missing, is not a key, or holds a key that is not known.',
        remedy:
          'Copy the key again from your dashboard: it starts with <code>pk_</code> and has no spaces or quotes around it. A key that was made anew replaces the old one.',
      },
      payment_required: {
        title: 'There are not enough credits',
        cause:
          'The credits are used up, the limit of the plan is reached, or the trial has ended. Nothing was charged.',
        remedy:
          'Add credits, or wait for the next billing cycle. The studio’s own engine never asks for credits.',
      },
      permission_denied: {
        title: 'This key may not be used',
        cause: 'The account is suspended, or the key was revoked.',
        remedy: 'Look into your dashboard, or ask the support of the service and give them the request id.',
      },
      job_not_found: {
        title: 'There is no such video job',
        cause:
          'No job has this id, it belongs to another account, or it has expired: a result and its job are deleted 24 hours after completion.',
        remedy: 'Check the id, or send the video again.',
      },
      rate_limit_exceeded: {
        title: 'Too many requests in a short time',
        cause: 'More requests came than the plan allows at once.',
        remedy:
          'Wait as long as <code>Retry-After</code> says, or a second and then ever longer, and try again.',
      },
      internal_server_error: {
        title: 'Something went wrong inside',
        cause: 'The work failed for a reason that has nothing to do with what you sent. Nothing was charged.',
        remedy:
          'Try again. If it fails every time, report the request id; in the studio, reloading the page starts the engine anew.',
      },
      upstream_error: {
        title: 'A part that the work depends on could not be reached',
        cause:
          'The processing service failed, or the model files could not be fetched. Inside the browser: no studio page is open, or the open one does not answer or is of another release than the service worker.',
        remedy:
          'Check your connection and try again in a moment, waiting longer after each try. Inside the browser: open the studio, or reload its page.',
      },
    } satisfies Readonly<Partial<Record<ErrorCode, ErrorHelp>>>,
  },
} as const
