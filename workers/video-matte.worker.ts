import { openPersistentBlobs } from '#channel/persistent-blobs.ts'
import { serve } from '#channel/serve.ts'
import { openVideoMatteEngine } from '#pipeline/video-matte-engine.ts'

const { probeVideo, hashVideo, checkSize, estimateMattes, samplePreviews } = openVideoMatteEngine(
  openPersistentBlobs(),
)

const api = { probeVideo, hashVideo, checkSize, estimateMattes, samplePreviews }

export type VideoMatteApi = typeof api

serve(api)
