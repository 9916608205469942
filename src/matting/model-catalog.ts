import { catalog as built } from 'virtual:model-catalog'
import type { ModelCatalog } from './model-entry.ts'

/**
 * The model that this build ships, as data: where its parts lie, their hashes and lengths, its input and
 * output, its licence. The build writes it (src/build/model-source.ts declares the usual model;
 * `MODEL_SOURCE=my-model.json` in the build's environment names another).
 */
export const modelCatalog: ModelCatalog = built
