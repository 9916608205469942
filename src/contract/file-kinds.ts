/** What kind of content a file has. */
type Media = 'image' | 'video' | 'other'

type FileKindRow = {
  readonly media: Media
  /** Name to show. */
  readonly label: string
  /** Whether it is a camera's unprocessed picture. */
  readonly isRaw?: true
  /** Whether this device reads it and the API refuses it (D-2): `src/codecs/image/image-readers.ts`. */
  readonly isReadHere?: true
  /** Alternative signatures: bytes by their offset. */
  readonly marks?: readonly Readonly<Record<number, string>>[]
  /** File name endings without the dot, for file pickers. */
  readonly endings?: readonly string[]
}

/**
 * All file kinds that `sniff` detects; the first row with matching marks counts. A GIF counts as a picture, although it
 * may be a video. FLV (Adobe, Video File Format 10.1), WMV (Microsoft, ASF 3.1), MPG and MTS (ISO/IEC 13818-1), OGV
 * (RFC 3533), and sound that is mistaken for video: MP3 (ID3v2, or a frame of ISO/IEC 11172-3), Ogg with Vorbis, Opus
 * or FLAC alone.
 */
export const fileKinds = {
  jpeg: { media: 'image', label: 'JPEG', endings: ['jpg', 'jpeg', 'jfif'], marks: [{ 0: '\xff\xd8\xff' }] },
  png: { media: 'image', label: 'PNG', endings: ['png', 'apng'], marks: [{ 0: '\x89PNG\r\n\x1a\n' }] },
  webp: { media: 'image', label: 'WebP', endings: ['webp'], marks: [{ 0: 'RIFF', 8: 'WEBP' }] },
  gif: {
    media: 'image',
    label: 'GIF',
    isReadHere: true,
    endings: ['gif'],
    marks: [{ 0: 'GIF87a' }, { 0: 'GIF89a' }],
  },
  avif: { media: 'image', label: 'AVIF', isReadHere: true, endings: ['avif'] },
  heif: { media: 'image', label: 'HEIC', isReadHere: true, endings: ['heic', 'heif'] },
  jxl: {
    media: 'image',
    label: 'JPEG XL',
    isReadHere: true,
    endings: ['jxl'],
    marks: [{ 0: '\xff\x0a' }, { 4: 'JXL \r\n\x87\n' }],
  },
  jp2: { media: 'image', label: 'JPEG 2000', marks: [{ 4: 'jP  \r\n\x87\n' }, { 0: '\xff\x4f\xff\x51' }] },
  jxr: { media: 'image', label: 'JPEG XR', marks: [{ 0: 'II\xbc\x01' }] },
  // The header length is a small number, which excludes text that begins with BM.
  bmp: {
    media: 'image',
    label: 'BMP',
    isReadHere: true,
    endings: ['bmp'],
    marks: [{ 0: 'BM', 15: '\0\0\0' }],
  },
  // Fewer than 256 pictures.
  ico: { media: 'image', label: 'ICO', isReadHere: true, marks: [{ 0: '\0\0\x01\0', 5: '\0' }] },
  tiff: { media: 'image', label: 'TIFF', isReadHere: true, endings: ['tif', 'tiff'] },
  // PSB, for large pictures, has version 2.
  psd: {
    media: 'image',
    label: 'PSD (Photoshop)',
    isReadHere: true,
    endings: ['psd', 'psb'],
    marks: [{ 0: '8BPS\0\x01' }, { 0: '8BPS\0\x02' }],
  },
  qoi: { media: 'image', label: 'QOI', isReadHere: true, endings: ['qoi'], marks: [{ 0: 'qoif' }] },
  // Without signatures: `sniff` checks their headers.
  tga: { media: 'image', label: 'TGA', isReadHere: true, endings: ['tga'] },
  pnm: { media: 'image', label: 'PPM', isReadHere: true, endings: ['ppm', 'pgm', 'pbm', 'pnm', 'pam'] },
  pcx: { media: 'image', label: 'PCX' },
  procreate: { media: 'image', label: 'Procreate' },
  // ZIP documents, identified by their first file.
  kra: {
    media: 'image',
    label: 'Krita',
    isReadHere: true,
    endings: ['kra'],
    marks: [{ 0: 'PK\x03\x04', 30: 'mimetypeapplication/x-krita' }],
  },
  ora: {
    media: 'image',
    label: 'OpenRaster',
    isReadHere: true,
    endings: ['ora'],
    marks: [{ 0: 'PK\x03\x04', 30: 'mimetypeimage/openraster' }],
  },
  xcf: { media: 'image', label: 'XCF (GIMP)', marks: [{ 0: 'gimp xcf ' }] },
  dds: { media: 'image', label: 'DDS', marks: [{ 0: 'DDS ' }] },
  eps: { media: 'image', label: 'EPS', marks: [{ 0: '%!PS' }, { 0: '\xc5\xd0\xd3\xc6' }] },
  icns: { media: 'image', label: 'ICNS', marks: [{ 0: 'icns' }] },
  // Version 7 after the length of the header.
  xwd: { media: 'image', label: 'XWD', marks: [{ 0: '\0\0\0', 4: '\0\0\0\x07' }] },
  exr: { media: 'image', label: 'OpenEXR', marks: [{ 0: '\x76\x2f\x31\x01' }] },
  svg: { media: 'image', label: 'SVG' },
  cr2: {
    media: 'image',
    label: 'Canon CR2',
    isRaw: true,
    endings: ['cr2'],
    marks: [{ 0: 'II*\0', 8: 'CR\x02' }],
  },
  cr3: { media: 'image', label: 'Canon CR3', isRaw: true, endings: ['cr3'] },
  crw: { media: 'image', label: 'Canon CRW', isRaw: true, marks: [{ 0: 'II', 6: 'HEAPCCDR' }] },
  nef: { media: 'image', label: 'Nikon NEF', isRaw: true, endings: ['nef'] },
  arw: { media: 'image', label: 'Sony ARW', isRaw: true, endings: ['arw', 'sr2'] },
  dng: { media: 'image', label: 'DNG', isRaw: true, endings: ['dng'] },
  raf: {
    media: 'image',
    label: 'Fujifilm RAF',
    isRaw: true,
    endings: ['raf'],
    marks: [{ 0: 'FUJIFILMCCD-RAW' }],
  },
  orf: {
    media: 'image',
    label: 'Olympus ORF',
    isRaw: true,
    endings: ['orf'],
    marks: [{ 0: 'IIRO' }, { 0: 'IIRS' }, { 0: 'MMOR' }],
  },
  rw2: { media: 'image', label: 'Panasonic RW2', isRaw: true, endings: ['rw2'], marks: [{ 0: 'IIU\0' }] },
  pef: { media: 'image', label: 'Pentax PEF', isRaw: true, endings: ['pef'] },
  srw: { media: 'image', label: 'Samsung SRW', isRaw: true, endings: ['srw'] },
  '3fr': { media: 'image', label: 'Hasselblad 3FR', isRaw: true, endings: ['3fr'] },
  iiq: { media: 'image', label: 'Phase One', isRaw: true, endings: ['iiq'] },
  dcr: { media: 'image', label: 'Kodak DCR', isRaw: true, endings: ['dcr', 'kdc'] },
  erf: { media: 'image', label: 'Epson ERF', isRaw: true, endings: ['erf'] },
  mos: { media: 'image', label: 'Leaf MOS', isRaw: true, endings: ['mos'] },
  mef: { media: 'image', label: 'Mamiya MEF', isRaw: true, endings: ['mef'] },
  mrw: { media: 'image', label: 'Minolta MRW', isRaw: true, marks: [{ 0: '\0MRM' }] },
  x3f: { media: 'image', label: 'Sigma X3F', isRaw: true, marks: [{ 0: 'FOVb' }] },
  mp4: { media: 'video', label: 'MP4', endings: ['mp4', 'm4v', '3gp'] },
  mov: { media: 'video', label: 'MOV', endings: ['mov', 'qt'] },
  webm: { media: 'video', label: 'WebM', endings: ['webm'] },
  mkv: { media: 'video', label: 'MKV', endings: ['mkv'] },
  avi: { media: 'video', label: 'AVI', endings: ['avi'], marks: [{ 0: 'RIFF', 8: 'AVI ' }] },
  flv: { media: 'video', label: 'FLV', endings: ['flv'], marks: [{ 0: 'FLV' }] },
  wmv: { media: 'video', label: 'WMV', endings: ['wmv'], marks: [{ 0: '\x30\x26\xb2\x75\x8e\x66\xcf\x11' }] },
  mpg: {
    media: 'video',
    label: 'MPG',
    endings: ['mpg', 'mpeg', 'vob'],
    marks: [{ 0: '\0\0\x01\xba' }, { 0: '\0\0\x01\xb3' }],
  },
  // As written by cameras: four bytes before each packet.
  mts: {
    media: 'video',
    label: 'MTS',
    endings: ['mts', 'm2ts', 'm2t'],
    marks: [
      { 0: 'G', 188: 'G' },
      { 4: 'G', 196: 'G' },
    ],
  },
  // Sound alone: the first page, of one segment, names the codec.
  ogg: {
    media: 'other',
    label: 'Ogg',
    marks: [
      { 0: 'OggS', 28: '\x01vorbis' },
      { 0: 'OggS', 28: 'OpusHead' },
      { 0: 'OggS', 28: '\x7fFLAC' },
    ],
  },
  ogv: { media: 'video', label: 'OGV', endings: ['ogv'], marks: [{ 0: 'OggS' }] },
  rm: { media: 'video', label: 'RM', marks: [{ 0: '.RMF' }] },
  mp3: { media: 'other', label: 'MP3', marks: [{ 0: 'ID3' }, { 0: '\xff\xfb' }, { 0: '\xff\xf3' }] },
  wav: { media: 'other', label: 'WAV', marks: [{ 0: 'RIFF', 8: 'WAVE' }] },
  flac: { media: 'other', label: 'FLAC', marks: [{ 0: 'fLaC' }] },
  pdf: { media: 'other', label: 'PDF', marks: [{ 0: '%PDF-' }] },
  // The second mark is that of an empty ZIP.
  zip: { media: 'other', label: 'ZIP', marks: [{ 0: 'PK\x03\x04' }, { 0: 'PK\x05\x06' }] },
  empty: { media: 'other', label: '' },
  unknown: { media: 'other', label: '' },
} as const satisfies Readonly<Record<string, FileKindRow>>

/** The name of a kind of file. */
export type FileKind = keyof typeof fileKinds

type ImageKind = 'jpeg' | 'png' | 'webp'

/** Kinds of pictures that are decoded. A raw photo contains one of them. */
export type ReadableKind =
  | ImageKind
  | { [K in FileKind]: (typeof fileKinds)[K] extends { readonly isReadHere: true } ? K : never }[FileKind]

type RefusedVideo = {
  readonly reason: 'video_container_refused'
  readonly params: { readonly container: string }
}

const rowOf = (kind: FileKind): FileKindRow => fileKinds[kind]

export const mediaOf = (kind: FileKind): Media => rowOf(kind).media

/** The name of a kind; empty if unknown. */
export const fileKindLabel = (kind: FileKind): string => rowOf(kind).label

/** The kind whose marks match the first bytes, given as one character per byte; undefined if none does. */
export const kindOfMarks = (text: string): FileKind | undefined =>
  (Object.keys(fileKinds) as FileKind[]).find((kind) =>
    rowOf(kind).marks?.some((marks) =>
      Object.entries(marks).every(([at, mark]) => text.startsWith(mark, Number(at))),
    ),
  )

/** Whether a word, such as one stored by another version, is a kind of file. */
export const isFileKind = (word: string): word is FileKind => Object.hasOwn(fileKinds, word)

/** Whether this device reads it and the API refuses it. */
export const isReadHere = (kind: FileKind): boolean => rowOf(kind).isReadHere === true

/** The file name endings of all pictures and videos, with or without raw photos. */
export const nameEndings = ({ withRaw }: { readonly withRaw: boolean }): readonly string[] =>
  Object.values<FileKindRow>(fileKinds)
    .filter(({ isRaw }) => withRaw || !isRaw)
    .flatMap(({ endings = [] }) => endings)

/** Whether it is a camera's unprocessed picture. */
export const isRawPhoto = (kind: FileKind): boolean => rowOf(kind).isRaw === true

/** Whether the API's `image_file` accepts it (D-2). */
export const isImageKind = (kind: FileKind): kind is ImageKind =>
  kind === 'jpeg' || kind === 'png' || kind === 'webp'

/** Whether this device can cut it out. */
export const isReadablePicture = (kind: FileKind): boolean =>
  isImageKind(kind) || isReadHere(kind) || isRawPhoto(kind)

/** Whether it is a picture, which a video field refuses (D-3). */
export const isPictureKind = (kind: FileKind): boolean => mediaOf(kind) === 'image' && kind !== 'gif'

/** Containers of camcorders and discs, and OGV: ffmpeg copies their tracks into Matroska. */
export const copiedContainers = ['mts', 'mpg', 'ogv'] as const satisfies readonly FileKind[]

/** Kinds that are read as videos (D-3). */
const videoKinds: readonly FileKind[] = ['mp4', 'mov', 'webm', 'mkv', 'avi', 'gif', ...copiedContainers]

/** Whether files of a kind are read as videos. */
export const isVideoKind = (kind: FileKind): boolean => videoKinds.includes(kind)

/** The reason to refuse a video of an unsupported container; undefined for other files. */
export const refusedVideoOf = (kind: FileKind): RefusedVideo | undefined =>
  mediaOf(kind) === 'video' && !isVideoKind(kind)
    ? { reason: 'video_container_refused', params: { container: fileKindLabel(kind) } }
    : undefined
