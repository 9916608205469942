import { useQueryClient } from '@tanstack/react-query'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { type MakeResult, resultMaker } from './make-result.ts'

/** Makes the files of the queue's pictures. */
export const useResult = (queue: ImageQueue): MakeResult =>
  resultMaker({ queue, service: useService(), client: useQueryClient() })
