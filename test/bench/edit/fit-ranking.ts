import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TwoLayerNetwork } from '#engine/clicks/two-layer-network.ts'
import { fitNetworks } from './fit-networks.ts'
import { type TrainingScene, trainingScenes } from './training-scenes.ts'

/**
 * Chooses the weights by which regions of clicks grow and are ranked, on the photos of the folder that
 * `TRAINING_PHOTOS` names (see `trainingScenes`), prints what the ranking gains on photos left out, and writes
 * src/engine/clicks/likelihood-weights.ts and ranking-weights.ts. `SCENES` is how many photos are looked at.
 */
const folder = process.env.TRAINING_PHOTOS ?? ''

function write(name: 'likelihood' | 'ranking', { hidden, output }: TwoLayerNetwork): void {
  const lines = [
    "import type { TwoLayerNetwork } from './two-layer-network.ts'",
    '',
    '/** Written by test/bench/edit/fit-ranking.ts. */',
    `export const ${name}Weights: TwoLayerNetwork = {`,
    '  hidden: [',
    ...hidden.map((weights) => `    [${weights.join(', ')}],`),
    '  ],',
    `  output: [${output.join(', ')}],`,
    '}',
    '',
  ]
  writeFileSync(`src/engine/clicks/${name}-weights.ts`, lines.join('\n'))
}

if (!existsSync(join(folder, 'mattes'))) {
  console.log('TRAINING_PHOTOS names no folder with photos and mattes, so there is nothing to learn from.')
} else {
  const scenes: TrainingScene[] = []
  for await (const scene of trainingScenes(folder, Number(process.env.SCENES ?? 300))) scenes.push(scene)
  const { likelihood, ranking } = fitNetworks(scenes, console.log)
  write('likelihood', likelihood)
  write('ranking', ranking)
}
