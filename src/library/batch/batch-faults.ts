import { isStorageReason } from '#contract/error-reasons.ts'
import { isServiceError, ServiceError, toServiceError } from '#contract/service-error.ts'
import type { BatchPause } from './batch.ts'

/** Thrown when no file can be worked on for now, so that the batch pauses. */
export class BatchMustWait extends Error {
  readonly pause: BatchPause

  constructor(pause: BatchPause, cause?: unknown) {
    super(pause, { cause })
    this.pause = pause
  }
}

const pauseOfName: Readonly<Record<string, BatchPause>> = {
  NotAllowedError: 'permission',
  SecurityError: 'permission',
  QuotaExceededError: 'diskFull',
}

const isDomFault = (thrown: unknown): thrown is DOMException | TypeError =>
  thrown instanceof DOMException || thrown instanceof TypeError

/** Why a folder cannot be used (missing or no permission); null if it can. */
const faultOfFolder = async (folder: FileSystemDirectoryHandle): Promise<string | null> => {
  try {
    await folder.keys().next()
    return null
  } catch (thrown) {
    return thrown instanceof DOMException ? thrown.name : null
  }
}

/**
 * Converts a fault of the file system: `BatchMustWait` if it concerns the whole folder, else a `ServiceError` about the
 * one file. `folder` is null for picked files.
 */
export const toFolderFault = async (
  thrown: unknown,
  side: 'source' | 'target',
  folder: FileSystemDirectoryHandle | null,
): Promise<unknown> => {
  if (!isDomFault(thrown) || thrown.name === 'AbortError') return thrown
  const fault = folder ? await faultOfFolder(folder) : null
  const pause = pauseOfName[thrown.name] ?? (fault && pauseOfName[fault])
  if (pause) return new BatchMustWait(pause, thrown)
  if (fault === 'NotFoundError') return new BatchMustWait(`${side}Gone`, thrown)
  const ofTarget = thrown instanceof TypeError ? 'file_name_refused' : 'file_not_written'
  return new ServiceError('validation_error', {
    reason: side === 'source' ? 'file_unreadable' : ofTarget,
    cause: thrown,
  })
}

/** Why the whole batch must pause (no network, full disk, no credits); null if only one file failed. */
export const pauseOfError = (thrown: unknown): BatchPause | null => {
  if (thrown instanceof BatchMustWait) return thrown.pause
  // IndexedDB throws this name.
  if (thrown instanceof DOMException && thrown.name === 'QuotaExceededError') return 'diskFull'
  if (!isServiceError(thrown)) return null
  if (thrown.code === 'payment_required') return 'noCredits'
  if (thrown.code === 'authentication_error' || thrown.code === 'permission_denied') return 'serviceRefused'
  if (isStorageReason(thrown.reason)) return 'diskFull'
  const isUnreached = thrown.status === 0 || thrown.reason === 'model_not_downloaded'
  return isUnreached || thrown.reason === 'worker_not_loaded' ? 'offline' : null
}

/** The error of a failed file. */
export const toFileError = (thrown: unknown): ServiceError => {
  // The file changed while a worker read it.
  if (thrown instanceof DOMException && thrown.name.startsWith('Not'))
    return new ServiceError('validation_error', { reason: 'file_unreadable', cause: thrown })
  const error = toServiceError(thrown)
  return isServiceError(error) ? error : new ServiceError('internal_server_error', { cause: thrown })
}
