import { createClearSigner } from './createClearSigner.ts'
import { snapshot } from './snapshot.ts'

export { type ClearSigner, createClearSigner } from './createClearSigner.ts'
export { readDescriptor } from './readDescriptor.ts'
export { snapshot } from './snapshot.ts'

/** The clear signer of this build. Its descriptors come with the build and from nowhere else. */
export const clearSigner = createClearSigner(snapshot.map(({ document }) => document))
