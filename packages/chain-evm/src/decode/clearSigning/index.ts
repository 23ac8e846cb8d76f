export type {
  Described,
  DescribedField,
  DescribedToken,
  DescribedValue,
  PinnedToken,
  SentencePart,
} from '../types.ts'
export type { CallContext, IsFromFactory } from './createClearSigner.ts'
export { type ClearSigner, createClearSigner } from './createClearSigner.ts'
export type { Deployment, Factory } from './Descriptor.ts'
export { readDescriptor } from './readDescriptor.ts'
export { type PinnedDescriptor, snapshot } from './snapshot.ts'
