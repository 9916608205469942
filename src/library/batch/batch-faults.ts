import { isStorageReason } from '#contract/error-reasons.ts'
import { isServiceError, ServiceError, toServiceError } from '#contract/service-error.ts'
import type { BatchPause } from './batch.ts'

/** Nothing can be done now, for any file: the batch waits. */
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

/** Why nothing can be done in a folder: it is gone, or may not be used; null where it is there. */
const faultOfFolder = async (folder: FileSystemDirectoryHandle): Promise<string | null> => {
  try {
    await folder.keys().next()
    return null
  } catch (thrown) {
    return thrown instanceof DOMException ? thrown.name : null
  }
}

/**
 * What is thrown in place of a fault of the file system: `BatchMustWait` where it is about the whole folder, else a
 * `ServiceError` about the one file. `folder` is null for files that were picked.
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

/** What a person can do nothing about file by file: no network, no room in this browser, no credits. */
export const pauseOfError = (thrown: unknown): BatchPause | null => {
  if (thrown instanceof BatchMustWait) return thrown.pause
  // Of the database.
  if (thrown instanceof DOMException && thrown.name === 'QuotaExceededError') return 'diskFull'
  if (!isServiceError(thrown)) return null
  if (thrown.code === 'payment_required') return 'noCredits'
  if (thrown.code === 'authentication_error' || thrown.code === 'permission_denied') return 'serviceRefused'
  if (isStorageReason(thrown.reason)) return 'diskFull'
  const isUnreached = thrown.status === 0 || thrown.reason === 'model_not_downloaded'
  return isUnreached || thrown.reason === 'worker_not_loaded' ? 'offline' : null
}

/** The error of a file that failed. */
export const toFileError = (thrown: unknown): ServiceError => {
  // A worker that reads a file which is changed meanwhile.
  if (thrown instanceof DOMException && thrown.name.startsWith('Not'))
    return new ServiceError('validation_error', { reason: 'file_unreadable', cause: thrown })
  const error = toServiceError(thrown)
  return isServiceError(error) ? error : new ServiceError('internal_server_error', { cause: thrown })
}
