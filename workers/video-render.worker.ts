import { serve } from '#channel/serve.ts'
import { openVideoRenderEngine } from '#pipeline/video-render-engine.ts'

const { renderVideo, strip, film, trim } = openVideoRenderEngine()

const api = { renderVideo, strip, film, trim }

export type VideoRenderApi = typeof api

serve(api)
