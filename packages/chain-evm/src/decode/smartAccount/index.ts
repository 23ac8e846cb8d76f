export * from '../permissionManager/index.ts'
export { creationByDeployer, creationDeployer } from './contractCreation.ts'
export {
  type CounterfactualSignature,
  isWrappedSignature,
  unwrapSignature,
  wrapSignature,
} from './counterfactualSignature.ts'
export { messageHash } from './messageHash.ts'
export { type PackedFields, packUserOperation } from './packUserOperation.ts'
export { parseUserOperation, type RpcUserOperation, toRpcUserOperation } from './rpcUserOperation.ts'
export type { Call, OwnerTypedData, SmartAccountKind, UserOperation, Validity } from './SmartAccount.ts'
export { safeAccount } from './safeAccount.ts'
export { userOperationHash } from './userOperationHash.ts'
