export type {
  Described,
  DescribedField,
  DescribedToken,
  DescribedValue,
  PinnedToken,
  SentencePart,
} from '../Described.ts'
export { type ClearSigner, createClearSigner } from './createClearSigner.ts'
export type { Deployment, Factory } from './Descriptor.ts'
export type { CallContext } from './describeCallTree.ts'
export type { IsFromFactory } from './matchContext.ts'
export { readDescriptor } from './readDescriptor.ts'
export { type PinnedDescriptor, snapshot } from './snapshot.ts'
