export {
  enabledCall,
  enableManagerCall,
  grantCall,
  managerAbi,
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
export {
  type CounterfactualSignature,
  isWrappedSignature,
  messageHash,
  safeAccount,
  unwrapSignature,
  wrapSignature,
} from './safeAccount.ts'
export { creationByDeployer, creationDeployer } from './safeContracts.ts'
export { deniedSelectors, selectorOfSignature, selectorsOfName } from './selectors.ts'
export type {
  AccountPermission,
  AllowedCall,
  Call,
  OwnerTypedData,
  SmartAccountKind,
  SpendingLimit,
  StandingPermission,
  UserOperation,
  Validity,
} from './types.ts'
export {
  type PackedFields,
  packUserOperation,
  parseUserOperation,
  type RpcUserOperation,
  toRpcUserOperation,
  userOperationHash,
} from './userOperation.ts'
