import { benchSpeed } from './speed.bench.ts'
import { benchStages } from './stages.bench.ts'
import { benchVideoStages } from './video/video-stages.bench.ts'

await benchSpeed()
await benchStages()
await benchVideoStages()
