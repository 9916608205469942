import {
  formatByteProgress,
  formatBytes,
  formatCount,
  formatDecimal,
  formatNumber,
  formatPercent,
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

/** A size preset that caps the number of pixels. */
const maxMegapixels = (label: string, megapixels: number) => ({
  label,
  hint: `At most ${megapixels} megapixels`,
  note: `At most ${megapixels} megapixels, never enlarged.`,
})

/** All texts of the page in English. */
export const messages = {
  /** Amounts that more than one part of the page names. */
  counts: { pictures, videos, files, results, frames, credits, bytesOf },

  /** The page around the pictures and videos. */
  app: {},

  /** How pictures and videos come in. */
  intake: {},

  /** What shows a picture or video. */
  viewer: {},

  /** Parts that more than one panel uses. */
  ui: {},

  /** One picture or many: the list, the viewer, the settings, the saved file. */
  image: {
    /** The steps of the work on a picture; `model` and `send` only where they happen. */
    steps: {
      model: 'Getting the model, once',
      send: 'Sending',
      read: 'Reading',
      cut: 'Cutting out',
      edges: 'Refining edges',
      save: 'Saving',
    },
    progress: {
      starting: 'Starting',
      text: (step: string, bytes: string | null, timeLeft: string | null) =>
        `${step}${bytes ? `: ${bytes}` : ''}${timeLeft ? `, about ${timeLeft} left` : ''}`,
      preparing: 'Getting ready to send',
      atService: 'The service is working on it',
      returning: 'The result is coming back',
      updating: 'Updating',
      of: (name: string) => `Progress of ${name}`,
      ofInList: (name: string) => `Progress of ${name}, in the list`,
      ofNewResult: 'Progress of the new result',
    },
    /** The title of the browser tab while a picture is worked on; `percent` is null while it is not known. */
    tabTitle: (percent: number | null, name: string, waiting: number) =>
      `${percent === null ? '…' : formatPercent(percent)} ${name}${waiting > 0 ? ` (+${waiting})` : ''} · Clearcut Studio`,
    states: {
      unsent: 'Ready to send',
      waiting: 'Waiting',
      done: 'Done',
      doubtful: 'Needs a look',
      failed: 'Did not work',
      cancelled: 'Stopped',
    },
    /** What screen readers are told. */
    announcements: {
      added: (count: number) => `${pictures(count)} added`,
      removed: (count: number, undo: string) => `${pictures(count)} taken out. ${undo}`,
      allRemoved: (undo: string) => `All pictures taken out. ${undo}`,
      of: (name: string, text: string) => `${name}: ${text}`,
      /** `confidence` is null where it is not known. */
      done: (confidence: string | null, isDoubtful: boolean) =>
        `done${confidence === null ? '' : `. Confidence ${confidence}`}${isDoubtful ? '. Needs a look' : ''}`,
      unsent: 'ready to send',
      failed: (reason: string) => `did not work. ${reason}`.trim(),
      cancelled: 'stopped',
    },
    row: {
      stop: (name: string) => `Stop ${name}`,
      retry: (name: string) => `Try ${name} again`,
      remove: (name: string) => `Remove ${name}`,
    },
    /** What does the work, on the page without a picture. */
    device: {
      webgpu: 'This device has WebGPU, so every picture gets the closest look.',
      wasm: (label: string) => `This browser works on ${label}: a few seconds a picture.`,
      modelMissing: (bytes: number) =>
        `With the first pictures it fetches up to ${formatBytes(bytes)} of model files, once.`,
      modelReady: 'The model is ready on this device, also without a network.',
    },
    settings: {
      cutout: {
        title: 'Cutout',
        levels: {
          fast: 'One quick look at a small size. Good for clear subjects.',
          balanced: 'A quick look, and a closer one only where the first is in doubt.',
          fine: 'The closest look at every picture. Best for hair and fur; takes the longest.',
        },
        modelMissing: (bytes: number) => `Up to ${formatBytes(bytes)} of model files to fetch, once.`,
        webgpu: 'This device has WebGPU, so the large size is used: it costs little here.',
      },
      background: {
        title: 'Background',
        none: 'A mask has no background. Choose another content under Export.',
        jpg: 'JPG has no transparency: the background becomes white.',
        opaque: 'Without transparency the background becomes white.',
        transparent: 'The subject alone, with soft edges.',
      },
      crop: {
        title: 'Crop and size',
        toSubject: 'Crop to the subject',
        shape: 'Shape',
        free: 'Free',
        padding: 'Padding',
        exactSize: 'Exact size',
        width: 'Width',
        height: 'Height',
        auto: 'auto',
        fit: 'How it fits',
        fits: {
          contain: { label: 'Fit', hint: 'As large as fits; enlarged if need be' },
          cover: { label: 'Fill', hint: 'Fills the size; what is over is cut off' },
          'scale-down': { label: 'Shrink', hint: 'As large as fits; never enlarged' },
        },
      },
      export: {
        title: 'Export',
        format: 'Format',
        formats: {
          png: 'PNG keeps every pixel and the transparency.',
          jpg: 'JPG is small and has no transparency.',
          webp: 'WebP is small and keeps the transparency.',
        },
        size: 'Size',
        sizes: {
          full: { label: 'Full', hint: 'The size of the picture', note: 'As large as the picture is.' },
          hd: maxMegapixels('HD', 4),
          medium: maxMegapixels('Medium', 1.5),
          preview: maxMegapixels('Small', 0.25),
        },
        content: 'Content',
        contents: { rgba: 'Cut-out', rgb: 'Opaque', alpha: 'Mask' },
        mask: 'White where the subject is, black where it is not.',
      },
      import: {
        open: 'Use settings from elsewhere',
        title: 'Settings from elsewhere',
        help: 'Paste what another background remover exported, or the parameters of a request: JSON, a query or lines such as size=auto.',
        nothingFound: 'No setting was found in this text.',
        leftOut: 'Left out:',
        use: 'Use these settings',
        used: 'The settings are used from now on',
      },
    },
    viewer: {
      label: 'Stage',
      original: (name: string) => `${name}, original`,
      result: (name: string) => `${name}, background removed`,
      cancel: 'Cancel',
      cancelOf: (name: string) => `Cancel ${name}`,
      waitingToSend: 'Waiting for its turn to be sent',
      waitingForOthers: 'Waiting for the picture before it',
      behind: 'Stopped. This is the last result.',
      update: 'Update',
      noSubject: {
        title: 'No clear subject found',
        help: 'Nothing stood out from the background. Try Fine, or a picture where the subject is larger.',
      },
      error: { retry: 'Try again', copy: 'Copy details', copied: 'Details copied' },
      /** `need`: what is done to the picture before it is sent; null where that is nothing. */
      unsent: (isDeviceResult: boolean, need: string | null) =>
        `${isDeviceResult ? 'This is the result of this device. ' : ''}Nothing has been sent yet. ${need ?? ''}`.trim(),
      sendingStopped: 'If the service had begun, it may count a credit.',
      recipeChanged: 'The recipe has changed since this was sent.',
    },
    /** The line of facts below a result. */
    facts: {
      result: 'Result',
      doubtful: 'Needs a look',
      manySeeThrough: 'Many pixels are half see-through. Look at the edges, or try Fine.',
      closeCall: 'The cut was a close call in places. Look at the edges, or try Fine.',
      made: 'Made',
      onService: (cost: number) => `On the service, ${credits(cost)}`,
      time: 'Time',
      device: 'Device',
      size: 'Size',
      confidence: 'Confidence',
      /** A confidence as a number and a word. */
      sure: (confidence: number) => `${formatDecimal(confidence, 2)}, sure`,
      fairlySure: (confidence: number) => `${formatDecimal(confidence, 2)}, fairly sure`,
      unsure: (confidence: number) => `${formatDecimal(confidence, 2)}, unsure`,
      seeThrough: 'Half see-through',
      ofPixels: (percent: string) => `${percent} of pixels`,
      notShared: 'not shared by the server',
      hidden: {
        time: 'time',
        confidence: 'confidence',
        seeThrough: 'half see-through',
        requestId: 'request id',
      },
      beforeSending: 'Before it was sent',
      requestId: 'Request id',
    },
    actions: {
      save: (format: string) => `Save ${format}`,
      saved: (name: string, bytes: number) => `Saved ${name}, ${formatBytes(bytes)}`,
      copy: 'Copy as PNG',
      copyHint: 'Copy as PNG (C)',
      copied: 'Copied as PNG',
      copyRefused: 'This browser does not let pages copy pictures. Save it instead.',
      share: 'Share',
      shared: 'Shared',
      useForAll: (count: number) => `Use for all ${pictures(count)}`,
    },
  },

  video: {},

  /** Sending to a service, for pictures and videos alike. */
  sending: {
    runLocation: {
      legend: 'Where it runs',
      device: { label: 'On this device', hint: 'Free. The file stays here.' },
      service: { label: 'On the service', hint: 'Costs credits. The file is sent when you say so.' },
    },
    send: (cost: number) => `Send · ${credits(cost)}`,
    sendAgain: (cost: number) => `Send again · ${credits(cost)}`,
    sendAll: (count: number, cost: number) => `Send all ${formatNumber(count)} · ${credits(cost)}`,
    runHere: 'Run on this device instead',
    balance: {
      reading: 'Reading the balance',
      unknown: 'The balance cannot be read now',
      left: (left: number) => `${credits(left)} left`,
      leftAfter: (left: number, after: number) => `${credits(left)} left, ${formatNumber(after)} after this`,
      recharges: (left: number) => `${credits(left)} left; the service recharges by itself`,
      tooFew: (left: number) => `${credits(left)} left: not enough for this`,
    },
    /** Whether a video whose sending broke off was charged. */
    charged: {
      unknown: 'Your balance cannot be read now, so nobody here can tell whether it was charged.',
      nothing: 'Your balance has not changed since, so it was probably not charged.',
      all: (spent: number) =>
        `Your balance has fallen by ${credits(spent)} since, so it was probably charged.`,
      less: (spent: number) =>
        `Your balance has fallen by ${credits(spent)} since, less than this costs, so it was probably not charged.`,
    },
    retry: {
      causes: {
        rate_limit_exceeded: 'The service is busy',
        internal_server_error: 'The service had a fault',
        upstream_error: 'The service could not be reached',
        other: 'The service could not answer',
      },
      /** `seconds` until the request is sent; 0 once that is due. */
      sending: (cause: string, seconds: number) =>
        `${cause}. Sending${seconds > 0 ? ` in ${seconds} s` : ''}`,
      tryingAgain: (cause: string, seconds: number, attempt: number, attempts: number) =>
        `${cause}. Trying again${seconds > 0 ? ` in ${seconds} s` : ''} (${attempt} of ${attempts})`,
      spokenFirst: (cause: string) => `${cause}. Sending follows`,
      spokenAgain: (cause: string, attempt: number, attempts: number) =>
        `${cause}. Try ${attempt} of ${attempts} follows`,
      stop: 'Stop',
      stopFor: (name: string) => `Stop waiting for ${name}`,
    },
    copy: {
      refused: 'This browser does not allow copying',
      requestId: 'Copy the request id',
      requestIdCopied: 'Request id copied',
      /** `what` is one of `ids`. */
      label: (what: string) => `Copy the ${what}`,
      labelOf: (what: string, id: string) => `Copy the ${what} ${id}`,
      copied: (what: string) => `Copied the ${what}`,
      ids: { job: 'job id', request: 'request id' },
    },
  },

  /** The connected service, its credits, and what was done. */
  account: {
    title: 'Service and recent work',
    chip: {
      label: (text: string) => `Service: ${text}`,
      hint: 'The service beside this device, its credits, and what was done',
      none: 'Local only',
      noneSpoken: 'none, local only',
      keyRefused: 'Key refused',
      notReached: 'Not reached',
      offline: 'Offline',
      connecting: 'Connecting',
      connectingSpoken: 'connecting',
      balance: (plan: string, left: number) => `${plan}, ${credits(left)} left`,
      left: 'left',
    },
    local: {
      title: 'Local only',
      /** Before and after the credits that this month's work would have cost. */
      worth: [
        'Everything runs on this device, costs nothing and needs no account. This month’s work would have cost',
        'on a service.',
      ],
      knownService: (host: string) =>
        `This studio knows a service, ${host}. With a key of your own you can send single pictures and videos there instead.`,
      noService:
        'With an account at a background removal service you can send single pictures and videos there instead.',
      connect: 'Connect a service',
    },
    balance: {
      title: 'Credits',
      plan: 'plan',
      synced: (age: string) => `Synced ${age}`,
      refresh: 'Read the credits again',
      reading: 'Reading the credits',
      left: 'credits left',
      used: (used: number, max: number) => `${formatNumber(used)} of ${formatNumber(max)} used`,
      rechargesAtShare: (percent: number, amount: number) =>
        `Recharges by itself at ${formatPercent(percent)} used (${credits(amount)})`,
      rechargesAt: (amount: number) => `Recharges by itself at ${credits(amount)}`,
      noneLeft: 'No credits are left. Add some at the service, or run things on this device: that is free.',
      isOld: 'The figures above are from before.',
      enterKey: 'Enter another key',
      retry: 'Try again',
    },
    usage: {
      title: 'This month',
      nothing: 'Nothing was spent from this browser yet.',
      pace: (spent: number, perDay: number) =>
        `${formatNumber(spent)} spent from this browser, about ${formatNumber(perDay)} a day.`,
      paceUntil: (spent: number, perDay: number, day: string) =>
        `${formatNumber(spent)} spent from this browser, about ${formatNumber(perDay)} a day: enough until ${day}.`,
      chart: (atBeginning: number, now: number, pace: string) =>
        `Credits left this month: ${formatNumber(atBeginning)} at its beginning, ${formatNumber(now)} now. ${pace}`,
      range: (max: number) => `0 to ${credits(max)}`,
      table: 'As numbers',
      day: 'Day',
      left: 'Credits left',
      note: 'By the calendar: the service does not tell when its own cycle begins. What other browsers spent lies before the first day.',
    },
    connection: {
      title: 'Connection',
      legacy: 'Over the legacy route',
      ofDeployment: 'The address comes with this studio.',
      key: {
        session: 'The key is kept in this tab, until it is closed. It goes to this address only.',
        device: 'The key is kept in this browser, until you forget it. It goes to this address only.',
      },
      change: 'Change',
      forget: 'Forget the key',
      forgotten: 'The key is forgotten. Everything runs on this device',
    },
    connect: {
      title: 'Connect a service',
      changeTitle: 'Change the connection',
      address: 'Address of the service',
      key: 'Key',
      keyUnchanged: 'Unchanged',
      keyHint: 'It is sent to this address and nowhere else.',
      showKey: 'Show the key',
      hideKey: 'Hide the key',
      keep: 'Keep the key',
      keepIn: {
        session: { label: 'In this tab', note: 'The key is gone when this tab is closed.' },
        device: {
          label: 'On this device',
          note: 'The key stays in this browser until you forget it. Not for a computer that others use.',
        },
      },
      legacy: 'Legacy route',
      legacyNote: 'For services that only offer',
      warning:
        'The key lies in this browser, where only you can use it. Never put a key into a page that others can open: everybody could read it there and spend your credits.',
      asking: 'Asking the service',
      connect: 'Test and connect',
      connected: (left: number) => `Connected. ${credits(left)} left`,
      cancel: 'Cancel',
    },
    activity: {
      title: 'Recent work',
      reading: 'Reading the list',
      saveCsv: 'Save as CSV',
      csvSaved: 'Saved the list as CSV',
      clear: 'Clear the list',
      cleared: 'The list is empty',
      notCleared: 'Not everything could be deleted',
      more: 'Show more',
      empty: 'Nothing yet',
      emptyConnected: 'Pictures and videos appear here, with what they cost.',
      emptyLocal: 'Pictures and videos that you cut out appear here.',
      keep: 'Keep results on this device',
      keepNote: 'The service deletes what it made after 24 hours. Kept results stay in this browser.',
      thisDevice: 'this device',
      states: {
        sending: 'Sending',
        queued: 'Waiting for its turn',
        processing: 'Working',
        completed: 'Done',
        failed: 'Failed',
        cancelled: 'Cancelled',
        expired: 'Expired',
      },
      stateAt: (state: string, percent: number) => `${state}, ${formatPercent(percent)}`,
      cost: {
        none: 'No credits',
        free: 'Free',
        freeWorth: (worth: number) => `Free, worth ${credits(worth)}`,
        returned: (cost: number) => `${credits(cost)}, given back`,
        partlyReturned: (cost: number, returned: number) =>
          `${credits(cost)}, ${formatNumber(returned)} given back`,
      },
      kept: 'kept on this device',
      expiresIn: (time: string) => `expires in ${time}`,
      progress: (name: string) => `Progress of ${name}`,
      save: 'Save',
      saveOf: (name: string) => `Save ${name}`,
      saved: (name: string) => `Saved ${name}`,
      savedByLink: 'The browser downloads the result by its link',
      notSaved: 'The result could not be fetched',
      notKept: 'The result is not kept on this device',
      copyLink: 'Copy link',
      linkCopied: 'Copied the link. Anyone who has it can download the result',
      linkNote: (until: string) => `Anyone who has the link can download the result, until ${until}.`,
      remove: 'Take off the list',
      removed: (name: string) => `${name} is off the list`,
      notRemoved: 'This could not be deleted',
      facts: {
        sent: 'Sent',
        started: 'Begun',
        source: 'Source',
        format: 'Made as',
        job: 'Job',
        request: 'Request',
      },
      repeat: {
        here: 'Run again',
        send: 'Send again',
        sent: (name: string) => `${name} is sent again`,
        needsFile: 'To send it again, open the file once more.',
        mayChargeTwice:
          'Nobody knows whether the service took this video. If it did, sending it again is charged twice: look at your credits first.',
      },
    },
  },

  /** What does the work on this device, and what it keeps. */
  engine: {
    title: 'Engine and storage',
    chip: {
      label: (device: string) => `Engine: ${device}, on this device`,
      thisDevice: 'this device',
      hint: 'What does the work, and what it keeps here',
      text: (device: string) => `${device} · on this device`,
      unknown: 'On this device',
    },
    privacy: 'Pictures are worked on in this tab, by this device. They are sent nowhere and kept nowhere.',
    facts: {
      device: 'Works on',
      backend: 'Backend',
      threads: 'Threads',
      isolated: 'Isolated page',
      isIsolated: 'Yes, so threads can be used',
      isNotIsolated: 'No, so one thread only',
    },
    files: {
      title: 'Kept in this browser',
      none: 'No model files yet. They come with the first picture, once.',
      delete: 'Delete',
      deleted: 'Model files deleted',
      notDeleted: 'They could not be deleted. Close other tabs of the studio and try again.',
    },
    report: { copy: 'Copy report', copied: 'Report copied' },
  },

  help: { title: 'Keyboard' },

  /** What went wrong, and what to do. */
  errors: {},
}
