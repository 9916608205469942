import { openHeirlooms } from '#channel/heirlooms.ts'
import { serve } from '#channel/serve.ts'
import { openVideoMatteEngine } from '#pipeline/video-matte-engine.ts'

const { probeVideo, checkSize, estimateMattes, tryFrames } = openVideoMatteEngine(openHeirlooms())

const api = { probeVideo, checkSize, estimateMattes, tryFrames }

export type VideoMatteApi = typeof api

serve(api)
