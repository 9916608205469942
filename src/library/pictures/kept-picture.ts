import * as v from 'valibot'
import { isErrorCode } from '#contract/error-codes.ts'
import { type FileKind, isFileKind } from '#contract/file-kinds.ts'
import { parseImageOptions, serializeImageOptions } from '#contract/image-options.ts'
import { leftOutSchema } from '#contract/left-out.ts'
import { imageFormats } from '#contract/output-formats.ts'
import { type PlainError, ServiceError } from '#contract/service-error.ts'
import type { Keeping } from '#library/items/item-kind.ts'
import type { KeptItem } from '#library/kept-items.ts'
import { recipeSchema } from '#library/recipe/recipe.ts'
import { interrupted, newPicture, type PictureItem, type ServiceResult, withoutFile } from './picture-item.ts'

const box = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })
const size = v.object({ width: v.number(), height: v.number() })
const contentTypes = Object.values(imageFormats).map(({ mime }) => mime)
const answerSchema = v.object({
  facts: v.object({
    request_id: v.nullable(v.string()),
    processing_ms: v.nullable(v.number()),
    ...size.entries,
    confidence: v.nullable(v.number()),
    ambiguous_ratio: v.nullable(v.number()),
    content_type: v.picklist(contentTypes),
  }),
  placement: v.exactOptional(
    v.object({
      source: size,
      box,
      device: v.object({ backend: v.picklist(['webgpu', 'wasm']), threads: v.number() }),
      reused: v.boolean(),
      hasSubject: v.boolean(),
      colors: v.exactOptional(v.picklist(['displayP3', 'madeDisplayP3', 'madeSrgb'])),
      leftOut: v.exactOptional(leftOutSchema),
      risk: v.exactOptional(v.number()),
      places: v.exactOptional(v.array(v.object({ kind: v.picklist(['missing', 'seeThrough']), box }))),
    }),
  ),
})

const isPlainError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && isErrorCode(error.code)

/** The stored data of a picture. A change of shape needs a new version number. */
const keptSchema = v.object({
  version: v.literal(1),
  name: v.string(),
  fileKind: v.fallback(
    v.custom<FileKind>((word) => typeof word === 'string' && isFileKind(word)),
    'unknown',
  ),
  runLocation: v.picklist(['device', 'service']),
  phase: v.picklist(['ready', 'waiting', 'working', 'done', 'failed', 'stopped']),
  recipe: recipeSchema,
  answer: v.fallback(v.nullable(answerSchema), null),
  sent: v.fallback(
    v.nullable(
      v.object({
        answer: answerSchema,
        options: v.record(v.string(), v.string()),
        note: v.nullable(v.string()),
        isCutout: v.boolean(),
      }),
    ),
    null,
  ),
  error: v.fallback(v.nullable(v.custom<PlainError>(isPlainError)), null),
  isLookedAt: v.fallback(v.boolean(), false),
  // What an earlier release called by another key is not made anew.
  thumbnailLook: v.fallback(v.nullable(v.pipe(v.string(), v.startsWith('[{'))), null),
})

type KeptPicture = v.InferOutput<typeof keptSchema>

/**
 * How pictures are kept. `keep-edits.ts` keeps edits, which belong to the file's bytes. Results are made again from
 * mattes, except those of a service, which cost credits.
 */
export const keepingPictures = {
  irreplaceable: ['original', 'sent'],
  toKept: (item) => {
    const { name, fileKind, runLocation, phase, recipe, answer, serviceResult: sent } = item
    const data = {
      version: 1,
      name,
      fileKind,
      runLocation,
      phase,
      recipe,
      // A first look is made again, or replaced by the result.
      answer: item.look ? null : answer,
      sent: sent && {
        answer: withoutFile(sent.answer),
        options: serializeImageOptions(sent.options),
        note: sent.note,
        isCutout: sent.isCutout,
      },
      error: item.error?.toPlain() ?? null,
      isLookedAt: item.isLookedAt ?? false,
      thumbnailLook: item.thumbnailLook,
    } satisfies Readonly<Record<keyof KeptPicture, unknown>>
    return {
      data,
      files: {
        original: item.file,
        ...(item.thumbnail && { thumbnail: item.thumbnail }),
        ...(sent && { sent: sent.answer.image }),
      },
      source: item.file,
    }
  },
  parseRecipe: (stored) => {
    const parsed = v.safeParse(recipeSchema, stored)
    return parsed.success ? parsed.output : null
  },
  fromKept: ({ id, data, files }, mayBegin) => {
    const parsed = v.safeParse(keptSchema, data)
    const { original: file } = files
    if (!parsed.success || !file) return null
    const kept = parsed.output
    const { name, fileKind, recipe, runLocation, answer, error } = kept
    const item: PictureItem = {
      ...newPicture({ id, file, name, fileKind }, runLocation, recipe),
      answer,
      thumbnail: files.thumbnail ?? null,
      thumbnailLook: files.thumbnail ? kept.thumbnailLook : null,
      serviceResult: sentResult(kept, files),
      error: error && ServiceError.fromPlain(error),
      isLookedAt: kept.isLookedAt,
      phase: kept.phase,
    }
    const hasResult = (runLocation === 'service' ? item.serviceResult : answer) !== null
    const isLost = item.phase === 'done' && !hasResult
    const begun: PictureItem = isLost
      ? { ...item, phase: runLocation === 'service' ? 'ready' : 'waiting' }
      : interrupted(item)
    return begun.phase === 'waiting' && !mayBegin ? { ...begun, phase: 'stopped' } : begun
  },
} satisfies Keeping<PictureItem>

/** The result of a service; null if it was not kept completely. */
const sentResult = ({ sent }: KeptPicture, files: KeptItem['files']): ServiceResult | null => {
  if (!sent || !files.sent) return null
  try {
    const { answer, options, note, isCutout } = sent
    return {
      answer: { ...answer, image: files.sent },
      options: parseImageOptions(options),
      note,
      isCutout,
    }
  } catch {
    return null
  }
}
