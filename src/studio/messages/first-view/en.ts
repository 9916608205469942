import type { ComputeDevice } from '#contract/compute-device.ts'
import {
  formatByteProgress,
  formatBytes,
  formatCount,
  formatList,
  formatNumber,
  formatPercent,
  plural,
} from '#studio/messages/format-units.ts'

const pictures = (count: number) => formatCount(count, { one: 'picture', other: 'pictures' })
const videos = (count: number) => formatCount(count, { one: 'video', other: 'videos' })
const files = (count: number) => formatCount(count, { one: 'file', other: 'files' })
const results = (count: number) => formatCount(count, { one: 'result', other: 'results' })
const frames = (count: number) => formatCount(count, { one: 'frame', other: 'frames' })
const credits = (count: number) => formatCount(count, { one: 'credit', other: 'credits' })
/** `41 of 94 MB` */
const bytesOf = (bytes: { readonly loaded: number; readonly total: number }) => {
  const { loaded, total } = formatByteProgress(bytes)
  return `${loaded} of ${total}`
}

/** The texts of the first view, in English, in a separate file so that it does not wait for the others. */
export const firstMessages = {
  /** Amounts that several parts of the page contain. */
  counts: { pictures, videos, files, results, frames, credits, bytesOf },

  /** The page around the pictures and videos. */
  app: {
    product: 'Clearcut Studio',
    /** The two parts of the word mark. */
    wordmark: { first: 'Clearcut', second: 'Studio' },
    /** The main heading, for screen readers. */
    heading: (name: string) => `Clearcut Studio: ${name}`,
    /** Parts of the page, at the start of a sentence. */
    parts: {
      studio: 'The studio',
      topBar: 'The bar at the top',
      page: 'The page',
      list: 'The list',
      viewer: 'The viewer',
      settings: 'The settings',
      video: 'The video',
    },
    /** The script that opens files could not be loaded. */
    notLoaded:
      'A part of the studio could not be loaded. Check the connection to the internet, then choose the files again.',
    dropHere: 'Drop to cut out',
    dismiss: 'Dismiss',
    cancel: 'Cancel',
    close: 'Close',
    empty: {
      heading: ['The subject stays.', 'The rest goes.'],
      lead: 'Photos and clips without their background.',
      leadOnDevice: 'Photos and clips without their background. All on your device: no upload, no account.',
      /** The download before the first cut-out. */
      fetches: (bytes: number) => `First use fetches up to ${formatBytes(bytes)}. Then it works offline.`,
      fetched: 'Works offline.',
      open: 'Open pictures or videos',
      otherWays: 'or drop them anywhere, or paste with Ctrl V',
      formats:
        'JPEG, PNG, WebP, HEIC, AVIF, TIFF, PSD, raw photos; MP4, MOV, WebM, MKV, GIF of up to 5 minutes',
    },
    topBar: {
      filesStay: 'Files stay on this device',
      filesStayUnlessSent: 'Files stay here unless you send them',
      shortcuts: 'Keyboard shortcuts',
    },
    themes: { system: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' },
    undo: {
      removed: (count: number) => `${formatNumber(count)} taken out`,
      run: 'Undo',
      runWithKeys: 'Undo (Ctrl Z)',
      /** Announced when an item is removed. */
      how: 'Ctrl Z puts it back',
    },
    saveAll: {
      action: 'Save all as ZIP',
      chosen: (count: number) => `Save ${formatNumber(count)} as ZIP`,
      progress: 'Progress of the ZIP',
      packing: (file: number, total: number) => `Packing ${file} of ${total}`,
      /** The same after a count. */
      packingAfter: (file: number, total: number) => `, packing ${file} of ${total}`,
      saved: (count: number) => `${files(count)} saved`,
      savedAs: (count: number, name: string) => `${files(count)} saved as ${name}`,
      savedSingly: 'The videos are too large for a ZIP in this browser, so each was saved by itself',
      failed: (names: readonly string[]) => `Left out, because they did not work: ${names.join(', ')}`,
      /** Pictures and videos without a result; one of both is more than 0. */
      /** `counts` is `2 pictures, 1 video`. */
      withoutResult: (counts: string) => `${counts} without a result left out`,
      fault: (reason: string) => `The ZIP could not be made. ${reason}`,
    },
    /** A batch of hundreds of files from one folder into another. */
    folder: { title: 'Folder to folder', open: 'Or a whole folder into another' },
    /** Replaces a part of the page that failed; `part` is one of the parts above. */
    fault: {
      title: (part: string) => `${part} could not be shown`,
      save: (count: number) => `Save ${results(count)}`,
      again: 'Show it again',
      reload: 'Reload the page',
      copy: 'Copy what went wrong',
      withResults: (count: number) =>
        `This is a fault of the studio, not of your files. ${plural(count, { one: 'Your result is', other: `Your ${formatNumber(count)} results are` })} still here: save first, then go on.`,
      withoutResults:
        'This is a fault of the studio, not of your files. Show it again; if that does not help, reload the page.',
    },
  },

  /** How pictures and videos are added, and how they are converted before sending. */
  intake: {
    input: 'Pictures and videos',
    pastedName: 'Pasted picture.png',
    linkedName: 'linked file',
    nothingFound: 'There was no picture or video in that',
    /** `a.jpg could not be opened. The 11 others were.` At most three names; `opened` counts the opened files. */
    unopened: (names: readonly string[], opened: number) => {
      const rest = names.length - 3
      const list = formatList([...names.slice(0, 3), ...(rest > 0 ? [`${formatNumber(rest)} more`] : [])])
      const others =
        opened === 0
          ? ''
          : plural(opened, {
              one: ' The other one was.',
              other: ` The ${formatNumber(opened)} others were.`,
            })
      const them = plural(names.length, { one: 'it', other: 'them' })
      return `${list} could not be opened.${others} Check that nothing else holds ${them}, then drop ${them} again.`
    },
    /** For files in folders, beside accepted pictures and videos. */
    leftOut: (count: number) =>
      plural(count, {
        one: 'One other file was left out: it is neither a picture nor a video.',
        other: `${formatNumber(count)} other files were left out: they are neither pictures nor videos.`,
      }),
    link: {
      label: 'Link to a picture or video',
      placeholder: 'Paste a link to a picture or video',
      fetch: 'Fetch it',
      fetching: 'Fetching from',
      fetchingFrom: (host: string) => `Fetching from ${host}`,
      progress: (host: string) => `Progress of the link to ${host}`,
      cancel: (host: string) => `Cancel fetching from ${host}`,
      cancelled: 'Fetching was cancelled',
      notALink: 'That is not a link to a picture or video. It starts with https://',
      pictureTooLarge: 'The picture behind that link is too large. A picture may have 20 MB.',
      videoTooLarge: 'What is behind that link is too large. A video may have 500 MB.',
    },
    samples: {
      title: 'Or try one of these',
      fox: {
        label: 'Try the fox',
        alt: 'A plush fox',
        divider: 'Divider between photo and cut-out',
        dividerAt: (percent: number) => `${formatPercent(percent)} photo`,
      },
      plant: { label: 'Leaves', alt: 'A plant with many leaves' },
      lemonade: { label: 'Glass', alt: 'A glass of lemonade' },
      bottle: { label: 'Product', alt: 'A dropper bottle' },
      clip: { label: 'Clip, 3 s', alt: 'A plush fox that moves' },
    },
    /** The conversion of a picture before it is cut out here, or sent to a service. */
    prepare: {
      willConvert: (format: string) =>
        `${format} is converted on this device first: services take JPEG, PNG and WebP.`,
      willShrink: (maxBytes: string) =>
        `It is made smaller on this device first: services take up to ${maxBytes} and 100 megapixels.`,
      converted: (from: string, to: string, change: string) =>
        `Converted from ${from} to ${to} first: ${change}`,
      willTakePreview: (format: string) =>
        `Of this raw photo (${format}) the preview that the camera wrote into it is cut out.`,
      tookPreview: (format: string, size: string) => `The camera's preview in this ${format}, ${size}`,
      madeSrgb: 'Its colours were made sRGB',
      shrunk: (change: string) => `Made smaller first: ${change}`,
      change: (before: string, after: string) => `${before} to ${after}`,
    },
  },

  /** Keys as they are printed on a keyboard. */
  keys: {
    withCtrl: (key: string) => `Ctrl ${key}`,
    enter: 'Enter',
    delete: 'Delete',
    space: 'Space',
    shift: 'Shift',
    click: 'Click',
    arrows: 'Arrows',
    withShift: (key: string) => `Shift ${key}`,
    fromTo: (first: string, last: string) => `${first}–${last}`,
    escape: 'Esc',
  },

  help: { title: 'Keyboard' },

  /** The service, its account, and the requests sent there. */
  account: {
    title: 'Service and recent work',
    chip: {
      label: (text: string) => `Service: ${text}`,
      hint: 'The service beside this device, its credits, and what was done',
      none: 'Local only',
      noneAnnounced: 'none, local only',
      keyRefused: 'Key refused',
      notReached: 'Not reached',
      offline: 'Offline',
      connecting: 'Connecting',
      connectingAnnounced: 'connecting',
      balance: (plan: string, left: number) => `${plan}, ${credits(left)} left`,
      left: 'left',
    },
  },

  /** The backend of this device, and its stored files. */
  engine: {
    title: 'Engine and storage',
    /** The backend of a network. */
    device: ({ backend, threads }: ComputeDevice) =>
      backend === 'webgpu' ? 'WebGPU' : `CPU, ${formatCount(threads, { one: 'thread', other: 'threads' })}`,
    chip: {
      text: 'On this device',
      label: (device: string) => `On this device: ${device}`,
      /** `stays`: that files stay on this device; `device`: the backend. */
      hint: (stays: string, device: string) => `${stays}. ${device}.`,
    },
  },
}
