/** One row an image format (Spec, POST /remove (image)). */
export const imageFormats = {
  png: { label: 'PNG', mime: 'image/png', extension: 'png', alpha: true },
  jpg: { label: 'JPG', mime: 'image/jpeg', extension: 'jpg', alpha: false },
  webp: { label: 'WebP', mime: 'image/webp', extension: 'webp', alpha: true },
} as const

/** One row a video format (Spec, POST /remove (video), rule 3; D-31 to D-33). */
export const videoFormats = {
  webm: { label: 'WebM', mime: 'video/webm', extension: 'webm', alpha: true, audio: 'Opus' },
  mov: { label: 'MOV', mime: 'video/quicktime', extension: 'mov', alpha: true, audio: 'AAC' },
  mp4: { label: 'MP4', mime: 'video/mp4', extension: 'mp4', alpha: false, audio: 'AAC' },
  gif: { label: 'GIF', mime: 'image/gif', extension: 'gif', alpha: true, audio: null },
} as const

export type ImageFormat = keyof typeof imageFormats

export type VideoFormat = keyof typeof videoFormats

export const isImageFormat = (text: string): text is ImageFormat => Object.hasOwn(imageFormats, text)

export const isVideoFormat = (text: string): text is VideoFormat => Object.hasOwn(videoFormats, text)
