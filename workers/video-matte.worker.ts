import { createPersistentBlobs } from '#channel/persistent-blobs.ts'
import { serve } from '#channel/serve.ts'
import { openVideoMatteEngine } from '#pipeline/video-matte-engine.ts'

const blobs = createPersistentBlobs()
const engine = openVideoMatteEngine(blobs)
const { probeVideo, hashVideo, checkSize, warm, estimateMattes, samplePreviews, carryEdits, editFrame } =
  engine

const api = { probeVideo, hashVideo, checkSize, warm, estimateMattes, samplePreviews, carryEdits, editFrame }

export type VideoMatteApi = typeof api

serve(api, { blobs })
