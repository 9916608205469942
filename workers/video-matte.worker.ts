import { openHeirlooms } from '#channel/heirlooms.ts'
import { serve } from '#channel/serve.ts'
import { openVideoMatteEngine } from '#pipeline/video-matte-engine.ts'

const { probeVideo, videoKey, checkSize, estimateMattes, tryFrames } = openVideoMatteEngine(openHeirlooms())

const api = { probeVideo, videoKey, checkSize, estimateMattes, tryFrames }

export type VideoMatteApi = typeof api

serve(api)
