import { createClearSigner, snapshot } from '@latchkey/chain-evm/decode/clearSigning'

/** The clear signer of this build. Its descriptors come with the build and from nowhere else. */
export const clearSigner = createClearSigner(snapshot.map(({ document }) => document))
