import { openPersistentBlobs } from '#channel/persistent-blobs.ts'
import { serve } from '#channel/serve.ts'
import { openVideoMatteEngine } from '#pipeline/video-matte-engine.ts'

const { probeVideo, videoKey, checkSize, estimateMattes, tryFrames } = openVideoMatteEngine(
  openPersistentBlobs(),
)

const api = { probeVideo, videoKey, checkSize, estimateMattes, tryFrames }

export type VideoMatteApi = typeof api

serve(api)
