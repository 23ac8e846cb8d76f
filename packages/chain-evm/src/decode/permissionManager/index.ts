export type {
  AccountPermission,
  AllowedCall,
  SpendingLimit,
  StandingPermission,
} from './AccountPermission.ts'
export { deniedSelectors } from './deniedSelectors.ts'
export { managerAbi } from './managerAbi.ts'
export {
  enabledCall,
  enableManagerCall,
  grantCall,
  permissionsCall,
  readEnabled,
  readGrant,
  readGrantedIds,
  readPermissions,
  revokeCall,
  samePermission,
} from './managerCalls.ts'
export { permissionContext, readPermissionContext } from './permissionContext.ts'
export { selectorOfSignature, selectorsOfName } from './selectorsOf.ts'
