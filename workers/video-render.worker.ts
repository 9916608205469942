import { serve } from '#channel/serve.ts'
import { openVideoRenderEngine } from '#pipeline/video-render-engine.ts'

const { renderVideo, strip, trim } = openVideoRenderEngine()

const api = { renderVideo, strip, trim }

export type VideoRenderApi = typeof api

serve(api)
