import { serve } from '#channel/serve.ts'
import { createSharedModules } from '#channel/shared-modules.ts'
import { openVideoRenderEngine } from '#pipeline/video-render-engine.ts'

const modules = createSharedModules()
const api = openVideoRenderEngine(modules)

/** The functions for the page. */
export type VideoRenderApi = typeof api

serve(api, { modules })
