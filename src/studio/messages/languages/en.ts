import { codeSentences } from '#contract/error-codes.ts'
import { reasonMessages } from '#contract/reason-messages.ts'
import type { Failure } from '#studio/messages/failure.ts'
import { firstMessages } from '#studio/messages/first-view/en.ts'
import { formatTimeLeft } from '#studio/messages/format-time.ts'
import {
  formatBytes,
  formatCount,
  formatDecimal,
  formatNumber,
  formatPercent,
} from '#studio/messages/format-units.ts'

const { pictures, videos, frames, credits, bytesOf } = firstMessages.counts

const channels = (count: number) => formatCount(count, { one: 'channel', other: 'channels' })

/** `84 of 186` */
const numberOf = (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`

/** ` at 61 %`; empty at 0. */
const atPercent = (percent: number) => (percent > 0 ? ` at ${formatPercent(percent)}` : '')

/** A size preset that caps the number of pixels. */
const maxMegapixels = (label: string, megapixels: number) => ({
  label,
  hint: `At most ${megapixels} megapixels`,
})

const orHere = 'or run it on this device instead'
const notCharged = 'Nothing was charged.'
const videoKept = 'Your video and settings are kept.'
const unreadable =
  'No picture in it could be read here. Open it in another program and save it as PNG or JPEG.'
/** For the kinds that every browser reads. */
const undecodable =
  'It breaks off, is damaged, or is of a rare variety that browsers do not show. Open it in another program and save it anew.'
const soundFile = (format: string) => ({
  title: `This is a sound file (${format})`,
  help: 'It holds no picture. Pick a picture or a video.',
})
const pictureFormats =
  'Clearcut reads JPEG, PNG, WebP, HEIC, AVIF, TIFF, JPEG XL, PSD, Krita, OpenRaster, BMP, GIF, TGA, QOI, PPM, and the preview in a raw photo.'

/** Failed pictures are free (Spec, Limits); a video is charged when it is accepted. */
const mayBeCharged = {
  image: 'Only pictures that come back are charged.',
  video: 'The video may have been accepted and charged all the same.',
}

const settingRefused = { title: 'That setting does not work', help: ({ details }: Failure) => details }

/** The parts that apply, with commas between them. */
const commaList = (parts: readonly (string | false)[]) => parts.filter((part) => part !== false).join(', ')

/** All texts of the page in English. */
export const messages = {
  ...firstMessages,

  /** What the source has and the result lacks, by `LeftOutKind`; `names` distinguish them. */
  leftOut: {
    title: 'Left out',
    of: (what: string) => `Left out: ${what}`,
    withNames: (what: string, names: string) => `${what} (${names})`,
    kinds: {
      sound_tracks: (count: number) => formatCount(count, { one: 'sound track', other: 'sound tracks' }),
      sound_roles: (count: number) =>
        `the mark of ${formatCount(count, { one: 'sound track', other: 'sound tracks' })}, such as commentary`,
      video_tracks: (count: number) =>
        formatCount(count, { one: 'other picture track', other: 'other picture tracks' }),
      subtitles: (count: number) => formatCount(count, { one: 'subtitle track', other: 'subtitle tracks' }),
      chapters: (count: number) => formatCount(count, { one: 'chapter', other: 'chapters' }),
      timecode: () => 'timecode',
      attachments: (count: number) => formatCount(count, { one: 'attached file', other: 'attached files' }),
      data_tracks: (count: number) => formatCount(count, { one: 'data track', other: 'data tracks' }),
      fields: () => 'every second field (interlaced)',
      frames: (count: number) => formatCount(count, { one: 'frame', other: 'frames' }),
      pictures: (count: number) => formatCount(count, { one: 'further picture', other: 'further pictures' }),
      pages: (count: number) => formatCount(count, { one: 'further page', other: 'further pages' }),
      layers: (count: number) => `layers (${formatNumber(count)}), merged into one picture`,
      channels: (count: number) => formatCount(count, { one: 'extra channel', other: 'extra channels' }),
      depth: () => 'depth map',
      gain_map: () => 'gain map (HDR)',
      motion: () => 'clip of the motion photo',
      colors: () => 'colours beyond sRGB',
      bits: (count: number) => `${count} of ${8 + count} bits of each colour`,
      hdr: () => 'high dynamic range (HDR)',
      byte_limit: () => 'the limit of its size',
    },
  },

  /** The viewer of a picture or video. */
  viewer: {
    view: 'View',
    views: {
      result: { label: 'Result', hint: 'Result (1)' },
      compare: { label: 'Compare', hint: 'Before and after (2)' },
      original: { label: 'Original', hint: 'Original (3)' },
    },
    viewOn: 'View on',
    backdrop: (name: string) => `View on: ${name}`,
    backdrops: { checker: 'Checkerboard', black: 'Black', white: 'White', magenta: 'Magenta' },
    ownBackdrop: 'Own colour',
    zoomOut: 'Zoom out',
    zoomIn: 'Zoom in',
    fit: 'Fit',
    divider: 'Divider between before and after',
    dividerAt: (percent: number) => `${formatPercent(percent)} before, ${formatPercent(100 - percent)} after`,
    stopped: (note: string) => `Stopped. ${note}`,
    startAgain: 'Start again',
    details: 'Details',
  },

  /** The composition. */
  composition: {
    legend: 'Background',
    kinds: {
      none: 'Transparent',
      white: 'White',
      softGrey: 'Soft grey',
      color: 'Colour',
      gradient: 'Gradient',
      blurred: 'Blurred',
      grey: 'Grey',
      picture: 'Own picture',
    },
    looksLegend: 'Looks',
    looks: {
      product: 'Product',
      floor: 'Floor',
      sticker: 'Sticker',
      story: 'Story 9:16',
      id: 'ID photo',
    },
    details: 'Details',
    parts: { ground: 'Background', shadow: 'Shadow', contactShadow: 'Natural', outline: 'Outline' },
    field: 'Background colour',
    gradient: {
      shape: 'Shape of the gradient',
      shapes: { linear: 'Linear', radial: 'Radial' },
      from: 'First colour',
      to: 'Last colour',
      angle: 'Angle',
      swap: 'Swap the colours',
    },
    picture: {
      choose: 'Choose a picture',
      replace: 'Choose another picture',
      missing: 'Choose a picture to put behind the subject. It stays on this device.',
      faults: {
        kind: 'This is no JPEG, PNG or WebP. Choose a picture of one of these kinds.',
        pixels: 'This picture has more than 100 megapixels. Choose a smaller one.',
        damaged: 'This browser cannot read this picture. It may be damaged; choose another one.',
      },
      fit: 'How the picture fits',
      fits: { cover: 'Fill', contain: 'Show all of it' },
      scale: 'Picture size',
      across: 'Picture across',
      down: 'Picture down',
    },
    placement: {
      on: 'Place the subject',
      help: 'Drag the subject on the picture, its corners for the size and its knob for a turn.',
      scale: 'Subject size',
      across: 'Subject across',
      down: 'Subject down',
      rotation: 'Subject turn',
      flip: 'Mirrored',
      handles: 'Place of the subject',
      headGuide: 'Where the head goes, from crown to chin',
      keys: 'Arrows move it, with Shift further. Plus and minus change its size, square brackets turn it, 0 puts it back. Dragged, it is drawn to lines, but not with Alt.',
    },
    canvas: {
      legend: 'Canvas',
      names: {
        original: 'Original',
        square: 'Square',
        portrait: 'Portrait',
        story: 'Story',
        wide: 'Wide',
        id: 'ID photo',
        marketplace: 'Marketplace',
      },
      marketplaceHint: 'White, 85 % filled by the subject',
      fill: 'Subject fills',
    },
    original: {
      blur: 'Blur',
      saturation: 'Colour that is left',
    },
    degrees: (angle: number) => `${formatNumber(angle)}°`,
    shadow: {
      on: 'Shadow',
      angle: 'Shadow angle',
      distance: 'Shadow distance',
      softness: 'Shadow softness',
      strength: 'Shadow strength',
      color: 'Shadow colour',
      kind: 'Kind of shadow',
      kinds: { soft: 'Soft', hard: 'Hard', floating: 'Floating' },
      drag: 'Drag for direction and length',
      short: { strength: 'Strength', softness: 'Softness', distance: 'Distance', angle: 'Angle' },
    },
    contactShadow: {
      on: 'Natural shadow',
      strength: 'Natural shadow strength',
      help: 'The shadow that was photographed where the subject stands.',
    },
    outline: { on: 'Outline', width: 'Outline width', color: 'Outline colour' },
  },

  /** Parts of several panels. */
  ui: {
    recipe: 'Recipe',
    takeAway: (what: string) => `Take away: ${what}`,
    settingsGroups: 'Groups of settings',
    atService: 'Service ·',
    slowConnection: 'The connection is slow',
    range: (min: number, max: number) => `${min} to ${max}`,
    swatches: {
      white: 'White',
      paper: 'Paper',
      lightGrey: 'Light grey',
      ink: 'Ink',
      blush: 'Blush',
      sun: 'Sun',
      mint: 'Mint',
      blue: 'Blue',
    },
    recentColors: 'Recent colours',
    pickFromScreen: (label: string) => `${label}: pick from the screen`,
    pickColor: (label: string) => `${label}: pick`,
    typeColor: (label: string) => `${label}: hex, rgb() or name`,
    level: 'Care',
    levels: { fast: 'Fast', balanced: 'Balanced', fine: 'Fine' },
    modelMissing: (bytes: number) => `Up to ${formatBytes(bytes)} of model files to fetch, once.`,
  },

  /** Saving results, and its messages. */
  saving: {
    save: (format: string) => `Save ${format}`,
    saved: (name: string, bytes: number) => `Saved ${name}, ${formatBytes(bytes)}`,
    renamed: (names: readonly string[]) => `This system refuses the name, so it became ${commaList(names)}`,
    share: 'Share',
    shared: 'Shared',
    dragAgain: 'The file is ready. Drag it once more.',
    shareAgain: 'The file is ready. Press Share once more, or save it.',
    placeRefused:
      'It could not be written there: the folder takes no files, or the disk is full. Choose another folder.',
  },

  /** The list of pictures and videos. */
  items: {
    list: {
      /** `titles` are those of the listed kinds: `Pictures and videos`. */
      title: (titles: readonly string[]) =>
        titles.map((title, at) => (at === 0 ? title : title.toLowerCase())).join(' and '),
      /** `2 pictures, 1 video` */
      counts: (counts: readonly string[]) => commaList(counts),
      add: 'Add pictures or videos',
      clear: 'Clear all',
      chosen: (count: number) => `${formatNumber(count)} chosen`,
      removeChosen: (count: number) => `Take out ${formatNumber(count)} chosen`,
      chooseNone: 'Choose none',
      groups: {
        done: (count: number) => `${formatNumber(count)} done`,
        look: (count: number) => formatCount(count, { one: 'needs a look', other: 'need a look' }),
        failed: (count: number) => `${formatNumber(count)} failed`,
      },
      /** `1 ready to send, 2 to go`; 0 is left out. */
      progress: (states: {
        readonly ready: number
        readonly unsent: number
        readonly open: number
        readonly paused: number
      }) =>
        commaList([
          states.ready > 0 && `${formatNumber(states.ready)} ready to start`,
          states.unsent > 0 && `${formatNumber(states.unsent)} ready to send`,
          states.open > 0 && `${formatNumber(states.open)} to go`,
          states.paused > 0 && `${formatNumber(states.paused)} paused`,
        ]),
    },
    row: {
      stop: (name: string) => `Stop ${name}`,
      retry: (name: string) => `Try ${name} again`,
      pause: (name: string) => `Pause ${name}`,
      resume: (name: string) => `Go on with ${name}`,
      save: (name: string) => `Save the result of ${name}`,
      remove: (name: string) => `Remove ${name}`,
      progress: (name: string) => `Progress of ${name}, in the list`,
    },
    /** The stored list of an earlier visit. */
    kept: {
      region: 'From before',
      /** `counts` is `12 pictures`. */
      found: (counts: string) => `${counts} from before`,
      /** `until` is a date. */
      until: (bytes: number, until: string) => `${formatBytes(bytes)}, kept on this device until ${until}`,
      take: 'Continue',
      putAway: 'Start fresh',
      isPutAway: (counts: string, until: string) => `${counts} put away until ${until}`,
      takeBack: 'Bring back',
      drop: 'Delete',
      dropTitle: (counts: string) => `Delete ${counts} for good?`,
      dropHelp: 'Edits and results go too, also those that a service made.',
      /** Entries that this version of the studio cannot read. */
      unreadable: (count: number) =>
        `${formatCount(count, { one: 'entry', other: 'entries' })} of another version`,
      deleteUnreadable: 'Delete',
      notKept: (reason: string) =>
        `What is open here is not kept for a later visit. ${reason} Save your results before you leave the page.`,
      /** The user has turned storing off. */
      stopped: 'Nothing is kept any more. What was kept has been deleted.',
    },
    /** Announcements for screen readers. */
    announcements: {
      /** `counts` is `2 pictures, 1 video`. */
      added: (counts: string) => `${counts} added`,
      removed: (counts: string, undo: string) => `${counts} taken out. ${undo}`,
      allRemoved: (title: string, undo: string) => `All ${title.toLowerCase()} taken out. ${undo}`,
      of: (name: string, text: string) => `${name}: ${text}`,
      undone: (step: string) => `Undone: ${step}`,
      redone: (step: string) => `Done again: ${step}`,
      step: (what: string, whom: string) => `${what} of ${whom}`,
      removal: (whom: string) => `${whom} taken out`,
      edit: 'Edit',
      look: 'Keep',
      part: 'Part',
      settings: 'Settings',
    },
    /** The items whose settings change, and copying settings. */
    settings: {
      title: 'What the settings are for',
      chosen: (count: number) => `${formatNumber(count)} chosen`,
      all: (count: number) => `All ${formatNumber(count)}`,
      ownStay: 'Crop and placement stay with each one.',
      useLast: 'Use last settings',
      apply: 'Apply to others',
      applyTitle: (name: string) => `Apply the settings of ${name}`,
      applyTo: 'Which ones get them',
      otherChosen: (count: number) => `${formatNumber(count)} others chosen`,
      allOthers: (count: number) => `All ${formatNumber(count)} others`,
      changes: 'This changes:',
      noChanges: 'They have these settings already.',
      /** `count` is `2 pictures`. */
      applyNow: (count: string) => `Apply to ${count}`,
      applied: (count: string) => `Settings applied to ${count}`,
      on: 'On',
      off: 'Off',
      dimensions: (width: number | string, height: number | string) => `${width} × ${height}`,
      parts: {
        level: 'Care',
        background: 'Background',
        shadow: 'Shadow',
        contactShadow: 'Natural shadow',
        outline: 'Outline',
        placement: 'Placement',
        canvas: 'Canvas',
        crop: 'Crop',
        dimensions: 'Exact size',
        format: 'Format',
        quality: 'File quality',
        depth: 'Bits of a sample',
        size: 'Size',
        channels: 'Content',
        sound: 'Sound',
        fields: 'A frame of each field',
        matte: 'Matte as a second file',
        sequence: 'Single frames',
      },
    },
    tabTitleIdle: 'Clearcut Studio',
    /** The title of the browser tab during work on an item; `percent` is null while unknown. */
    tabTitle: (percent: number | null, name: string, waiting: number) =>
      `${percent === null ? '…' : formatPercent(percent)} ${name}${waiting > 0 ? ` (+${waiting})` : ''} · Clearcut Studio`,
  },

  /** The grid of results. */
  review: {
    open: 'Review results',
    close: 'Back to the list',
    title: 'Results',
    order: 'Sort by',
    orders: { doubt: 'Doubt', name: 'Name', time: 'Time' },
    size: 'Size of the pictures',
    /** The name, the doubt and the place of a result. */
    tile: (name: string, state: string, at: number, count: number) =>
      `${name}, ${state}, ${formatNumber(at)} of ${formatNumber(count)}`,
    keep: 'Keep',
    fix: 'Fix',
    takeOut: 'Take out',
    noneLeft: 'Nothing else needs a look',
  },

  /** Settings with a name. */
  recipes: {
    title: 'Recipes',
    own: 'Yours',
    shipped: 'Ready-made',
    none: 'Save the settings of a picture under a name to use them again.',
    presets: {
      amazon: 'Amazon main image',
      ebay: 'eBay',
      etsy: 'Etsy',
      googleMerchant: 'Google Merchant',
      shopify: 'Shopify',
      idPhoto: 'ID photo 35 × 45 mm',
      sticker: 'WhatsApp sticker',
      telegram: 'Telegram sticker',
      discord: 'Discord sticker',
      greenScreen: 'Green screen',
      webHero: 'Web hero',
      transparent: 'Transparent PNG',
    },
    save: 'Save these settings',
    saved: (name: string) => `${name} saved`,
    import: 'Import a file',
    imported: (name: string) => `Recipe ${name} added`,
    /** `14 of 20` */
    changes: (count: number, total: number) => `Changes ${numberOf(count, total)}`,
    changesNothing: (name: string) => `${name} changes nothing`,
    /** `parts`: `Crop, Exact size` */
    lostOnClips: (parts: string) => `Videos go without: ${parts}`,
    apply: 'Apply',
    applyToNext: 'Use for the next files',
    /** `counts`: `14 pictures, 1 video` */
    applied: (name: string, counts: string) => `${name} applied to ${counts}`,
    appliedToNext: (name: string) => `${name} is used for the next files`,
    variants: (count: number) => `Save ${firstMessages.counts.files(count)}`,
    variantsHint: 'Each picture with every chosen recipe',
    rename: 'Rename',
    name: 'Name',
    names: 'Names of its files',
    earlier: 'Move forward',
    later: 'Move back',
    export: 'Export',
    copyLink: 'Copy link',
    linkCopied: 'Link copied',
    linkWithoutPicture: 'Link copied, without the picture behind the subject: that is too large for it',
    remove: 'Delete',
    removed: (name: string) => `${name} deleted`,
    putBack: 'Undo',
    offered: (name: string) => `The address has the recipe ${name}`,
    keep: 'Keep it',
    decline: 'No',
    unreadable: (count: number) => `${formatNumber(count)} from another release of Clearcut stay as they are`,
    notKept: (reason: string) => `The recipes cannot be kept. ${reason}`,
    linkUnusable: (reason: string) => `The recipe of the address cannot be used. ${reason}`,
    fileUnusable: (name: string, reason: string) => `${name}: ${reason}`,
  },

  /** Batches, from a folder into a folder. */
  batch: {
    from: 'From',
    to: 'To',
    pickFolder: 'Choose a folder',
    pickOther: 'Choose another one',
    /** `500 pictures, 3 videos` */
    counts: (counts: { readonly pictures: number; readonly clips: number }) =>
      [
        ...(counts.pictures > 0 || counts.clips === 0 ? [pictures(counts.pictures)] : []),
        ...(counts.clips > 0 ? [videos(counts.clips)] : []),
      ].join(', '),
    counting: 'Counting',
    notRead: 'The folder could not be read',
    targets: { folder: 'A folder', zip: 'A ZIP' },
    zip: 'A ZIP, which is a download in the end',
    zipAlone: 'This browser writes no folders: you get a ZIP in the end',
    recipes: 'Recipes',
    recipesHint: 'With several, every file is made once with each',
    now: 'Current settings',
    names: 'Names',
    namesHint: 'Subfolders are kept',
    addPart: (part: string) => `Add ${part}`,
    examples: 'The first names',
    noExamples: 'Choose a folder to see the first names',
    existing: 'If a file of that name is there',
    existingChoices: {
      skip: { label: 'Skip', hint: 'It stays, and no new one is made' },
      number: { label: 'Number', hint: 'It stays, and the new one gets a number' },
      replace: { label: 'Replace', hint: 'The new one takes its place' },
    },
    /** `12 files there will be replaced`; null while the names are unknown. */
    replaces: (count: number | null) =>
      count === null
        ? 'Names with sizes are known only when results are, so files there cannot be counted yet'
        : count === 0
          ? 'No file there will be replaced'
          : `${firstMessages.counts.files(count)} there will be replaced`,
    notCounted: 'The files there could not be counted',
    copiesUnprocessed: 'Copy what cannot be read to “unprocessed”',
    watches: 'Keep watching the folder',
    runLocation: 'Runs on',
    price: (count: number, hasClips: boolean) =>
      `At most ${credits(count)}${hasClips ? ', and what the videos cost by their length' : ''}`,
    creditLimit: 'Stop at',
    creditUnit: 'credits',
    noLimit: 'No limit',
    start: 'Start',
    starting: 'Starting',
    missing: {
      source: 'Choose the folder to read',
      target: 'Choose the folder to write',
      recipe: 'Choose a recipe',
    },

    listing: 'Reading the folder',
    unread: (folder: string) => `The folder “${folder}” is not read: the results go there`,
    watching: 'Watching the folder',
    /** `213 of 500 · about 12 min left` */
    progress: (done: number, total: number, timeLeft: string | null) =>
      `${numberOf(done, total)}${timeLeft ? ` · about ${timeLeft} left` : ''}`,
    ended: (total: number, outputs: number) =>
      `${firstMessages.counts.files(total)} through, ${formatNumber(outputs)} written`,
    bar: (name: string) => `Progress of ${name}`,
    atWork: (path: string, percent: number | null) => `${path}${percent === null ? '' : atPercent(percent)}`,
    tabTitle: (percent: number, name: string, timeLeft: string | null) =>
      `${formatPercent(percent)} ${name}${timeLeft ? `, ${timeLeft} left` : ''}`,
    tabPaused: (name: string) => `Paused: ${name}`,
    spent: (count: number) => `${credits(count)} spent`,
    files: 'Files',
    filter: 'Show',
    groups: {
      all: 'All',
      waiting: 'To go',
      done: 'Done',
      doubt: 'In doubt',
      failed: 'Failed',
      unreadable: 'Unreadable',
      skipped: 'Skipped',
    },
    states: {
      waiting: 'To go',
      working: 'At work',
      done: 'Done',
      skipped: 'Was done already',
      unreadable: 'Unreadable',
      failed: 'Failed',
    },
    inDoubt: 'Needs a look',
    none: 'No files here',
    pause: 'Pause',
    goOn: 'Go on',
    skip: 'Skip this one',
    retry: 'Retry failed',
    again: 'Run again',
    againHint: 'Only what is new or was mended is made',
    report: 'Report',
    reportName: (name: string) => `${name}-report.csv`,
    download: 'Download ZIP',
    zipName: (name: string) => `${name}.zip`,
    review: (count: number) => `Review ${formatNumber(count)} in doubt`,
    hide: 'Back to the page',
    stop: 'Stop',
    close: 'Close',
    pauses: {
      asked: { text: 'Paused', action: 'Go on' },
      permission: {
        text: 'The browser asks again before it opens the folder',
        action: 'Allow the folder again',
      },
      sourceGone: {
        text: 'The folder to read is gone. Connect the disk, or put it back',
        action: 'Look again',
      },
      targetGone: {
        text: 'The folder to write is gone. Connect the disk, or put it back',
        action: 'Look again',
      },
      diskFull: { text: 'The disk is full. Make room on it', action: 'Go on' },
      noCredits: { text: 'The service has no credits left. What is made is written', action: 'Go on' },
      creditLimit: {
        text: 'Your limit of credits is reached. Going on may spend as many again',
        action: 'Go on',
      },
      serviceRefused: { text: 'The service does not take your key. Connect it again', action: 'Try again' },
      offline: { text: 'The service cannot be reached', action: 'Try again' },
      otherTab: { text: 'Another tab works in this folder', action: 'Go on here' },
    },
    left: {
      region: 'A folder that is not done',
      /** `Shoes: 213 of 500 done` */
      text: (name: string, done: number, total: number) => `${name}: ${numberOf(done, total)} done`,
      forget: 'Forget',
      show: 'Show',
      /** For a batch that runs while the page shows something else. */
      hidden: (name: string, done: number, total: number) => `${name}: ${numberOf(done, total)}`,
    },
  },

  /** The groups of the list of shortcuts. */
  shortcutGroups: {
    open: 'Open and choose',
    review: 'Review',
    mend: 'Mend',
    compose: 'Background and size',
    save: 'Save',
    clips: 'Clips',
    view: 'View',
  },

  /** The effect of each keyboard shortcut. */
  shortcuts: {
    open: 'Open pictures or videos',
    paste: 'Paste one',
    folder: 'Folder to folder',
    next: 'Next on the list',
    moveInList: 'Row up or down; Shift: choose',
    chooseMore: 'Choose more',
    chooseAll: 'Choose all',
    chooseNone: 'Choose none',
    remove: 'Take out',
    nextInDoubt: 'Next that needs a look',
    uncertainty: 'Show what is in doubt',
    takeProposal: 'Take another cut-out; in the grid with Shift',
    applyRecipe: 'In the grid: apply a recipe',
    sideBySide: 'Two results side by side',
    review: 'Results in a grid',
    keepResult: 'In the grid: keep, and go on',
    fixResult: 'In the grid: mend; Esc leads back',
    edit: 'Brush',
    brushSmaller: 'Smaller brush',
    brushLarger: 'Larger brush',
    swapKeepRemove: 'Keep or remove',
    moveCrosshair: 'Move the crosshair',
    clickCrosshair: 'Click at the crosshair',
    paintCrosshair: 'Hold: paint at the crosshair',
    undo: 'Undo',
    redo: 'Do it again',
    moveSubject: 'Move the placed subject',
    scaleSubject: 'Larger, smaller',
    turnSubject: 'Turn it',
    resetSubject: 'Put it back',
    recipes: 'Recipes',
    save: 'Save',
    copy: 'Copy a picture as PNG',
    play: 'Play, pause',
    rewind: 'Play backwards',
    forward: 'Play; again: faster',
    frameBack: 'One frame back',
    frameOn: 'One frame on',
    partFrom: 'The part starts here',
    partTo: 'The part ends here',
    peek: 'Hold: see the original',
    result: 'Result',
    compare: 'Compare before and after',
    original: 'Original',
    dividerLeft: 'Divider to the left',
    dividerRight: 'Divider to the right',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoomFit: 'Fit',
    back: 'Step back',
    help: 'This help',
  },

  /** One picture or many: the list, the viewer, the settings, the saved file. */
  image: {
    /** The steps of the work on a picture; `model` and `send` are optional. */
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
      ofNewResult: 'Progress of the new result',
    },
    /** The names of pictures in the list. */
    kind: { title: 'Pictures', thisOne: 'This picture', count: pictures },
    states: {
      ready: 'Ready to send',
      waiting: 'Waiting',
      done: 'Done',
      uncertain: 'Needs a look',
      kept: 'Kept',
      edited: 'Edited',
      noSubject: 'No subject found',
      firstLook: 'First look',
      failed: 'Did not work',
      stopped: 'Stopped',
    },
    /** Announcements for screen readers. */
    announcements: {
      /** `confidence` is null if unknown, `uncertainty` if there is none; it may be empty. */
      done: (confidence: string | null, uncertainty: string | null) =>
        `done${confidence === null ? '' : `. Confidence ${confidence}`}${uncertainty === null ? '' : `. Needs a look${uncertainty && `: ${uncertainty}`}`}`,
      noSubject: 'no subject found. Draw around it with the lasso',
      firstLook: 'a first look is shown, and a better cut-out is on its way',
      better: 'the better cut-out is shown',
      betterOffered: 'a better cut-out is ready. Yours stays until you take it',
      ready: 'ready to send',
      failed: (reason: string) => `did not work. ${reason}`.trim(),
      stopped: 'stopped',
    },
    settings: {
      levels: {
        fast: 'Looks once, and again where it is unsure. Good for previews and many pictures.',
        balanced: 'Looks twice, and closely where the two differ. A few seconds a picture.',
      },
      background: {
        title: 'Background',
        none: 'A mask has no background. Choose another content under Export.',
        jpg: 'JPG has no transparency: the background becomes white.',
        opaque: 'Without transparency the background becomes white.',
        onDeviceOnly:
          'A service cannot do this. Send the whole picture as a transparent PNG or WebP: this device then adds the background, shadow and outline to its result.',
      },
      crop: {
        title: 'Size',
        toSubject: 'Crop to the subject',
        shape: 'Shape',
        free: 'Free',
        padding: 'Padding',
        exactSize: 'Exact size',
        dpi: (dpi: number) => `${formatNumber(dpi)} pixels an inch`,
        width: 'Width',
        height: 'Height',
        pixels: 'px',
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
          avif: 'AVIF is the smallest and keeps the transparency. Writing it takes longer.',
          jxl: 'JPEG XL is small or keeps every pixel, and keeps the transparency. Some programs do not open it.',
          tiff: 'TIFF keeps every pixel and the transparency, for printing and layout.',
        },
        quality: 'File quality',
        /** A quality from 1 to 100. */
        qualityValue: (quality: number) => formatNumber(quality),
        takes: (time: string) => `Writing this picture takes about ${time}.`,
        lossless: 'Lossless',
        losslessHelp: 'Every pixel stays as it is. The file is larger.',
        depth: 'Bits of a sample',
        depths: { 8: '8 bits', 16: '16 bits' },
        /** About 16 bits. */
        depthHelp:
          'The mask has 16 bits, and so have the colours of a PNG, TIFF or Photoshop file of 16 bits with up to 64 megapixels. Other pictures have colours of 8 bits, as has what is painted or mended.',
        tenBits: 'It has 10 bits a sample, as 16 are chosen for other formats.',
        inSrgb: 'Colours of sRGB',
        maxBytes: (bytes: number) => `At most ${formatBytes(bytes)}`,
        fileSize: 'Size of the file',
        /** Before the file is saved. */
        fileBytes: formatBytes,
        measuring: (seconds: number | null) =>
          seconds === null ? 'Measuring' : `Measuring, about ${formatTimeLeft(seconds)} left`,
        notMeasured: 'Could not be measured',
        size: 'Size',
        sizes: {
          full: { label: 'Full', hint: 'The size of the picture' },
          hd: maxMegapixels('HD', 4),
          medium: maxMegapixels('Medium', 1.5),
          preview: maxMegapixels('Small', 0.25),
        },
        content: 'Content',
        contents: { rgba: 'Cut-out', rgb: 'Opaque', alpha: 'Mask' },
        contentHints: {
          rgba: 'The subject alone',
          rgb: 'Without transparency',
          alpha: 'White where the subject is, black where it is not',
        },
      },
    },
    /** Two results of one picture. */
    beside: {
      title: 'Side by side',
      close: 'Back to the result',
      open: 'Two results side by side',
      legend: 'Compare with',
      now: 'Now',
      cutout: (number: number) => `Cut-out ${formatNumber(number)}`,
      /** A level, and its download. */
      fetching: (level: string, bytes: string) => `${level} · ${bytes}`,
      keep: 'Keep this',
      take: 'Take this',
      taken: (name: string) => `${name} taken. Undo brings the other one back.`,
    },
    viewer: {
      label: 'Viewer',
      original: (name: string) => `${name}, original`,
      result: (name: string) => `${name}, background removed`,
      cancel: 'Cancel',
      cancelOf: (name: string) => `Cancel ${name}`,
      waitingToSend: 'Waiting for its turn to be sent',
      waitingForOthers: 'Waiting for the picture before it',
      behind: 'Stopped. This is the last result.',
      /** A cut-out by the small network, while the better one is downloaded for the first time. */
      firstLook: {
        title: 'First look',
        coming: 'A better cut-out is on its way.',
        ready: 'A better cut-out is ready.',
        use: 'Use it',
        failed: (help: string) => `The better cut-out could not be made. ${help}`,
        again: 'Try again',
        progress: 'Progress of the better cut-out',
      },
      update: 'Update',
      noSubject: {
        title: 'No clear subject found',
        help: 'Nothing stood out from the background. Draw around it with the lasso.',
      },
      error: { retry: 'Try again', copy: 'Copy details', copied: 'Details copied' },
      /** `need`: the conversion of the picture before it is sent; null if none. */
      unsent: (isDeviceResult: boolean, need: string | null) =>
        `${isDeviceResult ? 'This is the result of this device. ' : ''}Nothing has been sent yet. ${need ?? ''}`.trim(),
      sendingStopped: 'If the service had begun, it may count a credit.',
      recipeChanged: 'The recipe has changed since this was sent.',
    },
    /** The line of facts below a result. */
    facts: {
      result: 'Result',
      clean: 'Clean cut',
      uncertain: 'Needs a look',
      manySeeThrough: 'Many pixels are half see-through. Look at the edges.',
      /** `places` is a list of the announced places. */
      uncertainPart: (places: string) =>
        `${places.charAt(0).toUpperCase()}${places.slice(1)}. Click what is wrong.`,
      /** Places in doubt, outlined on the picture. */
      places: {
        here: { missing: 'Part may be missing here', seeThrough: 'Half see-through here' },
        announced: {
          missing: (where: string) => `part of the subject may be missing ${where}`,
          seeThrough: (where: string) => `half see-through ${where}`,
        },
        /** By thirds of the picture. */
        where: {
          topLeft: 'at the top left',
          top: 'at the top',
          topRight: 'at the top right',
          left: 'on the left',
          middle: 'in the middle',
          right: 'on the right',
          bottomLeft: 'at the bottom left',
          bottom: 'at the bottom',
          bottomRight: 'at the bottom right',
        },
        outline: 'Outline what is in doubt',
        outlined: (places: string) => `Outlined: ${places}`,
        hidden: 'What is in doubt is not outlined',
      },
      closeCall: 'The cut was a close call in places. Look at the edges.',
      made: 'Made',
      onService: (cost: number) => `On the service, ${credits(cost)}`,
      time: 'Time',
      device: 'Device',
      size: 'Size',
      colors: 'Colours',
      /** Of a picture that may have colours which sRGB does not have. */
      colorsIn: { displayP3: 'Display P3', madeDisplayP3: 'made Display P3', madeSrgb: 'made sRGB' },
      colorsWhileEdited: (colors: string) => `${colors}, shown in sRGB while it is edited`,
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
      prepared: 'Prepared',
      requestId: 'Request id',
    },
    actions: {
      otherWays: 'Other ways to save',
      saveSet: 'Save subject, mask, background',
      saveSetZip: 'Save subject, mask, background as ZIP',
      /** In the names of files. */
      setParts: { subject: 'subject', mask: 'mask', background: 'background' },
      savedSet: (folder: string) => `Saved subject, mask and background in ${folder}`,
      saveLayers: 'Save PSD with layers',
      layersOf8Bits: 'Its layers have 8 bits',
      /** What the layers are called in Photoshop. */
      layerNames: {
        background: 'Background',
        shadow: 'Shadow',
        contactShadow: 'Natural shadow',
        outline: 'Outline',
        subject: 'Subject',
        original: 'Original',
      },
      copy: 'Copy as PNG',
      copied: 'Copied as PNG',
      copyRefused: 'This browser does not let pages copy pictures. Save it instead.',
      allOnDevice: (count: number) => `Use this device for all ${pictures(count)}`,
      allOnService: (count: number) => `Use the service for all ${pictures(count)}`,
    },
    /** Mending a result by hand. */
    edit: {
      toolbar: 'Edit',
      tool: 'Tool',
      tools: {
        clickKeep: 'Click to keep',
        clickRemove: 'Click to remove',
        brushKeep: 'Brush to keep',
        brushRemove: 'Erase: brush to remove',
        refineHair: 'Refine hair',
        lasso: 'Lasso',
      },
      /** Beside the icons, where there is room. Each is part of the name above. */
      names: {
        clickKeep: 'Keep',
        clickRemove: 'Remove',
        brushKeep: 'Brush',
        brushRemove: 'Erase',
        refineHair: 'Hair',
        lasso: 'Lasso',
      },
      edges: 'Edges',
      hints: {
        clickKeep: 'Click on what belongs to the subject',
        clickRemove: 'Click on what does not belong to the subject',
        brushKeep: 'Paint over what is missing',
        brushRemove: 'Paint over what should go',
        refineHair: 'Paint along hair and fur to look at it again',
        lasso: 'Draw around a part',
      },
      lassoMode: 'What the lasso does',
      lassoModes: { keep: 'Keep', remove: 'Remove' },
      size: 'Brush size',
      hardness: 'Hardness',
      shift: 'Edge shift',
      feather: 'Feather',
      edgeColors: 'Edge colours',
      snap: 'Follow edges',
      pixels: (count: number) => `${formatNumber(count)} px`,
      undo: 'Undo',
      redo: 'Redo',
      reset: 'Reset edits',
      done: 'Done',
      leave: 'Leave the tools (Esc)',
      /** The picture while it is edited. */
      picture: 'Picture',
      pictureHelp:
        'Move the crosshair with the arrow keys, with Shift in large steps. Enter clicks. Hold Space to paint. X swaps keep and remove. Escape leads back to the tool.',
      view: 'View while editing',
      views: { result: 'Result', overlay: 'Overlay', matte: 'Matte', edges: 'Edges' },
      viewHints: {
        result: 'What stays, on the backdrop',
        overlay: 'The whole picture; what goes is tinted',
        matte: 'White stays, black goes',
        edges: 'Only where the edge is soft',
      },
      waits: 'The picture is still at work. Your edits follow as soon as it is done.',
      edgeOnly: 'Edge changed',
      /** `what`: the number of edits, or that the edge was changed. */
      onDevice: (what: string) => `${what} on this device`,
      notEditable:
        'This result of the service cannot be edited, because it is cropped or has no transparency. Send it with other settings, or run it on this device.',
      /** What screen readers are told. `percent` is how much of the picture changed; null where that is not known. */
      kept: (percent: string | null) => (percent === null ? 'Kept' : `Kept, ${percent} of the picture`),
      removed: (percent: string | null) =>
        percent === null ? 'Removed' : `Removed, ${percent} of the picture`,
      refined: (percent: string | null) =>
        percent === null ? 'Refined' : `Refined, ${percent} of the picture`,
      unchanged: 'Nothing changed there',
      /** Other cut-outs that may be meant, as small pictures beside a result in doubt. */
      proposals: {
        title: 'Did you mean this?',
        take: (number: number) => `Take cut-out ${formatNumber(number)}`,
        taken: (number: number) => `Cut-out ${formatNumber(number)} taken. Undo brings the other one back.`,
        close: 'Hide other cut-outs',
        /** Announced when they appear. */
        found: (count: number, isWithShift: boolean) =>
          `${formatCount(count, { one: 'other cut-out', other: 'other cut-outs' })} may be meant. Keys from ${isWithShift ? firstMessages.keys.withShift('1') : '1'} take one.`,
      },
      wrongSubject: { title: 'Wrong subject?', action: 'Draw around the right one' },
      undone: 'Undone',
      redone: 'Done again',
      wasReset: 'All edits are taken back. Undo brings them back.',
      chosen: (tool: string) => `${tool} chosen`,
      brushSize: (count: number) => `Brush of ${formatNumber(count)} px`,
      lassoCorner: (count: number) =>
        `${formatCount(count, { one: 'corner', other: 'corners' })}. Enter twice at one place closes the lasso.`,
      count: (count: number) => formatCount(count, { one: 'edit', other: 'edits' }),
      /** The name of the number of edits among the facts of a result. */
      counted: 'Mended by hand',
      restored: (name: string) => `The edits of ${name} from an earlier visit are back.`,
      restoredHint: 'Reset edits takes them away.',
      notRestored: (name: string, reason: string) =>
        `The edits of ${name} from an earlier visit could not be read. ${reason} They stay as they are, and what you edit now is not kept for a later visit.`,
      notKept: (reason: string) =>
        `Edits could not be kept for a later visit. ${reason} They stay on the page, and it is tried again while that is open.`,
      copyTo: {
        open: 'Copy edits to…',
        title: 'Copy edits to other pictures',
        help: 'The edits replace those of the pictures that you choose. Undo works there.',
        sizes: 'In a picture of another size they lie at the same place relative to its sides.',
        copy: 'Copy edits',
        copied: (count: number) => `Edits copied to ${pictures(count)}`,
      },
    },
  },

  /** The list of videos, the viewer with its timeline, the settings, the saved file. */
  video: {
    /** What the list calls them. */
    kind: { title: 'Videos', thisOne: 'This video', count: videos },
    /** The state of a video in a word or two, for the list. A percentage of 0 is left out. */
    states: {
      reading: 'Reading',
      unreadable: 'Cannot be read',
      readyToSend: 'Ready to send',
      readyToStart: 'Ready to start',
      sending: 'Sending',
      preparing: 'Getting ready',
      waiting: 'Waiting',
      resumesSoon: (percent: number) => `Resumes soon, ${formatPercent(percent)}`,
      atService: (percent: number) => `At work, ${formatPercent(percent)}`,
      cuttingOut: (percent: number) => `Cutting out, ${formatPercent(percent)}`,
      composing: (percent: number) => `Composing, ${formatPercent(percent)}`,
      paused: (percent: number) => `Paused${atPercent(percent)}`,
      done: (format: string) => `Done, ${format}`,
      uncertain: 'Needs a look',
      /** Another format failed; null where it was not begun. */
      doneInPart: (failed: string | null) => `Done; ${failed ?? 'more'} failed`,
      failed: 'Did not work',
      stopped: 'Stopped',
      cancelled: (percent: number) => `Cancelled${atPercent(percent)}`,
      expired: 'Kept for 24 hours, now gone',
    },
    /** What is going on, in one line. */
    progress: {
      readingVideo: 'Reading the video',
      waitingForPaused: 'Waiting until the paused video goes on or is given up',
      waitingForOther: 'Waiting for the video before it',
      goingOn: 'Going on where it stopped',
      firstFrames: 'Looking at the first frames',
      cuttingFrame: (done: number, total: number) => `Cutting out, frame ${numberOf(done, total)}`,
      composingFrame: (done: number, total: number) => `Composing, frame ${numberOf(done, total)}`,
      packingFrame: (done: number, total: number, timeLeft: string | null) =>
        `Frame ${numberOf(done, total)}${timeLeft === null ? '' : ` · ${timeLeft} left`}`,
      /** The chosen part is cut out of the file before it is worked on; `percent` is null while it is not known. */
      cuttingPart: (percent: number | null) =>
        `Cutting out the part you chose${percent === null ? '' : `, ${formatPercent(percent)}`}`,
      /** `bytes` is null while their number is not known. */
      gettingModel: (bytes: { readonly loaded: number; readonly total: number } | null) =>
        bytes && bytes.total > 0 && bytes.loaded >= bytes.total
          ? 'Starting the model'
          : `Getting the model, once${bytes ? `: ${bytesOf(bytes)}` : ''}`,
      preparingToSend: 'Getting ready to send',
      sending: (bytes: { readonly loaded: number; readonly total: number }) => `Sending: ${bytesOf(bytes)}`,
      sent: 'Sent. The service is reading it',
      serviceWaiting: 'The service has it; it waits for its turn there',
      serviceWorking: (percent: number) => `The service is working on it, ${formatPercent(percent)}`,
      charged: (cost: number) => `${credits(cost)} charged. It goes on there, also when this page is closed.`,
      notYetCharged: 'It is charged when the service accepts it.',
      framesPerSecond: (rate: string) => `${rate} fps`,
      timeLeft: (time: string) => `about ${time} left`,
      timeLeftFollows: 'Time left shows once it is measured',
      elapsed: (time: string) => `${time} so far`,
      /** `kept` is one of the texts in `kept`. */
      pausedHint: (kept: string) =>
        `What is done is ${kept}, also when this page is closed. Then it is given up and costs nothing.`,
      hiddenTab: 'Browsers slow hidden tabs down. Keep this one in sight and it goes faster.',
      of: (name: string) => `Progress of ${name}`,
      ofFrames: 'Progress of the frames',
    },
    /** How long a result or a paused video is kept. */
    kept: {
      minutes: (minutes: number) => `kept for ${minutes} min`,
      hours: (hours: number) => `kept for ${hours} h`,
    },
    cancelled: {
      /** What is done is kept, so that the work can go on. */
      partly: (percent: number) => `Cancelled${atPercent(percent)}. What is done is kept.`,
      plain: 'Cancelled.',
      startAgain: 'Start again',
    },
    /** What screen readers are told. */
    announcements: {
      resuming: (percent: number) => `resuming, ${formatPercent(percent)}`,
      ready: 'ready to start',
      starting: 'getting ready',
      waiting: 'waiting',
      working: 'cutting out',
      composing: 'composing',
      paused: (percent: number) => `paused${atPercent(percent)}`,
      done: 'done',
      failed: 'did not work',
      stopped: 'stopped',
      cancelled: 'cancelled',
      expired: 'its results were kept for 24 hours and are gone',
    },
    workspace: { viewer: 'The viewer', settings: 'The settings' },
    viewer: {
      label: 'Viewer',
      original: (name: string) => `${name}, original`,
      originalFirstFrame: (name: string) => `${name}, original, its first frame`,
      result: (name: string) => `${name}, background removed`,
      pair: 'An opaque MP4 and its matte give this together',
      notPlayed: (format: string) => `Browsers do not play ${format}. Save it to look at it.`,
      pause: 'Pause',
      resume: 'Go on',
      cancel: 'Cancel',
      cancelOf: (name: string) => `Cancel ${name}`,
      expired: {
        title: 'The results of this video are gone',
        help: 'They are kept for 24 hours. Start the video again to have them anew.',
      },
      mayBeCharged: 'The service may have accepted and charged it.',
      nothingSent: 'Nothing was sent.',
      resultLink: {
        title: 'The result is ready on the service',
        help: 'This page could not fetch it: the connection broke, or the service does not let other pages read its files.',
        open: 'Open the link of the file',
        /** `kept` is one of the texts in `kept`, or null where that is not known. */
        note: (kept: string | null) =>
          `Anyone who has this link can download it${kept === null ? '' : `; ${kept}`}.`,
      },
      error: {
        retry: 'Try again',
        remove: 'Take it out',
        copy: 'Copy details',
        copied: 'Details copied',
      },
    },
    /** Three frames that are cut out before a job is started. */
    samplePreview: {
      label: 'Three frames, cut out',
      start: 'Test 3 frames',
      startHint: 'Cut out three frames first',
      cutting: 'Cutting out three frames',
      title: 'Three frames',
      done: 'Three frames are cut out',
      failed: 'The frames could not be cut out',
      cancel: 'Cancel',
      close: 'Close the three frames',
      frame: (time: string) => `Frame at ${time}, background removed`,
    },
    /** Edits of a frame, which reach the frames around it. */
    edit: {
      mark: (time: string) => `Edited frame at ${time}`,
      /** Both ends of how far an edit reaches, on the timeline. */
      reach: {
        from: (time: string) => `First frame that the edit at ${time} reaches`,
        to: (time: string) => `Last frame that the edit at ${time} reaches`,
        hint: 'Drag, or use the arrow keys. Delete lets the motion decide again.',
      },
      propagating: (frames: number) =>
        `Applying your edits to other frames: ${formatCount(frames, { one: 'frame', other: 'frames' })}`,
      propagatingLabel: 'Applying edits to other frames',
      cancelPropagation: 'Cancel',
      propagationStopped: 'Your edits have not reached the other frames.',
      propagateAgain: 'Apply them again',
      failed: 'Your edits could not be worked in.',
      /** A button: goes to the next stretch of frames that need a look, and from the last to the first. */
      nextUncertain: 'Next frame in doubt',
      uncertain: (time: string, number: number, count: number) =>
        `Frame in doubt at ${time}, ${formatNumber(number)} of ${formatNumber(count)}`,
      placesInDoubt: (count: number) =>
        count === 0
          ? 'No frame is in doubt'
          : formatCount(count, { one: 'place in doubt', other: 'places in doubt' }),
    },
    playback: {
      frameBack: 'One frame back',
      frameOn: 'One frame on',
      play: 'Play',
      pause: 'Pause',
      loop: 'Loop',
      soundOn: 'Sound on',
      soundOff: 'Sound off',
      backwards: 'back',
      speed: (times: number) => `${times}×`,
      position: 'Moment shown',
    },
    /** What is on the film strip, told once. */
    strip: {
      part: 'Drag the ends to take a part',
      doubt: 'Coloured: frames in doubt',
      marks: 'Your edits, and how far they reach',
    },
    trim: {
      start: 'Start of the part',
      end: 'End of the part',
      anotherPart: 'Another part',
      backToResult: 'Back to the result',
      /** Why only a part can be chosen. */
      tooLong: (duration: string) => `${duration} long: choose up to 5 minutes`,
      tooLarge: (bytes: string, max: string) => `${bytes} large: choose up to ${max}`,
      /** Why the chosen part cannot be started. */
      overDuration: (max: string) => `A video may last ${max}. Move the handles to take a part of it.`,
      overSize: (bytes: string, maxBytes: string, maxDuration: string) =>
        `This is about ${bytes}, and a video may have ${maxBytes}. Take a part of up to ${maxDuration}.`,
    },
    sounds: {
      /** One without a title or language. */
      track: (number: number) => `Track ${number}`,
      alike: (name: string, number: number) => `${name} (track ${number})`,
      /** `AAC: Mic and Game` */
      ofCodec: (codec: string, names: string) => `${codec}: ${names}`,
    },
    facts: {
      length: 'Length',
      size: 'Size',
      frameRate: 'Frame rate',
      framesPerSecond: (rate: string, isVariable: boolean) => `${rate} fps${isVariable ? ', uneven' : ''}`,
      codec: 'Codec',
      sound: 'Sound',
      noSound: 'no sound',
      audioCodecs: { aac: 'AAC', opus: 'Opus', mp3: 'MP3', ac3: 'AC-3' },
      timecode: 'Timecode',
      fields: 'Fields',
      deinterlaced: {
        top: 'Interlaced, top field first: deinterlaced',
        bottom: 'Interlaced, bottom field first: deinterlaced',
      },
      transparency: 'Transparency',
      isTransparent: 'see-through already',
      reading: 'Reading',
      readByFfmpeg: 'slower, by ffmpeg',
      made: 'Made',
      onService: (cost: number) => `On the service, ${credits(cost)}`,
      time: 'Time',
      frames: 'Frames',
      sceneCuts: 'Scene cuts',
      file: 'File',
      kept: 'Kept',
      checked: 'Checked',
    },
    /** What was found when the written file was opened again. */
    check: {
      verified: (found: readonly string[]) => `Verified: ${found.join(', ')}`,
      missingFrames: (count: number, expected: number) =>
        `The file has ${frames(count)} of ${formatNumber(expected)}`,
      noSound: (reason: string) => `No sound: ${reason}`,
      soundEndsEarly: (seconds: number) => `Sound ends ${formatDecimal(seconds, 1)} s early`,
      soundEndsLate: (seconds: number) => `Sound ends ${formatDecimal(seconds, 1)} s late`,
      transparent: 'see-through',
      sound: 'sound',
      fullSound: 'sound of full length',
      mixedToStereo: (from: number) => `mixed from ${channels(from)} to stereo`,
      mixed: (from: number, to: number) => `mixed from ${channels(from)} to ${channels(to)}`,
    },
    cost: {
      credits: (cost: number) => `${credits(cost)} on the service, none here`,
      file: (bytes: string) => `about ${bytes}`,
    },
    actions: {
      make: (format: string, isAgain: boolean) => `Make ${format}${isAgain ? ' again' : ''}`,
      showResult: 'Show the result',
      /** After what is made. */
      inTime: (time: string) => `· about ${time}`,
      /** `isChosen`: all those that are chosen. */
      startAll: (count: number, isChosen: boolean) => `Start ${isChosen ? '' : 'all '}${formatNumber(count)}`,
      cancel: 'Cancel',
      resume: 'Go on',
      savedWithMatte: (name: string, matte: string, bytes: number) =>
        `Saved ${name} and ${matte}, ${formatBytes(bytes)}`,
      /** A format whose matte is a second file. */
      withMatte: (format: string) => `${format} + matte`,
      composeNote:
        'Made on this device from the cut-out of the service. Nothing is sent, and it costs no credits.',
      /** `send`: the text of a button that sends, with its price. */
      sendFor: (send: string, format: string) => `${send} for ${format}`,
      cannotStop: 'The service cannot be told to stop. What fails there is given back.',
      linkOnly: 'This page may not read the file. Open its link instead.',
    },
    /** Every file that was made of the video. */
    results: {
      label: 'Results',
      save: (format: string, facts: string) => `Save ${format} ${facts}`,
      failed: (format: string) => `${format} did not work`,
      notBegun: 'It could not be started',
      edited: 'Edited',
      withMatte: 'with matte',
      wholePicture: 'Whole picture',
    },
    /** The frames of a result as pictures. */
    frames: {
      save: (format: string) => `${format} frames`,
      saveHint: (count: number) => `${pictures(count)}, for compositing`,
      /** Asked before they are written. */
      dialog: {
        title: (count: number, format: string) => `Save ${frames(count)} as ${format}`,
        measuring: 'Three frames are made to tell how large all will be.',
        notMeasured: 'How large they will be is not known: the frames to measure could not be made.',
        /** Before and after the number of bytes, which is emphasised. */
        about: ['About', 'in all, judged by three frames.'],
        huge: 'They take long to write, and need a disk with room for them.',
        room: (bytes: string) => `A ZIP is made in this browser’s storage, which has room for ${bytes}.`,
        noRoom: (bytes: string, isFolder: boolean) =>
          `A ZIP will not fit: this browser’s storage has room for ${bytes} only. ${isFolder ? 'Save a folder' : 'Choose a smaller size'}, or a shorter part.`,
        notNow: 'Not now',
        saveZip: 'Save ZIP',
        saveFolder: 'Save folder',
      },
      cancel: 'Cancel',
      cancelAnnounced: 'Cancel the frames',
      cancelled: 'Cancelled. Nothing was saved.',
    },
    /** Asked before a file is made that may be larger than expected. */
    largeFile: {
      title: 'This will be a big file',
      /** Before and after the number of bytes, which is emphasised. */
      holdsEveryFrame: ['A MOV for editing holds every frame whole: about', 'for this video.'],
      huge: 'Some players have trouble with files of this size.',
      tooFewFree: (bytes: string) =>
        `This browser has room for ${bytes} only. Choose a smaller size, a shorter part, or WebM.`,
      free: (bytes: string) => `This browser has room for ${bytes}.`,
      alternative: 'A smaller size or WebM keeps the transparency in far less.',
      notNow: 'Not now',
      start: 'Make the MOV',
    },
    /** Asked before a video is sent again that may have been accepted the first time. */
    sendAgain: {
      title: 'Send this video again?',
      question:
        'The service did not say what became of it. It may have accepted the video and charged it, and would charge it a second time.',
      readingBalance: 'Reading your balance…',
      notNow: 'Not now',
    },
    settings: {
      levels: {
        fast: 'Few frames are looked at, the others follow the movement. The quickest.',
        balanced: 'Frames where something changes are looked at, the others follow the movement.',
        fine: 'Every frame is looked at closely. Best for hair and quick movement; takes the longest.',
      },
      background: {
        title: 'Background',
        none: 'A mask has no background. Choose another content under Export.',
        formatIsOpaque: (format: string) =>
          `${format} has no transparency: the background becomes white. Choose a colour, or another format.`,
        opaque: 'Without transparency the background becomes white.',
        onDeviceOnly:
          'A service cannot do this. Send the video as a transparent WebM, MOV or GIF: this device then adds the background, shadow, outline and canvas to its result.',
      },
      size: {
        title: 'Size',
        sizes: {
          full: { label: 'Full', note: 'As large as the video is, up to 4096 pixels.' },
          hd: { label: 'HD', note: 'The longest side at most 1920 pixels.' },
          medium: {
            label: 'Medium',
            note: 'The longest side at most 1280 pixels. Quicker, and a smaller file.',
          },
          preview: {
            label: 'Small',
            note: 'The longest side at most 640 pixels. The quickest, for a first look.',
          },
        },
        formatMaxSide: (format: string, pixels: number) => `As ${format}, at most ${pixels}.`,
      },
      export: {
        title: 'Export',
        where: 'Where will it play?',
        /** Where a format plays, in a few words, and what to know of it. */
        formats: {
          webm: {
            plays: 'Web pages, OBS',
            note: 'Small, with soft transparency and sound. Chrome, Edge, Firefox and OBS show it; Safari, iPhones and VLC play it without the transparency.',
          },
          mov: {
            plays: 'Final Cut, Premiere, After Effects',
            note: 'ProRes 4444 for editing, with the finest transparency. A big file: about 10 MB a second at 720p. Browsers do not play it.',
          },
          mp4: {
            plays: 'Everywhere',
            note: 'Plays on every phone and page. MP4 has no transparency, so the subject stands on a colour.',
          },
          gif: {
            plays: 'Chats, mails',
            note: 'Plays by itself in chats. Hard edges, up to 50 frames a second and 1280 pixels.',
          },
          webp: {
            plays: 'Stickers, web pages',
            note: 'A moving picture with soft transparency, smaller than GIF. Browsers, WhatsApp and Android show it. No sound.',
          },
          apng: {
            plays: 'Stickers, emoji',
            note: 'A moving PNG with soft transparency and every pixel as it is. Browsers, Discord and Apple devices show it. A big file without sound.',
          },
        },
        content: 'Content',
        contents: { rgba: 'Cut-out', rgb: 'Opaque', alpha: 'Mask' },
        /** The matte as a file beside an opaque video ("luma matte"). */
        matte: {
          label: 'Matte as a second file',
          note: 'For editing: a grey video of the same size, frames and times, white where the subject is.',
          fill: 'The MP4 keeps the original around the subject, with the subject’s own colours at its edges, and the matte cuts it out. Choose a background to have that instead.',
          ground: 'The MP4 stays as you chose it.',
          onDeviceOnly: 'A service does not make it.',
        },
        fields: {
          label: (rate: string) => `A frame of each field, ${rate} fps`,
          note: 'The clip is interlaced. Motion stays as smooth as it was, in twice as many frames, which take twice as long.',
        },
        /** How the frames are written as pictures. */
        frames: {
          title: 'Single frames, for compositing',
          format: 'Format of single frames',
          notes: {
            png8: 'One PNG for each frame.',
            png16:
              'Alpha in 16 bits. Colours of more than 8 bits stay so inside the subject; HDR becomes SDR.',
            exr: 'Half floats in linear light, primaries of sRGB. Colours of more than 8 bits stay so inside the subject; HDR becomes SDR.',
          },
          alpha: 'Alpha of single frames',
          alphas: { straight: 'Straight', premultiplied: 'Premultiplied' },
          alphaNotes: {
            straight: 'Colours are whole beside a soft edge.',
            premultiplied: 'Colours are multiplied with their alpha, as over black.',
          },
          numbered: 'Numbered from 1001; their button comes with a result.',
          byTimecode: 'Number frames by timecode',
          byTimecodeNote: 'Frames since midnight, as the timecode counts, instead of from 1001.',
        },
        contentHints: {
          rgba: 'The subject alone',
          rgb: 'Without transparency',
          alpha: 'White where the subject is, black where it is not',
        },
        formatIsOpaque: (format: string) =>
          `${format} holds no transparency: the subject on its colour, or on white.`,
        keepSound: 'Keep the sound',
        keptSounds: 'Sound',
        maskHasNoSound: 'A mask has no sound.',
        formatHasNoSound: (format: string) => `${format} has no sound.`,
        onlyHereMuted: 'Only this device leaves sound out. The service keeps it.',
        serviceLacksComposition:
          'The result will have neither this background nor shadow, outline or canvas: without transparency they cannot be added to it afterwards. Send it as a transparent WebM or MOV, or run it on this device.',
        composedAfterwards:
          'The service sends the subject alone. This device then adds the background, shadow, outline and canvas, for no further credits.',
        serviceKeepsSound:
          'The result will have its sound: the service cannot leave it out. Run it on this device for one without.',
      },
    },
  },

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
      announcedFirst: (cause: string) => `${cause}. Sending follows`,
      announcedAgain: (cause: string, attempt: number, attempts: number) =>
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
    ...firstMessages.account,
    local: {
      title: 'Local only',
      /** Before and after the credits that this month's work would have cost. */
      beforeWorth:
        'Everything runs on this device, costs nothing and needs no account. This month’s work would have cost',
      afterWorth: 'on a service.',
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
      addressExample: 'https://api.example.com/v1',
      key: 'Key',
      keyExample: 'pk_…',
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
      legacyPath: '/v1.0/removebg',
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
      nameless: { image: 'Picture', video: 'Video' },
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
    ...firstMessages.engine,
    privacy:
      'Pictures are worked on in this tab, by this device, and sent nowhere. This browser keeps the list for a later visit.',
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
      /** What is kept beside the networks, which have names. */
      kinds: {
        network: 'A network',
        webgpu: 'Engine for the graphics card',
        wasm: 'Engine for the processor',
        kernels: 'The studio’s own kernels for the processor',
      },
      unfinished: (name: string) => `${name}, not all of it yet`,
      delete: 'Delete',
      deleted: 'Model files deleted',
      notDeleted: 'They could not be deleted. Close other tabs of the studio and try again.',
    },
    /** The list, which is there on a later visit. */
    kept: {
      title: 'Pictures and videos of the list',
      space: (bytes: string, limit: string) => `${bytes} of at most ${limit}`,
      why: 'They are there after a reload, and are offered on your next visit for 7 days. What you take off the list is deleted.',
      keep: 'Keep my pictures and videos on this device for 7 days',
      /** What happens where they are not kept. */
      off: 'Nothing of the list stays on the disk. A reload or a closed tab loses what is open here; the page asks before. A video that is started needs the disk: its file and results are deleted when you take it off the list, or when this page is opened next. What stays: the list of activities with its small pictures, edits by hand without their pictures, and background pictures.',
    },
    /** A report for support requests; its lines are read by people. */
    report: {
      copy: 'Copy report',
      copied: 'Report copied',
      title: 'Clearcut Studio',
      browser: (userAgent: string) => `Browser: ${userAgent}`,
      cores: (count: number) => `Cores: ${count}`,
      engine: (label: string, backend: string) => `Engine: ${label} (${backend})`,
      threads: (count: number) => `Threads: ${count}`,
      isolated: (isIsolated: boolean) => `Isolated: ${isIsolated ? 'yes' : 'no'}`,
      note: (note: string) => `Note: ${note}`,
      file: (name: string, bytes: number) => `File: ${name}, ${bytes} bytes`,
    },
  },

  /** What went wrong, and what to do. */
  errors: {
    /** A sentence for each reason that an error or a note may give; the contract has the English ones. */
    reasons: reasonMessages,
    /** What an error without a reason says of itself, by its code; the contract has the English sentences. */
    sentences: codeSentences,

    /** What an error means by where it came from, whatever its code. */
    noAnswer: {
      service: {
        title: 'The service did not answer',
        help: ({ kind }: Failure) =>
          `The connection broke, or the service does not let this page use it (CORS). Check the connection, then send it again, ${orHere}. ${mayBeCharged[kind]}`,
      },
      account: {
        title: 'The service did not answer',
        help: 'It may be down, its address may be wrong, or it does not let a page like this one talk to it (CORS); browsers do not tell which. Whoever runs the service can allow this page.',
      },
      offline: {
        title: 'You are offline',
        help: 'Work on this device goes on. Jobs that were sent go on too, and are looked at as soon as you are back.',
      },
    },
    answerUnusable: {
      title: 'The answer of the service is of no use',
      help: ({ sentence, kind }: Failure) =>
        `${sentence} You can run it on this device instead. ${mayBeCharged[kind]}`,
    },
    /** Also of what a newer release has taken away. */
    partNotLoaded: {
      title: 'A part of the studio could not be loaded',
      help: 'Check the connection, then try again. With a connection, a newer release has taken its place: reload the page, then try again. Nothing is lost.',
    },
    storageFull: {
      title: 'There is no room left for the result',
      help: `This browser's storage is full. Take finished videos out of the list or free disk space, then try again. A smaller size or WebM needs less. ${videoKept}`,
    },
    /** Titles above the sentences of reasons that say all there is to say. */
    videoReasons: {
      video_empty: 'This file is empty',
      video_frame_too_large: 'This video is too large',
      storage_limit_reached: 'There is no room left for the result',
      video_not_copied: 'The video could not be copied',
      video_codec_missing: 'This browser cannot decode this video',
      video_container_refused: 'This kind of video is not opened here',
      job_paused_too_long: 'It was paused for too long',
    },
    pictureUnreadable: {
      title: 'This file could not be read as a picture',
      help: `It may be damaged, or not what its name says. ${pictureFormats}`,
    },
    /** The unprocessed picture of a camera, with the name of its format. */
    rawPhoto: (format: string) => ({
      title: `This is a camera's raw photo (${format})`,
      help: `There is no whole preview in it that could be cut out. Export it as JPEG first, with the program of the camera or any that develops photos.`,
    }),
    /** Files that are no picture for Clearcut, by what their first bytes say. */
    fileKinds: {
      jpeg: { title: 'This is a JPEG picture that cannot be read', help: undecodable },
      png: { title: 'This is a PNG picture that cannot be read', help: undecodable },
      webp: { title: 'This is a WebP picture that cannot be read', help: undecodable },
      heif: {
        title: 'This is a HEIC photo that cannot be read',
        help: 'No picture in it could be read here. Export it as JPEG first. On an iPhone: Settings, Camera, Formats, Most Compatible.',
      },
      avif: { title: 'This is an AVIF picture that cannot be read', help: unreadable },
      gif: { title: 'This is a GIF that cannot be read', help: unreadable },
      svg: {
        title: 'This is a drawing, not a photo',
        help: `${pictureFormats} Export the SVG as PNG first.`,
      },
      bmp: { title: 'This is a BMP picture that cannot be read', help: unreadable },
      tiff: { title: 'This is a TIFF picture that cannot be read', help: unreadable },
      jxl: { title: 'This is a JPEG XL picture that cannot be read', help: unreadable },
      jp2: { title: 'This is a JPEG 2000 picture', help: `${pictureFormats} Save it as PNG or JPEG first.` },
      jxr: { title: 'This is a JPEG XR picture', help: `${pictureFormats} Save it as PNG or JPEG first.` },
      ico: { title: 'This is an icon that cannot be read', help: unreadable },
      kra: { title: 'This is a Krita file that cannot be read', help: unreadable },
      ora: { title: 'This is an OpenRaster file that cannot be read', help: unreadable },
      tga: { title: 'This is a TGA picture that cannot be read', help: unreadable },
      qoi: { title: 'This is a QOI picture that cannot be read', help: unreadable },
      pnm: { title: 'This is a PPM picture that cannot be read', help: unreadable },
      xcf: {
        title: 'This is a GIMP file (XCF)',
        help: `${pictureFormats} Export it as PNG first, in GIMP with "Export As".`,
      },
      procreate: {
        title: 'This is a Procreate file',
        help: `${pictureFormats} Share it as PNG or PSD first.`,
      },
      dds: { title: 'This is a DDS texture', help: `${pictureFormats} Save it as PNG first.` },
      pcx: { title: 'This is a PCX picture', help: `${pictureFormats} Save it as PNG first.` },
      eps: { title: 'This is a PostScript file (EPS)', help: `${pictureFormats} Export it as PNG first.` },
      icns: {
        title: 'This is an icon of macOS (ICNS)',
        help: `${pictureFormats} Save it as PNG first, in Preview with "Export".`,
      },
      xwd: { title: 'This is a screenshot of X11 (XWD)', help: `${pictureFormats} Save it as PNG first.` },
      exr: { title: 'This is an OpenEXR picture', help: `${pictureFormats} Save it as PNG or JPEG first.` },
      psd: {
        title: 'This is a Photoshop file that cannot be read',
        help: `No merged picture in it could be read here. Save it as PNG or JPEG first: in Photoshop with "Save a copy" or "Export".`,
      },
      zip: {
        title: 'This is a ZIP archive',
        help: `${pictureFormats} Unpack it first, or export the pictures of the document that it is.`,
      },
      mp3: soundFile('MP3'),
      wav: soundFile('WAV'),
      flac: soundFile('FLAC'),
      ogg: soundFile('Ogg'),
      pdf: { title: 'This is a PDF', help: `${pictureFormats} Save the page as PNG first.` },
      empty: { title: 'This file is empty', help: 'It holds no bytes. Pick another copy of it.' },
    },

    /**
     * What each code means for a picture and a video on this device, for what was sent to a service, and where the
     * account was asked for; `other` where a code says nothing of its own there.
     */
    codes: {
      validation_error: {
        image: settingRefused,
        video: settingRefused,
        service: {
          title: 'The service does not take it like this',
          help: ({ details }: Failure) =>
            `${details} Change that and send it again, ${orHere}. ${notCharged}`,
        },
        account: { title: 'That cannot be right', help: ({ sentence }: Failure) => sentence },
      },
      missing_image: {
        image: settingRefused,
        video: {
          title: 'This file cannot be read as a video',
          help: ({ sentence }: Failure) => sentence,
        },
        service: {
          title: 'The service got no picture',
          help: `The file may be empty, or something on the way took it out. Try another copy, ${orHere}. ${notCharged}`,
        },
      },
      image_too_large: {
        image: {
          title: 'This picture is too large',
          help: ({ sentence, hasReason }: Failure) =>
            hasReason
              ? sentence
              : 'It could not be opened or made smaller here. Save a copy of at most 20 MB and 100 megapixels with another program.',
        },
        service: {
          title: 'This picture is too large for the service',
          help: `It takes up to 20 MB and 100 megapixels. Send a smaller copy, ${orHere}. ${notCharged}`,
        },
      },
      video_too_large: {
        video: {
          title: 'This video is too large',
          help: 'A video may have 100 MB, or 500 MB behind a link. Take a shorter part with the handles, or export it smaller.',
        },
        service: {
          title: 'This video is too large for the service',
          help: `It takes up to 100 MB, or 500 MB behind a link. Take a part of it with the handles, ${orHere}. ${notCharged}`,
        },
      },
      video_too_long: {
        video: {
          title: 'This video is too long',
          help: 'A video may last 5 minutes. Take a part of it with the handles.',
        },
        service: {
          title: 'This video is too long for the service',
          help: `It takes up to 5 minutes. Take a part of it with the handles, ${orHere}. ${notCharged}`,
        },
      },
      invalid_video: {
        video: {
          title: 'This file cannot be read as a video',
          help: ({ sentence, hasReason }: Failure) =>
            hasReason
              ? sentence
              : 'It may be damaged, protected, or hold no moving picture. Clearcut reads MP4, MOV, M4V, WebM, MKV, AVI, MTS, MPG, VOB, OGV, and moving GIF, WebP, PNG and AVIF. If it plays elsewhere, export it as MP4 (H.264) and drop that.',
        },
        service: {
          title: 'The service cannot read this video',
          help: `Export it as MP4 (H.264) and send that, ${orHere}. ${notCharged}`,
        },
      },
      authentication_error: {
        service: {
          title: 'The service does not know this key',
          help: `Connect again with a key that works, ${orHere}. ${notCharged}`,
        },
        account: {
          title: 'The service does not know this key',
          help: 'It may have been renewed or revoked. Enter the one that is valid now.',
        },
      },
      payment_required: {
        service: {
          title: 'There are not enough credits',
          help: `The plan’s limit is reached or the trial has ended. Add credits at the service, ${orHere}: that is free. ${notCharged}`,
        },
        account: {
          title: 'There are no credits left',
          help: 'The plan’s limit is reached or the trial has ended. Add credits at the service; work on this device stays free.',
        },
      },
      permission_denied: {
        service: {
          title: 'This account may not use the service',
          help: `It is suspended, or its key was revoked. Ask whoever runs the account, ${orHere}. ${notCharged}`,
        },
        account: {
          title: 'This account may not use the service',
          help: 'It is suspended, or its key was revoked. Ask whoever runs the account, or enter another key.',
        },
      },
      job_not_found: {
        video: {
          title: 'This result is gone',
          help: 'Results are kept for 24 hours. Start it again to have it anew.',
        },
        service: {
          title: 'This result is gone',
          help: `The service keeps results for 24 hours. Send it again, ${orHere}.`,
        },
        account: {
          title: 'There is no such service at this address',
          help: 'The address should be the versioned root, like https://api.example.com/v1.',
        },
      },
      rate_limit_exceeded: {
        service: {
          title: 'The service is asked too often',
          /** What the service says itself, such as how long it asks to wait, is better than a guess. */
          help: ({ details, hasDetails }: Failure) =>
            hasDetails
              ? `${details} Send it again after that, ${orHere}. ${notCharged}`
              : `It was tried several times. Wait a minute and send it again, ${orHere}. ${notCharged}`,
        },
        account: {
          title: 'The service is asked too often',
          help: 'Several tries were turned away. Wait a minute, then read the credits again.',
        },
      },
      internal_server_error: {
        image: {
          title: 'Something broke while working on this',
          help: 'Try again. If it keeps failing, Fast needs the least memory.',
        },
        video: {
          title: 'Something broke while working on this',
          help: `Try again. If it keeps failing, Fast and a smaller size need the least memory. ${videoKept}`,
        },
        service: {
          title: 'The service broke while working on this',
          help: ({ kind }: Failure) => `Send it again in a while, ${orHere}. ${mayBeCharged[kind]}`,
        },
      },
      upstream_error: {
        image: {
          title: 'The model could not be fetched',
          help: 'Check the connection, then try again. Your pictures and settings are kept.',
        },
        video: {
          title: 'The model could not be fetched',
          help: `Check the connection, then try again. ${videoKept}`,
        },
        service: {
          title: 'A part of the service could not be reached',
          help: ({ kind }: Failure) => `Send it again in a while, ${orHere}. ${mayBeCharged[kind]}`,
        },
      },
      /** The code of a job whose work failed (Spec, Job). */
      processing_failed: {
        video: {
          title: 'The work stopped half-way',
          help: ({ sentence, hasReason }: Failure) =>
            hasReason
              ? `${sentence} ${videoKept}`
              : `${sentence} Try again; if it keeps failing, Fast and a smaller size need the least memory. ${videoKept}`,
        },
        service: {
          title: 'The service could not finish this video',
          help: ({ sentence }: Failure) => `${sentence} Its credits came back. Send it again, ${orHere}.`,
        },
      },
      other: {
        image: { title: 'This device could not do it', help: ({ sentence }: Failure) => sentence },
        video: { title: 'This device could not do it', help: ({ sentence }: Failure) => sentence },
        service: {
          title: 'The service said no',
          help: ({ sentence }: Failure) => `${sentence} You can run it on this device instead.`,
        },
        account: {
          title: 'The service has a fault',
          help: ({ status }: Failure) =>
            `It answered ${status}, also when asked again. Try again in a while; work on this device goes on.`,
        },
      },
    },
  },
}
