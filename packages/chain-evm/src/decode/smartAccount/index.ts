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
  isWrappedSignature,
  messageHash,
  safeAccount,
  unwrapSignature,
  wrapSignature,
} from './safeAccount.ts'
export { creationByDeployer, creationDeployer } from './safeContracts.ts'
export { deniedSelectors, selectorOfSignature, selectorsOfName } from './selectors.ts'
export {
  packUserOperation,
  parseUserOperation,
  toRpcUserOperation,
  userOperationHash,
} from './userOperation.ts'
