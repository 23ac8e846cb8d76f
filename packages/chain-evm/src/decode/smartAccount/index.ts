export type {
  AccountPermission,
  AllowedCall,
  SpendingLimit,
  StandingPermission,
} from './AccountPermission.ts'
export {
  type CounterfactualSignature,
  isWrappedSignature,
  messageHash,
  unwrapSignature,
  wrapSignature,
} from './counterfactualSignature.ts'
export { managerAbi } from './managerAbi.ts'
export {
  enabledCall,
  enableManagerCall,
  grantCall,
  permissionContext,
  permissionsCall,
  readEnabled,
  readGrant,
  readGrantedIds,
  readPermissionContext,
  readPermissions,
  revokeCall,
  samePermission,
} from './managerCalls.ts'
export { parseUserOperation, type RpcUserOperation, toRpcUserOperation } from './rpcUserOperation.ts'
export type { Call, OwnerTypedData, SmartAccountKind, UserOperation, Validity } from './SmartAccount.ts'
export { safeAccount } from './safeAccount.ts'
export { creationByDeployer, creationDeployer } from './safeContracts.ts'
export { deniedSelectors, selectorOfSignature, selectorsOfName } from './selectors.ts'
export { type PackedFields, packUserOperation, userOperationHash } from './userOperation.ts'
