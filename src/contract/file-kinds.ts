/** What a file holds as a whole. */
type Media = 'image' | 'video' | 'other'

type FileKindRow = {
  readonly media: Media
  /** Its usual name in sentences. */
  readonly label: string
  /** The unprocessed picture of a camera. */
  readonly isRaw?: true
  /** Browsers or decoders of the studio read it, and the API does not take it (D-2): `src/codecs/image/image-readers.ts`. */
  readonly isReadHere?: true
  /** Of file names, without the dot, by which files of it are looked for. */
  readonly endings?: readonly string[]
}

/**
 * Every kind of file that is known by its first bytes, by `sniff`. A GIF counts as a picture here, although it may be a
 * video of several. No video is in a raw format.
 */
export const fileKinds = {
  jpeg: { media: 'image', label: 'JPEG', endings: ['jpg', 'jpeg', 'jfif'] },
  png: { media: 'image', label: 'PNG', endings: ['png'] },
  webp: { media: 'image', label: 'WebP', endings: ['webp'] },
  gif: { media: 'image', label: 'GIF', isReadHere: true, endings: ['gif'] },
  avif: { media: 'image', label: 'AVIF', isReadHere: true, endings: ['avif'] },
  heif: { media: 'image', label: 'HEIC', isReadHere: true, endings: ['heic', 'heif'] },
  jxl: { media: 'image', label: 'JPEG XL', isReadHere: true, endings: ['jxl'] },
  jp2: { media: 'image', label: 'JPEG 2000' },
  bmp: { media: 'image', label: 'BMP', isReadHere: true, endings: ['bmp'] },
  ico: { media: 'image', label: 'ICO', isReadHere: true },
  tiff: { media: 'image', label: 'TIFF', isReadHere: true, endings: ['tif', 'tiff'] },
  psd: { media: 'image', label: 'PSD (Photoshop)', isReadHere: true, endings: ['psd', 'psb'] },
  exr: { media: 'image', label: 'OpenEXR' },
  svg: { media: 'image', label: 'SVG' },
  cr2: { media: 'image', label: 'Canon CR2', isRaw: true, endings: ['cr2'] },
  cr3: { media: 'image', label: 'Canon CR3', isRaw: true, endings: ['cr3'] },
  crw: { media: 'image', label: 'Canon CRW', isRaw: true },
  nef: { media: 'image', label: 'Nikon NEF', isRaw: true, endings: ['nef'] },
  arw: { media: 'image', label: 'Sony ARW', isRaw: true, endings: ['arw'] },
  dng: { media: 'image', label: 'DNG', isRaw: true, endings: ['dng'] },
  raf: { media: 'image', label: 'Fujifilm RAF', isRaw: true, endings: ['raf'] },
  orf: { media: 'image', label: 'Olympus ORF', isRaw: true, endings: ['orf'] },
  rw2: { media: 'image', label: 'Panasonic RW2', isRaw: true, endings: ['rw2'] },
  pef: { media: 'image', label: 'Pentax PEF', isRaw: true, endings: ['pef'] },
  srw: { media: 'image', label: 'Samsung SRW', isRaw: true, endings: ['srw'] },
  mrw: { media: 'image', label: 'Minolta MRW', isRaw: true },
  x3f: { media: 'image', label: 'Sigma X3F', isRaw: true },
  mp4: { media: 'video', label: 'MP4', endings: ['mp4', 'm4v', '3gp'] },
  mov: { media: 'video', label: 'MOV', endings: ['mov', 'qt'] },
  webm: { media: 'video', label: 'WebM', endings: ['webm'] },
  mkv: { media: 'video', label: 'MKV', endings: ['mkv'] },
  avi: { media: 'video', label: 'AVI', endings: ['avi'] },
  flv: { media: 'video', label: 'FLV', endings: ['flv'] },
  wmv: { media: 'video', label: 'WMV', endings: ['wmv'] },
  mpg: { media: 'video', label: 'MPG', endings: ['mpg', 'mpeg'] },
  mts: { media: 'video', label: 'MTS', endings: ['m2ts'] },
  ogv: { media: 'video', label: 'OGV', endings: ['ogv'] },
  rm: { media: 'video', label: 'RM' },
  mp3: { media: 'other', label: 'MP3' },
  wav: { media: 'other', label: 'WAV' },
  flac: { media: 'other', label: 'FLAC' },
  ogg: { media: 'other', label: 'Ogg' },
  pdf: { media: 'other', label: 'PDF' },
  zip: { media: 'other', label: 'ZIP' },
  empty: { media: 'other', label: '' },
  unknown: { media: 'other', label: '' },
} as const satisfies Readonly<Record<string, FileKindRow>>

/** The name of a kind of file. */
export type FileKind = keyof typeof fileKinds

type ImageKind = 'jpeg' | 'png' | 'webp'

/** The kinds of pictures that are decoded. A raw photo holds one of them. */
export type ReadableKind =
  | ImageKind
  | { [K in FileKind]: (typeof fileKinds)[K] extends { readonly isReadHere: true } ? K : never }[FileKind]

type RefusedVideo = {
  readonly reason: 'video_container_refused'
  readonly params: { readonly container: string }
}

const rowOf = (kind: FileKind): FileKindRow => fileKinds[kind]

export const mediaOf = (kind: FileKind): Media => rowOf(kind).media

/** Its usual name in sentences; empty for a file that is of no known kind. */
export const fileKindLabel = (kind: FileKind): string => rowOf(kind).label

/** Whether a word, such as one that another version stored, is a kind of file. */
export const isFileKind = (word: string): word is FileKind => Object.hasOwn(fileKinds, word)

/** Whether this device reads it, and the API does not take it. */
export const isReadHere = (kind: FileKind): boolean => rowOf(kind).isReadHere === true

/** The endings of names of all pictures and videos, with or without raw photos. */
export const nameEndings = ({ withRaw }: { readonly withRaw: boolean }): readonly string[] =>
  Object.values<FileKindRow>(fileKinds)
    .filter(({ isRaw }) => withRaw || !isRaw)
    .flatMap(({ endings = [] }) => endings)

/** Whether it is the unprocessed picture of a camera. */
export const isRawPhoto = (kind: FileKind): boolean => rowOf(kind).isRaw === true

/** What `image_file` may hold (D-2). */
export const isImageKind = (kind: FileKind): kind is ImageKind =>
  kind === 'jpeg' || kind === 'png' || kind === 'webp'

/** Whether it is a picture that this device cuts out. */
export const isReadablePicture = (kind: FileKind): boolean =>
  isImageKind(kind) || isReadHere(kind) || isRawPhoto(kind)

/** What is no video but a picture in the wrong field (D-3). */
export const isPictureKind = (kind: FileKind): boolean => mediaOf(kind) === 'image' && kind !== 'gif'

/** The kinds whose files are read as videos (D-3). */
const videoKinds = ['mp4', 'mov', 'webm', 'mkv', 'avi', 'gif'] as const satisfies readonly FileKind[]

/** Whether files of a kind are read as videos. */
export const isVideoKind = (kind: FileKind): boolean => (videoKinds as readonly FileKind[]).includes(kind)

/** Why a video whose container is not read is refused; undefined for every other file. */
export const refusedVideoOf = (kind: FileKind): RefusedVideo | undefined =>
  mediaOf(kind) === 'video' && !isVideoKind(kind)
    ? { reason: 'video_container_refused', params: { container: fileKindLabel(kind) } }
    : undefined
