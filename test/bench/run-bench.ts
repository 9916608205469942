import { benchFormats } from './formats.bench.ts'
import { benchSpeed } from './speed.bench.ts'
import { benchStages } from './stages.bench.ts'
import { plainArguments } from './time-budget.ts'
import { benchVideoStages } from './video/video-stages.bench.ts'

/** `npm run bench` runs all, `npm run bench -- photos` one of: photos, stages, formats, video. */
const parts = {
  photos: benchSpeed,
  stages: benchStages,
  formats: benchFormats,
  video: () => benchVideoStages(),
}

const asked = plainArguments()
const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0)
  throw new Error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts)}.`)
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length === 0 || asked.includes(name)) await measure()
}
