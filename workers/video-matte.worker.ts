import { createPersistentBlobs } from '#channel/persistent-blobs.ts'
import { serve } from '#channel/serve.ts'
import { openVideoMatteEngine } from '#pipeline/video-matte-engine.ts'

const blobs = createPersistentBlobs()
const { probeVideo, hashVideo, checkSize, estimateMattes, samplePreviews } = openVideoMatteEngine(blobs)

const api = { probeVideo, hashVideo, checkSize, estimateMattes, samplePreviews }

export type VideoMatteApi = typeof api

serve(api, { blobs })
