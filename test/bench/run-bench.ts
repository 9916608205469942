import { benchSpeed } from './speed.bench.ts'
import { benchStages } from './stages.bench.ts'

await benchSpeed()
await benchStages()
