import type { ComputeDevice } from './compute-device.ts'
import { fileKindLabel, isFileKind, isImageKind, isRawPhoto, mediaOf } from './file-kinds.ts'
import { type Medium, requestMessages } from './request-messages.ts'
import { serviceMessages } from './service-messages.ts'
import {
  type UnreadColors,
  type UnreadCompression,
  unreadColors,
  unreadCompressions,
} from './unread-pictures.ts'

const opened = 'Use an MP4, MOV, WebM, M4V, MKV or animated GIF that plays elsewhere.'
const noResultYet = 'This job has no result yet. Ask for it once the job is completed.'

type PixelSize = { readonly width: number; readonly height: number }
/** A format's name and largest side in pixels. */
type FormatLimit = { readonly format: string; readonly maxSide: number }

/** A device with the precision of its networks; a GPU may be tried in two. */
type TriedDevice = ComputeDevice & { readonly precision: string }

const deviceText = ({ backend, threads, precision }: TriedDevice): string => {
  if (backend === 'webgpu') return `WebGPU in ${precision}`
  return threads === 1 ? 'CPU, 1 thread' : `CPU, ${threads} threads`
}

type UnreadPacking = { readonly kind: string; readonly compression: UnreadCompression }

/** Describes the file that was sent as a picture. */
const foundText = (kind: string): string => {
  const label = isFileKind(kind) ? fileKindLabel(kind) : ''
  if (kind === 'video' || (isFileKind(kind) && mediaOf(kind) === 'video')) return 'This is a video.'
  if (!isFileKind(kind) || label === '') return 'This is not an image of a known kind.'
  if (isRawPhoto(kind)) return `This is a camera's raw photo (${label}).`
  return `This is ${mediaOf(kind) === 'image' ? 'a picture' : 'a file'} in ${label}.`
}

/**
 * All reasons of errors and notes with their English sentences: what happened, then what to do. Parameters are plain
 * data, so that a reason can be stored and sent.
 */
export const reasonMessages = {
  ...requestMessages,
  ...serviceMessages,

  // The file
  file_unreadable: 'The file cannot be read. It may have been moved or changed; choose it again.',
  /** `kind`: of file. */
  image_kind_refused: ({ kind }: { readonly kind: string }) =>
    `${foundText(kind)} Only JPEG, PNG and WebP images can be cut out.`,
  image_undecodable: 'The file is not a JPEG, PNG or WebP image that can be decoded.',
  background_unusable:
    'The picture behind the subject is no JPEG, PNG or WebP that can be decoded, or has more than 100 megapixels. Choose another one under Background.',
  image_kind_unconvertible: ({ kind }: { readonly kind: string }) =>
    `This browser cannot read ${kind}. Save it as JPEG or PNG first.`,

  /** `colors`: colours or numbers that no decoder here reads. */
  image_colors_unread: ({ kind, colors }: { readonly kind: string; readonly colors: UnreadColors }) =>
    `${foundText(kind)} Its colours are ${unreadColors[colors]}, which is not read here. Save it in RGB with 8 or 16 bits first.`,
  /** `compression`: name of one that no decoder here reads. */
  image_compression_unread: ({ kind, compression }: UnreadPacking) =>
    `${foundText(kind)} It is compressed by ${unreadCompressions[compression]}, which is not read here. ${kind === 'tiff' ? 'Save it with LZW or ZIP compression, or with none.' : 'Save it as a usual JPEG or PNG first.'}`,
  /** The sides may come from a damaged file. */
  image_too_many_pixels: ({ kind, width, height }: PixelSize & { readonly kind: string }) =>
    `${foundText(kind)} It has ${width} x ${height} pixels, more than can be opened here. Save a smaller copy${isFileKind(kind) && isImageKind(kind) ? '' : ', or save it as JPEG or PNG first'}.`,
  /** `kind`: of a program with layers. */
  merged_picture_missing: ({ kind }: { readonly kind: string }) =>
    `${foundText(kind)} It was saved with its layers alone, without the picture that they make. Save it with "Maximize compatibility", or as PNG or TIFF.`,
  /** `kind`: a camera's raw format. */
  raw_without_preview: ({ kind }: { readonly kind: string }) =>
    `${foundText(kind)} There is no whole preview in it that could be cut out. Export it as JPEG first, with the program of the camera or any that develops photos.`,

  // Edits
  edits_unreadable: 'These edits cannot be read. They were damaged or come from another program.',
  edits_not_kept_full:
    'There is no room left in the storage of this browser. Free disk space, or take finished results off the list.',
  items_not_kept_full: ({ maxMegabytes }: { readonly maxMegabytes: number }) =>
    `This browser keeps up to ${maxMegabytes} MB of the list for a later visit, and that is full.`,
  storage_refused:
    'This browser could not store it. It may let this page store nothing: then allow it cookies and site data.',
  alpha_missing:
    'The result to be edited has no transparency. Make it once more as a PNG or WebP without a background, then edit it.',
  alpha_of_other_shape:
    'The result to be edited does not show the whole picture. Make it once more without a crop, then edit it.',

  // Videos that cannot be read
  video_opening_timed_out:
    'The video takes too long to open. It may be damaged, or say of itself what no video can hold. Save it anew with another program and try again.',
  video_unopenable: `The file is no video that can be opened here. ${opened}`,
  video_empty: 'The file holds no bytes. Pick another copy of it.',
  video_not_a_video: `The file is no video. ${opened}`,
  /** `container`: its common name. */
  video_container_refused: ({ container }: { readonly container: string }) =>
    `This is a video in ${container}, which is not opened here. ${opened}`,
  video_no_picture: `The file holds no picture. ${opened}`,
  video_only_sound: `The file holds no picture, only sound. ${opened}`,
  video_too_many_frames: `The file lists more frames than a video can have. ${opened}`,
  video_too_many_frames_shown: `The file shows more frames than a video can have. ${opened}`,
  video_too_many_edits: `The file lists more edits than a video can have. ${opened}`,
  video_too_many_entries: `The file lists more than a video can hold. ${opened}`,
  video_frame_too_large: ({ width, height }: PixelSize) =>
    `A frame has ${width} x ${height} pixels, too many to work on. Export it smaller with a video editor, and pick what it saves.`,
  video_undecodable: `The video cannot be decoded. ${opened}`,
  video_codec_missing: ({ codec }: { readonly codec: string }) =>
    `This browser cannot decode ${codec}. Save the video as an MP4 with H.264, or open the studio in Chrome, Edge or Firefox.`,
  video_undecodable_to_end: `The video cannot be decoded to its end. ${opened}`,
  video_truncated: `The video breaks off before its end. ${opened}`,
  video_encrypted: `The video is encrypted, so that only its own player shows it. ${opened}`,
  video_parts_differ:
    'The file holds several videos one after the other that are coded in different ways, and a player shows the first alone. Join them in a video editor, and pick what it saves.',
  picture_still: ({ codec }: { readonly codec: string }) => `The ${codec} is a still picture. ${opened}`,

  // Results that cannot be made
  result_too_large: ({
    width,
    height,
    maxMegapixels,
    maxSide,
  }: PixelSize & { readonly maxMegapixels: number; readonly maxSide: number }) =>
    `The result would be ${width} x ${height} pixels; at most ${maxMegapixels} megapixels and ${maxSide} a side are possible. A smaller size makes it possible.`,
  crop_too_far: ({ maxSide }: { readonly maxSide: number }) =>
    `The crop reaches too far past the image: it may take in at most ${maxSide} pixels a side. Choose a ratio nearer to that of the subject.`,
  result_side_too_long: ({ width, height, format, maxSide }: PixelSize & FormatLimit) =>
    `The result would be ${width} x ${height} pixels; ${format} holds at most ${maxSide} a side. Use png, or a smaller size.`,
  result_not_encodable: ({ width, height, format }: PixelSize & { readonly format: string }) =>
    `The result would be ${width} x ${height} pixels, which is more than this browser can write as ${format}. Use png, or a smaller size.`,
  picture_side_too_long: ({ width, height, format, maxSide }: PixelSize & FormatLimit) =>
    `${format} holds at most ${maxSide.toLocaleString('en')} pixels a side; this result has ${width} x ${height}. Choose PNG, or a smaller size.`,
  trim_empty: ({
    fromSeconds,
    toSeconds,
    durationSeconds,
  }: {
    readonly fromSeconds: number
    readonly toSeconds: number
    readonly durationSeconds: number
  }) =>
    `There is no frame between ${fromSeconds.toFixed(2)} s and ${toSeconds.toFixed(2)} s; the video lasts ${durationSeconds.toFixed(2)} s.`,

  // Batches
  names_empty: 'Name the files, for example {name}.',
  /** `part`: of a name pattern. */
  names_part_unknown: ({ part }: { readonly part: string }) =>
    `${part} means nothing in names. Use {name}, {recipe}, {n:3}, {folder}, {date}, {width} or {height}.`,
  batch_without_recipe: 'Choose at least one recipe.',
  batch_without_files: 'There is no file in this folder.',
  /** `name`: of the first file. */
  batch_over_source: ({ name }: { readonly name: string }) =>
    `${name} would be written over. Choose another folder, or other names, for example {name}-cutout.`,
  batch_file_exists: 'A file of that name was there before.',
  batch_file_skipped: 'Left out.',
  file_not_written: 'The folder did not take the file. Another program may have it open.',
  file_name_refused: 'The folder takes no file of this name. Choose other names.',

  // This device
  disk_full:
    'The disk is full, or the browser gives this page no more of it. Free some space, or choose a smaller size or another format.',
  storage_full:
    'There is not enough room left on this device. Free some space, or delete finished results, and send the video again.',
  storage_limit_reached: ({ maxMegabytes }: { readonly maxMegabytes: number }) =>
    `This browser has room for ${maxMegabytes} MB of videos and results of this page in all, as private windows do. Delete finished results or choose a smaller size, then send the video again.`,
  keeping_storage_full:
    'There is no room left in the storage of this browser. Take kept results off the list, or free disk space.',
  keeping_failed: 'This browser could not write the file. It may not keep files for this page.',
  video_not_copied:
    'The video could not be copied for the work. It may have been moved or changed, or this browser lets this page store nothing: then allow it cookies and site data.',
  page_not_secure:
    'Videos are worked on in pages opened over https only. Open the studio at an https address.',
  model_not_downloaded:
    'The model could not be downloaded. Check the connection and try again; what has arrived is kept.',
  ffmpeg_not_downloaded:
    'A part of the studio that this video needs could not be downloaded. Check the connection and try again.',

  // Sound that is missing from a result
  audio_unreadable: ({ codec }: { readonly codec: string }) =>
    `Sound in ${codec} cannot be read here, so the result lacks it. Add it in a video editor.`,
  audio_in_too_many_pieces: 'The sound ends early: it is in more pieces than sound of its length can be.',
  /** Limits of messengers: `src/contract/stickers.ts`. */
  file_beyond_limit: ({ bytes, maxBytes }: { readonly bytes: number; readonly maxBytes: number }) =>
    `The file has ${Math.ceil(bytes / 1000)} kB, and the limit is ${Math.floor(maxBytes / 1000)} kB. It gets no smaller.`,
  audio_ends_early: 'The sound ends early, because the rest of it cannot be read.',
  audio_partly_silent: 'Parts of the sound are broken and are silent in the result.',

  // Devices that were not used
  device_denylisted: ({ device }: { readonly device: TriedDevice }) =>
    `${deviceText(device)} is passed over: it answered wrongly on this machine before.`,
  /** `cause`: from the browser or the self-test, for support. */
  device_restarted: ({ device, cause }: { readonly device: TriedDevice; readonly cause: string }) =>
    `${deviceText(device)} was started again: ${cause}.`,
  device_replaced: ({
    device,
    by,
    cause,
  }: {
    readonly device: TriedDevice
    readonly by: TriedDevice
    readonly cause: string
  }) => `${deviceText(by)} took over from ${deviceText(device)}: ${cause}.`,

  // Recipes
  recipe_unknown: 'This is no recipe of Clearcut.',
  recipe_of_newer: 'A newer release of Clearcut made this recipe. Reload the page, then try again.',
  recipe_link_too_long: 'The recipe is too long for a link. Export it as a file.',
  /** `field`: its path in the recipe's file. */
  recipe_field_unusable: ({ field }: { readonly field: string }) =>
    `The recipe cannot be used, since its ${field} is not valid.`,

  // Jobs
  job_failed:
    'Something went wrong while working on this video. Send it again; if it fails again, try a smaller size or another format.',
  job_stopped: 'The work on this video was stopped. Send it again.',
  job_stalled: 'The work on this video stood still, so it was stopped. Send it again.',
  worker_not_loaded:
    'A part of the studio could not be loaded. Connect to the internet and try again. If you are connected, a newer release has taken its place: reload the page, then try again; nothing is lost.',
  worker_silent:
    'A part of the studio stopped answering several times, so this work was given up. Reload the page and try again.',
  job_cancelled: 'This job was cancelled. It cost nothing.',
  job_interrupted:
    'The work on this video was interrupted several times, so it was given up. Try a smaller size or a shorter video.',
  job_paused_too_long:
    'This video was paused for 24 hours, so it was given up and its files were deleted. It cost nothing. Send it again.',
  job_not_ended: 'This job has not ended. Cancel it first.',
  job_result_pending: noResultYet,
  job_has_failed: 'This job failed, so it has no result. Send the video again.',
  job_has_no_frames: 'This job has no result, so it has no frames to pack. Let it end first.',
  job_source_deleted: 'The video of this job is no longer kept in this browser. Choose it again.',
  job_source_missing: 'The video is no longer kept in this browser. Send it again.',
  job_result_deleted: 'The result of this job is no longer kept in this browser. Send the video again.',
  result_named_otherwise: ({ extension }: { readonly extension: string }) =>
    `This job's result is result.${extension}.`,
  result_range_outside: ({ size }: { readonly size: number }) =>
    `The result has ${size} bytes, and none of those that were asked for. Ask for the whole file.`,
  mattes_lost:
    'Some of the mattes that were kept of this video cannot be read any more. Start the video again.',
  video_alpha_missing:
    'The result of the service has no transparency, so that nothing can be put behind its subject. Send the video as WebM, MOV or GIF without a background.',
  video_alpha_of_other_clip:
    'The result of the service has another shape or length than the video, so that its transparency does not fit. Run the video on this device.',
  mattes_deleted: 'The mattes of this video are no longer kept in this browser. Start it again.',
  request_interrupted: ({ medium }: { readonly medium: Medium }) =>
    `The page was closed while this ${medium} was on its way, so its answer was lost. It may have been charged: compare your credits before you send it again.`,
} as const
